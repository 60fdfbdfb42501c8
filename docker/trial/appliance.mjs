import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../../scripts/lib/paths.mjs'

const [httpPort, httpsPort] = ['18080', '18443']
const url = `http://127.0.0.1:${httpPort}`
const withinMs = 300_000
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
 * The container under trial, and what is done to it. Each step throws when it does not go as it should.
 * @param {import('./engine.mjs').Engine} engine
 * @param {string} image
 */
export function createTrial({ docker }, image) {
  const name = `appliance-trial-${process.pid}`
  const volume = `${name}-data`
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

  /** @param {() => Promise<boolean>} isDone @param {string} what */
  async function until(isDone, what) {
    const deadline = Date.now() + withinMs
    while (!(await isDone())) {
      if (Date.now() > deadline) throw new Error(`waited ${withinMs / 1000} s in vain until ${what}`)
      await pause(300)
    }
  }

  const healthy = () =>
    until(async () => {
      const state = JSON.parse(await docker(['inspect', '--format', '{{json .State}}', name]))
      if (!state.Running) throw new Error(`the container has ended with ${state.ExitCode}`)
      return state.Health?.Status === 'healthy'
    }, 'the container is healthy')

  /** The processes in the container, as this machine numbers them. */
  async function processes() {
    const lines = (await docker(['top', name, '-eo', 'pid,args'])).split('\n').slice(1)
    return lines.map((line) => {
      const [, pid = '', args = ''] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? []
      return { pid: Number(pid), args }
    })
  }

  /** @param {string} program */
  const find = async (program) =>
    (await processes()).find(({ args }) => args.includes(program) && !args.startsWith('tini'))

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

  const log = () => docker(['logs', name]).catch((error) => String(error))

  return {
    log,

    async start() {
      await docker(['volume', 'create', volume])
      await docker([
        ...['run', '--detach', '--name', name, '--network', 'host', '--read-only', '--tmpfs', '/tmp'],
        ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--memory', '4g'],
        ...['--volume', `${volume}:/data`, '--health-interval', '2s'],
        ...['--env', `APPLIANCE_HTTP_PORT=${httpPort}`, '--env', `APPLIANCE_HTTPS_PORT=${httpsPort}`],
        ...['--env', 'APPLIANCE_OFFLINE=1', '--env', 'OLLAMA_HOST=127.0.0.1:18434'],
        ...['--health-cmd', `node -e "fetch('${url}/api/health').then((r) => process.exit(r.ok ? 0 : 1))"`],
        image,
      ])
      await healthy()
    },

    async looksLocked() {
      const inside = (/** @type {string} */ command) => docker(['exec', name, 'sh', '-c', command])
      const user = await inside('id -u')
      if (user === '0') throw new Error('it runs as root')
      const wrote = await inside('touch /opt/appliance/x 2>/dev/null && echo yes || echo no')
      if (wrote !== 'no') throw new Error('the root file system can be written')
      const status = await inside('appliance status')
      if (!/running|answers|ready/i.test(status)) throw new Error(`appliance status said: ${status}`)
    },

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

    /** @param {string} program */
    async killAndWait(program) {
      const before = await find(program)
      if (!before) throw new Error(`${program} does not run in the container`)
      process.kill(before.pid, 'SIGKILL')
      await until(async () => {
        const now = await find(program)
        return now !== undefined && now.pid !== before.pid
      }, `${program} is back`)
      await ask('/api/health')
    },

    async stop() {
      const since = performance.now()
      await docker(['stop', '--time', '10', name])
      const code = await docker(['inspect', '--format', '{{.State.ExitCode}}', name])
      if (code !== '0') throw new Error(`it was ended by force or with a fault (${code})`)
      if (performance.now() - since > 10_500) throw new Error('it took longer than 10 seconds')
    },

    async startAgain() {
      await docker(['start', name])
      await healthy()
    },

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

    async killServer() {
      const server = await find('dist/server/main.js')
      if (!server) throw new Error('the server does not run in the container')
      process.kill(server.pid, 'SIGKILL')
      await until(
        async () => (await docker(['inspect', '--format', '{{.State.Running}}', name])) === 'false',
        'the container has ended',
      )
    },

    async remove() {
      await docker(['rm', '--force', name])
      await docker(['volume', 'rm', volume])
    },
  }

  async function printedLink() {
    let link = ''
    await until(async () => {
      link = /https?:\/\/\S*sign-in\S*/.exec(await log())?.[0] ?? ''
      return link !== ''
    }, 'the sign-in link is printed')
    return link
  }
}
