#!/usr/bin/env node
// Transcribes the same sound through the whole appliance and, as the baselines in the same run, with bare whisper-cli and
// with faster-whisper (CTranslate2, int8, its own voice detection), all with the carried model's weights: word errors after
// Whisper's English normaliser, wall and processor seconds.
//   node scripts/bench/transcription.mjs [--recordings FOLDER [--clips 12]] [--kill server|worker|engine]
// FOLDER has words.tsv (file, tab, what is said), of which so many clips are heard, evenly chosen; without it the sample meeting is heard. --kill ends that process with
// kill -9 when some of the recording is transcribed. On a busy machine compare processor seconds.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { root } from '../lib/paths.mjs'
import { childrenSeconds, engineProgram, startAppliance } from './lib/appliance.mjs'
import { fasterWhisper, requireFasterWhisper, wordErrors } from './lib/faster-whisper.mjs'
import { makeWords, secondsOf } from './lib/spoken.mjs'

const { values } = parseArgs({
  options: {
    recordings: { type: 'string' },
    clips: { type: 'string', default: '1000' },
    kill: { type: 'string' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'appliance-bench-'))
const wav = join(folder, 'sound.wav')
const threads = Math.min(4, availableParallelism())

/** @param {string[]} options */
function bare(options) {
  const [started, before] = [performance.now(), childrenSeconds()]
  const model = join(root, 'models/speech/ggml-tiny.en-q8_0.bin')
  const text = execFileSync(
    engineProgram('whisper-cli'),
    ['-m', model, '-f', wav, '-np', '-t', String(threads), '-bs', '1', '-bo', '1', ...options],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, OMP_WAIT_POLICY: 'passive' },
    },
  ).replace(/^\[.*?\]/gm, '')
  return {
    text,
    seconds: (performance.now() - started) / 1000,
    processorSeconds: childrenSeconds() - before,
  }
}

/** @type {Awaited<ReturnType<typeof startAppliance>>[]} */
const servers = []

async function appliance() {
  const own = await startAppliance(join(folder, 'data'), { APPLIANCE_DIARISATION: '0' })
  servers.push(own)
  while ((await own.json('/api/system/status')).engine.state !== 'ready') await pause(50)
  const before = own.processorSeconds()
  const started = performance.now()
  const id = await own.upload(wav, 'audio/wav')
  let killedAt = null
  for (;;) {
    const recording = await own.json(`/api/recordings/${id}`)
    if (recording.status === 'failed') throw new Error(recording.failureReason)
    if (recording.status === 'done') break
    if (values.kill && killedAt === null) {
      const { segments } = await own.json(`/api/recordings/${id}/transcript`)
      if (segments.length > 0) {
        killedAt = Math.round(recording.job?.progress ?? 0)
        if (values.kill === 'server') {
          await own.kill()
          await own.start()
        } else if (own.killBelow(values.kill === 'engine' ? /whisper-server/ : /worker\.js/) === 0)
          throw new Error(`there is no ${values.kill} to kill`)
      }
    }
    await pause(200)
  }
  const seconds = (performance.now() - started) / 1000
  const processorSeconds = own.processorSeconds() - before
  const { text } = await own.json(`/api/recordings/${id}/transcript`)
  return { text, seconds, processorSeconds, ...(killedAt !== null && { killedAtPercent: killedAt }) }
}

try {
  await requireFasterWhisper()
  const said = makeWords(values.recordings, wav, Number(values.clips))
  /** @type {Record<string, { text: string, seconds: number, processorSeconds: number }>} */
  const heard = {}
  for (const [name, hear] of Object.entries({
    appliance,
    'faster-whisper': () => fasterWhisper(wav, threads),
    'whisper-cli': () => bare([]),
    'whisper-cli -mc 0': () => bare(['-mc', '0']),
  })) {
    heard[name] = await hear()
    process.stderr.write(`${name}: ${Math.round(heard[name].seconds)} s\n`)
  }
  const rows = Object.fromEntries(
    Object.entries(heard).map(([name, { text, ...times }]) => [
      name,
      { ...times, ...wordErrors(said, text) },
    ]),
  )
  process.stdout.write(
    `${JSON.stringify(
      { sound: { ...values, seconds: secondsOf(wav) }, threads, ...rows },
      (_, v) => (typeof v === 'number' ? Math.round(v * 10_000) / 10_000 : v),
      2,
    )}\n`,
  )
} finally {
  for (const server of servers) await server.kill('SIGTERM')
  await pause(500)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
