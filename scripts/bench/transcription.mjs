#!/usr/bin/env node
// Transcribes a synthesised meeting through the whole appliance and, as the baseline in the same run, with bare whisper-cli
// and the same model: word error rates by scripts/speech/score.py, and the appliance's time as a multiple of the baseline's.
//   node scripts/bench/transcription.mjs [--minutes 5] [--speakers 3] [--seed 21] [--kill server|worker|engine]
// --kill ends that process with kill -9 when some of the recording is transcribed.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { root } from '../lib/paths.mjs'
import { engineProgram, makeMeeting, startAppliance } from './lib/appliance.mjs'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    speakers: { type: 'string', default: '3' },
    seed: { type: 'string', default: '21' },
    pauses: { type: 'string', default: 'ordinary' },
    noise: { type: 'string' },
    kill: { type: 'string' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'appliance-bench-'))
const file = join(folder, 'meeting')
const { seed, minutes, speakers, pauses, noise } = values
const truth = makeMeeting(file, { seed, minutes, speakers, pauses, ...(noise !== undefined && { noise }) })

/** @param {string} name @param {string} text */
function score(name, text) {
  const hypothesis = join(folder, `${name}.txt`)
  writeFileSync(hypothesis, text)
  return JSON.parse(
    execFileSync('python3', [join(root, 'scripts/speech/score.py'), `${file}.json`, '--text', hypothesis], {
      encoding: 'utf8',
    }),
  )
}

/** @param {string} name @param {string[]} options */
function bare(name, options) {
  const wav = `${file}.16.wav`
  execFileSync('ffmpeg', ['-loglevel', 'error', '-y', '-i', `${file}.wav`, '-ac', '1', '-ar', '16000', wav])
  const started = performance.now()
  const model = join(root, 'server/test/models/ggml-demo.en-q8_0.bin')
  const text = execFileSync(
    engineProgram('whisper-cli'),
    ['-m', model, '-f', wav, '-np', '-t', '2', ...options],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  ).replace(/^\[.*?\]/gm, '')
  return { seconds: (performance.now() - started) / 1000, ...score(name, text) }
}

/** @type {Awaited<ReturnType<typeof startAppliance>>[]} */
const servers = []

async function appliance() {
  const own = await startAppliance(join(folder, 'data'))
  servers.push(own)
  while ((await own.json('/api/system/status')).engine.state !== 'ready') await pause(50)
  const form = new FormData()
  form.set('audio', await openAsBlob(`${file}.wav`, { type: 'audio/wav' }), 'meeting.wav')
  form.set('title', 'Bench')
  const started = performance.now()
  const answer = await fetch(`${own.url}/api/recordings/upload`, { method: 'POST', body: form })
  const { id } = await answer.json()
  let killedAt = null
  for (;;) {
    const recording = await own.json(`/api/recordings/${id}`)
    if (recording.status === 'failed') throw new Error(recording.failureReason)
    if (recording.status === 'done') break
    const { segments } = await own.json(`/api/recordings/${id}/transcript`)
    if (values.kill && killedAt === null && segments.length > 0) {
      killedAt = Math.round(recording.job?.progress ?? 0)
      if (values.kill === 'server') {
        await own.kill()
        await own.start()
      } else if (own.killBelow(values.kill === 'engine' ? /whisper-server/ : /worker\.js/) === 0)
        throw new Error(`there is no ${values.kill} to kill`)
    }
    await pause(100)
  }
  const seconds = (performance.now() - started) / 1000
  const { text, segments } = await own.json(`/api/recordings/${id}/transcript`)
  return { seconds, killedAtPercent: killedAt, segments: segments.length, ...score('appliance', text) }
}

try {
  const whole = await appliance()
  const noContext = bare('bare', ['-mc', '0'])
  const plain = bare('plain', [])
  const result = {
    meeting: { seconds: truth.duration, words: whole.words, ...values },
    appliance: whole,
    'whisper-cli -mc 0': noContext,
    'whisper-cli': plain,
    timeAsMultipleOfBare: whole.seconds / noContext.seconds,
    realTimeFactor: whole.seconds / truth.duration,
  }
  process.stdout.write(
    `${JSON.stringify(result, (_, v) => (typeof v === 'number' ? Math.round(v * 10_000) / 10_000 : v), 2)}\n`,
  )
} finally {
  for (const server of servers) await server.kill('SIGTERM')
  await pause(500)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
