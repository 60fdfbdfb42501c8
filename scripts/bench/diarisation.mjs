#!/usr/bin/env node
// Tells the speakers of meetings apart through the whole appliance and with bare sherpa-onnx, both with the carried models,
// and compares with the truth: diarisation error rate (scripts/speech/score.py: no collar, overlap counted), speakers found,
// processor seconds for a second of sound, and the most memory that it took.
//   node scripts/bench/diarisation.mjs [--recordings FOLDER] [--meetings readers-3,readers-7,ami-training] [--bare 1]
// FOLDER has NAME.flac and NAME.rttm; without it the sample meeting is heard. --bare 0 leaves sherpa-onnx by itself out.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { root } from '../lib/paths.mjs'
import { childrenSeconds, startAppliance } from './lib/appliance.mjs'
import { meetingsIn, secondsOf, toWav } from './lib/spoken.mjs'

const { values } = parseArgs({
  options: {
    recordings: { type: 'string' },
    meetings: { type: 'string', default: 'readers-3,readers-7,ami-training' },
    bare: { type: 'string', default: '1' },
    threshold: { type: 'string', default: '0.8' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'appliance-bench-'))

/** @typedef {import('./lib/spoken.mjs').Turn} Turn */

/** @param {{ name: string, turns: Turn[], seconds: number }} meeting @param {Turn[]} found */
function score({ name, turns, seconds }, found) {
  const [truth, heard] = [join(folder, `${name}.truth.json`), join(folder, `${name}.found.json`)]
  writeFileSync(truth, JSON.stringify({ duration: seconds, segments: turns }))
  writeFileSync(heard, JSON.stringify(found))
  const program = join(root, 'scripts/speech/score.py')
  return JSON.parse(execFileSync('python3', [program, truth, '--turns', heard], { encoding: 'utf8' }))
}

/** @param {Awaited<ReturnType<typeof startAppliance>>} own @param {number} id */
async function toldApart(own, id) {
  for (;;) {
    const { diarisation } = await own.json(`/api/recordings/${id}/transcript`)
    if (diarisation.state === 'done') return
    if (['failed', 'cancelled'].includes(diarisation.state))
      throw new Error(diarisation.reason ?? diarisation.state)
    await pause(200)
  }
}

/** @param {string} wav */
function bare(wav) {
  const before = childrenSeconds()
  const program = join(root, 'scripts/bench/lib/bare-sherpa.mjs')
  const turns = JSON.parse(
    execFileSync(process.execPath, [program, wav, values.threshold], { encoding: 'utf8', maxBuffer: 1e8 }),
  )
  return { turns, processorSeconds: childrenSeconds() - before }
}

const own = await startAppliance(join(folder, 'data'))
const rows = []
try {
  for (const meeting of meetingsIn(values.recordings, values.meetings.split(','))) {
    const wav = join(folder, `${meeting.name}.wav`)
    toWav(meeting.sound, wav)
    const timed = { ...meeting, seconds: secondsOf(wav) }
    const id = await own.upload(wav, 'audio/wav')
    await toldApart(own, id)
    const before = own.processorSeconds()
    await own.call('POST', `/api/recordings/${id}/diarise`, {})
    await toldApart(own, id)
    const used = own.processorSeconds() - before
    const turns = await own.json(`/api/recordings/${id}/turns`)
    const ours = { ...score(timed, turns), processorSecondsPerSecond: used / timed.seconds }
    const plain = values.bare === '1' ? bare(wav) : null
    await pause(200) // the server has closed its idle connection meanwhile: fetch has to notice before it asks again
    const theirs = plain && {
      ...score(timed, plain.turns),
      processorSecondsPerSecond: plain.processorSeconds / timed.seconds,
    }
    rows.push({ name: meeting.name, seconds: timed.seconds, appliance: ours, 'bare sherpa-onnx': theirs })
  }
  process.stdout.write(
    `${JSON.stringify(rows, (_, v) => (typeof v === 'number' ? Math.round(v * 10_000) / 10_000 : v), 2)}\n`,
  )
} finally {
  await own.kill('SIGTERM')
  await pause(500)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
