#!/usr/bin/env node
// What a prompt does to the words: a synthesised meeting through whisper-server in clips of at most 25 seconds, the way
// server/speech/whisper.ts asks, without a prompt and with prompts of several kinds; word error rates by
// scripts/speech/score.py.
//   node scripts/bench/prompt.mjs [--minutes 5] [--speakers 3] [--seed 21] [--noise -30] [--model server/test/models/ggml-demo.en-q8_0.bin] [--context 64]
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { root } from '../lib/paths.mjs'
import { engineProgram, makeMeeting } from './lib/appliance.mjs'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    speakers: { type: 'string', default: '3' },
    seed: { type: 'string', default: '21' },
    model: { type: 'string', default: join(root, 'server/test/models/ggml-demo.en-q8_0.bin') },
    context: { type: 'string', default: '64' },
    noise: { type: 'string' },
    port: { type: 'string', default: '18471' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'appliance-bench-'))
const file = join(folder, 'meeting')
const { seed, minutes, speakers, noise } = values
const truth = makeMeeting(file, { seed, minutes, speakers, ...(noise !== undefined && { noise }) })
const wav = `${file}.16.wav`
execFileSync('ffmpeg', ['-loglevel', 'error', '-y', '-i', `${file}.wav`, '-ac', '1', '-ar', '16000', wav])
const sound = readFileSync(wav).subarray(78)

/** @type {{ start: number, end: number }[]} */
const clips = []
for (const { start, end } of truth.segments) {
  const last = clips.at(-1)
  if (last && end - last.start < 25) last.end = end
  else clips.push({ start: Math.max(0, start - 0.2), end })
}

/** @param {{ start: number, end: number }} clip */
function wavOf({ start, end }) {
  const data = sound.subarray(Math.round(start * 16000) * 2, Math.round((end + 0.3) * 16000) * 2)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(16000, 24)
  head.writeUInt32LE(32000, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return new Blob([head, data])
}

/** @param {string} prompt */
async function heard(prompt) {
  const texts = []
  for (const clip of clips) {
    const form = new FormData()
    form.set('file', wavOf(clip), 'clip.wav')
    const fields = {
      response_format: 'json',
      language: 'en',
      temperature: '0',
      temperature_inc: '0',
      no_language_probabilities: 'true',
      max_len: '100000',
      max_context: prompt ? values.context : '0',
      ...(prompt && { prompt }),
      vad: 'false',
    }
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const answer = await fetch(`http://127.0.0.1:${values.port}/inference`, { method: 'POST', body: form })
    texts.push((await answer.json()).text)
  }
  return texts.join(' ')
}

/** @param {string} text */
function score(text) {
  const hypothesis = join(folder, 'heard.txt')
  writeFileSync(hypothesis, text)
  const program = join(root, 'scripts/speech/score.py')
  return JSON.parse(
    execFileSync('python3', [program, `${file}.json`, '--text', hypothesis], { encoding: 'utf8' }),
  )
}

const names = Object.keys(truth.speakers).join(', ')
const prompts = {
  none: '',
  attendees: `${names}.`,
  'attendees and title': `Board meeting, budget and audit. ${names}.`,
  'unknown words':
    'Akmé, Wojciechowski, EBITDA, Ffestiniog, Xylophonix. Siobhán Nic Dhonnchadha, Krzysztof Brzęczyszczykiewicz.',
  'as long as it may be': `Kestrel, Acme, Ffestiniog, EBITDA, Wojciechowski. Quarterly review of the budget and the audit. ${names}, Sarah Chen, Tom Baker, Priya Patel.`,
}
const server = spawn(
  engineProgram('whisper-server'),
  ['-m', values.model, '--port', values.port, '-t', '2'],
  { stdio: 'ignore' },
)
try {
  for (;;) {
    const up = await fetch(`http://127.0.0.1:${values.port}/`).catch(() => null)
    if (up) break
    await pause(100)
  }
  for (const [kind, prompt] of Object.entries(prompts)) {
    const started = performance.now()
    const { wer, words } = score(await heard(prompt))
    const seconds = (performance.now() - started) / 1000
    process.stdout.write(
      `${kind.padEnd(22)} WER ${(wer * 100).toFixed(2)} % of ${words} words, ${seconds.toFixed(1)} s\n`,
    )
  }
} finally {
  server.kill()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
