import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/lib/paths.mjs'
import { url } from './container.mjs'
import { until } from './until.mjs'

const passphrase = 'Correct-horse-battery-21'

/** @param {{ segments: { text: string }[] }} transcript */
const wordsOf = ({ segments }) =>
  segments
    .map(({ text }) => text.trim())
    .join(' ')
    .replace(/\s+/g, ' ')

/** The sample meeting that comes with the appliance. */
function samplePath() {
  const models = join(root, 'models')
  const found = readdirSync(models)
    .map((folder) => join(models, folder, 'sample-meeting.mp3'))
    .find((file) => existsSync(file))
  if (!found) throw new Error('the sample meeting is not in models/')
  return found
}

/**
 * Somebody who uses the appliance under trial: signs in, has meetings transcribed, and looks whether they are all there.
 * @param {() => Promise<string>} log what the container has printed
 */
export function createUser(log) {
  let cookie = ''
  let begun = 0
  /** Of each meeting, by its id: what was transcribed. @type {Map<number, string>} */
  const transcripts = new Map()

  /** @param {string} path @param {RequestInit} [init] */
  async function ask(path, init = {}) {
    const headers = new Headers(init.headers)
    headers.set('origin', url)
    if (cookie) headers.set('cookie', cookie)
    const response = await fetch(url + path, { ...init, headers })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response
  }

  /** @param {number} id */
  const recording = async (id) => (await ask(`/api/recordings/${id}`)).json()

  async function upload() {
    const form = new FormData()
    form.set('audio', new Blob([readFileSync(samplePath())], { type: 'audio/mpeg' }), 'meeting.mp3')
    form.set('title', `Meeting ${transcripts.size + 1}`)
    form.set('userId', '1')
    const answer = await (await ask('/api/recordings/upload', { method: 'POST', body: form })).json()
    return Number(answer.recording?.id ?? answer.id)
  }

  /** @param {number} id */
  async function finish(id) {
    await until(async () => {
      const { transcriptionComplete, transcriptionSuccess, failureReason } = await recording(id)
      if (transcriptionComplete && !transcriptionSuccess)
        throw new Error(`the transcription failed: ${failureReason}`)
      return transcriptionComplete
    }, 'the meeting is transcribed')
    const transcript = await (await ask(`/api/recordings/${id}/transcript`)).json()
    const text = wordsOf(transcript)
    if (text.split(/\s+/).length < 50) throw new Error(`the transcript is too short: ${text}`)
    transcripts.set(id, text)
  }

  async function printedLink() {
    let link = ''
    await until(async () => {
      link = /https?:\/\/\S*sign-in\S*/.exec(await log())?.[0] ?? ''
      return link !== ''
    }, 'the sign-in link is printed')
    return link
  }

  return {
    async signIn() {
      const token = /#link=([\w-]+)/.exec(await printedLink())?.[1]
      const response = await ask('/api/sign-in/link/claim', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          token,
          name: 'Trial',
          email: 'trial@example.co.uk',
          passphrase,
        }),
      })
      cookie = response.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ')
      await ask('/api/me')
    },

    transcribe: async () => finish(await upload()),

    /** Uploads one and does not wait for its transcript. */
    async begin() {
      const id = await upload()
      await until(async () => (await recording(id)).status === 'transcribing', 'the transcription has begun')
      begun = id
    },

    /** What was being transcribed at the last stop. */
    goesOn: () => finish(begun),

    async nothingLost() {
      await ask('/api/me')
      for (const [id, text] of transcripts) {
        // Speakers may have been told apart meanwhile, which makes another version of the same words.
        if (wordsOf(await (await ask(`/api/recordings/${id}/transcript`)).json()) !== text)
          throw new Error(`the transcript of recording ${id} has changed`)
        const sound = await (await ask(`/api/recordings/${id}/download`)).arrayBuffer()
        if (sound.byteLength === 0) throw new Error(`the sound of recording ${id} is gone`)
      }
    },

    answers: () => ask('/api/health'),
  }
}
