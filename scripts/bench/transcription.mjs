#!/usr/bin/env node
// Transcribes a synthesised meeting through the whole appliance and, as the baseline in the same run, with bare whisper-cli
// and the same model: word error rates by scripts/speech/score.py, and the appliance's time as a multiple of the baseline's.
//   node scripts/bench/transcription.mjs [--minutes 5] [--speakers 3] [--seed 21] [--kill server|worker|engine]
// --kill ends that process with kill -9 when some of the recording is transcribed.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, openAsBlob, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { root } from '../lib/paths.mjs'

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
const engineDir = process.env.APPLIANCE_ENGINE_DIR
if (!engineDir)
  throw new Error('APPLIANCE_ENGINE_DIR is not set: the folder with bin/whisper-cli (npm start prints it)')

const folder = mkdtempSync(join(tmpdir(), 'appliance-bench-'))
const file = join(folder, 'meeting')
const noise = values.noise ? ['--noise', values.noise] : []
const spoken = [
  '--seed',
  values.seed,
  '--minutes',
  values.minutes,
  '--speakers',
  values.speakers,
  '--pauses',
  values.pauses,
]
execFileSync('python3', [join(root, 'scripts/speech/make_meeting.py'), ...spoken, ...noise, '--out', file])
const truth = JSON.parse(readFileSync(`${file}.json`, 'utf8'))

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
  const model = join(root, 'models/demo/ggml-demo.en-q8_0.bin')
  const text = execFileSync(
    join(String(engineDir), 'bin/whisper-cli'),
    ['-m', model, '-f', wav, '-np', '-t', '2', ...options],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  ).replace(/^\[.*?\]/gm, '')
  return { seconds: (performance.now() - started) / 1000, ...score(name, text) }
}

/** @type {import('node:child_process').ChildProcess} */
let server
/** @returns {Promise<string>} */
async function start() {
  server = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    env: {
      ...process.env,
      APPLIANCE_DATA_DIR: join(folder, 'data'),
      APPLIANCE_OFFLINE: '1',
      APPLIANCE_HTTP_PORT: '0',
      APPLIANCE_LOG: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    server.stdout?.on('data', (data) => {
      const url = /http:\S+/.exec(String(data))?.[0]
      if (url) resolve(url)
    })
    server.once('exit', (code) => reject(new Error(`the appliance ended with ${code}`)))
  })
}

/** @param {string} pattern */
function pidOf(pattern) {
  for (const pid of readdirSync('/proc'))
    if (/^\d+$/.test(pid)) {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const parent = stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]
        if (Number(parent) === server.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(pattern))
          return Number(pid)
      } catch {
        continue // it has ended meanwhile
      }
    }
  throw new Error(`the appliance has no child ${pattern}`)
}

/** @param {string} url */
const json = async (url) => (await fetch(url)).json()

async function appliance() {
  let url = await start()
  while ((await json(`${url}/api/system/status`)).engine.state !== 'ready') await pause(50)
  const form = new FormData()
  form.set('audio', await openAsBlob(`${file}.wav`, { type: 'audio/wav' }), 'meeting.wav')
  form.set('title', 'Bench')
  const started = performance.now()
  const { id } = await (await fetch(`${url}/api/recordings/upload`, { method: 'POST', body: form })).json()
  let killedAt = null
  for (;;) {
    const recording = await json(`${url}/api/recordings/${id}`)
    if (recording.status === 'failed') throw new Error(recording.failureReason)
    if (recording.status === 'done') break
    const { segments } = await json(`${url}/api/recordings/${id}/transcript`)
    if (values.kill && killedAt === null && segments.length > 0) {
      killedAt = Math.round(recording.job?.progress ?? 0)
      if (values.kill === 'server') {
        const gone = new Promise((resolve) => server.once('exit', resolve))
        server.removeAllListeners('exit')
        server.once('exit', () => undefined)
        server.kill('SIGKILL')
        await Promise.race([gone, pause(1000)])
        url = await start()
      } else process.kill(pidOf(values.kill === 'engine' ? 'whisper-server' : 'worker.js'), 'SIGKILL')
    }
    await pause(100)
  }
  const seconds = (performance.now() - started) / 1000
  const { text, segments } = await json(`${url}/api/recordings/${id}/transcript`)
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
  // @ts-expect-error assigned by start()
  server?.removeAllListeners('exit')
  // @ts-expect-error assigned by start()
  server?.kill('SIGTERM')
  await pause(500)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
