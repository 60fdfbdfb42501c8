#!/usr/bin/env node
// How alike prints of the same and of different voices are: synthesised meetings through the program that tells speakers
// apart, each voice's print compared with those of the other meetings (cosine). Where the threshold of known voices
// (server/speech/voices.ts) comes from. `sameVoice`: the same espeak voice, at whatever pitch and speed the meeting has it.
//   node scripts/bench/voices.mjs [--minutes 1.5] [--speakers 6] [--seeds 61,62,63,64] [--embedding file.onnx --segmentation file.onnx]
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../lib/paths.mjs'
import { makeMeeting } from './lib/appliance.mjs'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1.5' },
    speakers: { type: 'string', default: '6' },
    seeds: { type: 'string', default: '61,62,63,64' },
    segmentation: { type: 'string', default: join(root, 'server/test/models/segmentation-demo.onnx') },
    embedding: { type: 'string', default: join(root, 'server/test/models/embedding-demo.onnx') },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'appliance-bench-'))
const { segmentation, embedding } = values

/** @typedef {{ meeting: string, voice: string, print: number[], cleanMs: number }} Heard */

/** @param {string} seed @returns {Heard[]} */
function hear(seed) {
  const file = join(folder, seed)
  const truth = makeMeeting(file, { seed, minutes: values.minutes, speakers: values.speakers })
  const wav = `${file}.16.wav`
  execFileSync('ffmpeg', ['-loglevel', 'error', '-y', '-i', `${file}.wav`, '-ac', '1', '-ar', '16000', wav])
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(root, 'dist/server/diariser.js')], {
    input: JSON.stringify({
      wav,
      alone: null,
      segmentation,
      embedding,
      settings: { threshold: 0.8, minDurationOn: 0.2, minDurationOff: 0.3 },
      speakers: Number(values.speakers),
      atMost: false,
      threads: 1,
      windowMs: 900_000,
    }),
    encoding: 'utf8',
    maxBuffer: 100e6,
  })
  if (status !== 0) throw new Error(`the program that tells speakers apart ended with ${status}: ${stderr}`)
  const { turns, voices } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  return voices.flatMap((/** @type {any} */ { speaker, cleanMs, embedding: print }) => {
    if (!print || cleanMs < 10_000) return []
    /** @type {Map<string, number>} */
    const shared = new Map()
    for (const turn of turns.filter((/** @type {any} */ one) => one.speaker === speaker))
      for (const said of truth.segments) {
        const ms = Math.min(turn.endMs, said.end * 1000) - Math.max(turn.startMs, said.start * 1000)
        if (ms > 0) shared.set(said.speaker, (shared.get(said.speaker) ?? 0) + ms)
      }
    const [name] = [...shared].sort((a, b) => b[1] - a[1])[0] ?? []
    // "voice" may be a name or [name, speed, pitch].
    const voice = name === undefined ? undefined : truth.speakers[name]
    return voice === undefined ? [] : [{ meeting: seed, voice: String([voice].flat()[0]), print, cleanMs }]
  })
}

/** @param {number[]} a @param {number[]} b */
const cosine = (a, b) =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0) / (Math.hypot(...a) * Math.hypot(...b))

try {
  const heard = values.seeds.split(',').flatMap(hear)
  /** @type {{ same: number[], other: number[] }} */
  const found = { same: [], other: [] }
  /** @type {[string, number][]} */
  const closest = []
  for (const [i, a] of heard.entries())
    for (const b of heard.slice(i + 1)) {
      if (a.meeting === b.meeting) continue
      const similarity = cosine(a.print, b.print)
      found[a.voice === b.voice ? 'same' : 'other'].push(similarity)
      if (a.voice !== b.voice) closest.push([`${a.voice} / ${b.voice}`, similarity])
    }
  for (const [kind, list] of Object.entries(found)) {
    const sorted = list.toSorted((a, b) => a - b)
    const at = (/** @type {number} */ part) => sorted[Math.round((sorted.length - 1) * part)]?.toFixed(3)
    process.stdout.write(
      `${kind.padEnd(6)} ${sorted.length} pairs: least ${at(0)}, 5 % ${at(0.05)}, median ${at(0.5)}, 95 % ${at(0.95)}, most ${at(1)}\n`,
    )
  }
  closest.sort((a, b) => b[1] - a[1])
  for (const [pair, similarity] of closest.slice(0, 5))
    process.stdout.write(`  ${pair} ${similarity.toFixed(3)}\n`)
  for (const from of [0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9])
    process.stdout.write(
      `from ${from}: ${found.same.filter((x) => x >= from).length} of ${found.same.length} known again, ${found.other.filter((x) => x >= from).length} of ${found.other.length} mistaken\n`,
    )
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
