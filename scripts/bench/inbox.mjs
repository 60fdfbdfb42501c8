#!/usr/bin/env node
// A folder of many transcripts through the shared folder: how long it takes, whether each came in once, and how quickly the
// pages answer meanwhile. With --kill the appliance is killed (kill -9) that often on the way and started again. With
// --from every file of a folder is put in, and what came of each is printed.
//   APPLIANCE_ENGINE_DIR=… node scripts/bench/inbox.mjs [--files 1000] [--kill 5] [--from FOLDER]
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startAppliance } from './lib/appliance.mjs'

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '1000' },
    kill: { type: 'string', default: '0' },
    from: { type: 'string' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'appliance-bench-'))
const inbox = join(folder, 'inbox')
mkdirSync(inbox)

const people = ['Jane Smith', 'Tom Brown', 'Priya Shah', 'Sam Okoro']
const subjects = ['the accounts', 'the lease', 'hiring', 'the audit', 'insurance', 'the roof', 'pensions']
const endings = ['txt', 'vtt', 'srt']

/** @param {number} seconds @param {string} point */
const stamp = (seconds, point) =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((n) => String(Math.floor(n)).padStart(2, '0'))
    .join(':') + `${point}000`

/** @param {number} n */
function transcript(n) {
  const ending = endings[n % endings.length] ?? 'txt'
  const lines = Array.from({ length: 40 }, (_, i) => ({
    start: i * 12,
    who: people[(i + n) % people.length],
    said: `In meeting ${n} we come to ${subjects[(i * 3 + n) % subjects.length]}, and point ${i} is agreed.`,
  }))
  const text = {
    txt: lines.map(({ start, who, said }) => `[${stamp(start, '.').slice(0, 8)}] ${who}: ${said}`).join('\n'),
    vtt: `WEBVTT\n\n${lines.map(({ start, who, said }) => `${stamp(start, '.')} --> ${stamp(start + 11, '.')}\n<v ${who}>${said}</v>\n`).join('\n')}`,
    srt: lines
      .map(
        ({ start, who, said }, i) =>
          `${i + 1}\n${stamp(start, ',')} --> ${stamp(start + 11, ',')}\n${who}: ${said}\n`,
      )
      .join('\n'),
  }[ending]
  const day = new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10)
  return { name: `${day} Meeting ${n}.${ending}`, text: text ?? '' }
}

const wanted = values.from ? readdirSync(values.from).length : Number(values.files)
if (values.from) cpSync(values.from, inbox, { recursive: true })
else
  for (let n = 1; n <= wanted; n++) {
    const { name, text } = transcript(n)
    writeFileSync(join(inbox, name), text)
  }

const since = performance.now()
const appliance = await startAppliance(join(folder, 'data'), {
  APPLIANCE_INBOX: inbox,
  APPLIANCE_INBOX_SETTLE: '2',
})
let [kills, slowest] = [Number(values.kill), 0]
for (;;) {
  await pause(1000)
  const asked = performance.now()
  const { counts, state } = await appliance.json('/api/inbox')
  slowest = Math.max(slowest, performance.now() - asked)
  const done = counts.taken + counts.duplicates + counts.failed
  process.stderr.write(`\r${done} of ${wanted} after ${Math.round((performance.now() - since) / 1000)} s   `)
  if (done >= wanted && state === 'watching') break
  if (kills > 0 && done > (wanted * (Number(values.kill) - kills + 1)) / (Number(values.kill) + 1)) {
    kills -= 1
    process.stderr.write(`killed with ${done} done\n`)
    await appliance.kill()
    await appliance.start()
  }
}
const seconds = (performance.now() - since) / 1000
process.stderr.write('\n')
const { counts, files, failures } = await appliance.json('/api/inbox')
/** @type {{ id: number, title: string, wordCount: number | null }[]} */
const recordings = await appliance.json('/api/users/1/recordings')
if (values.from)
  for (const { path, result, message, recordingId } of [...files].reverse()) {
    const made = recordings.find(({ id }) => id === recordingId)
    const transcript = made && (await appliance.json(`/api/recordings/${made.id}/transcript`))
    const speakers = new Set(
      transcript?.segments.map((/** @type {{ speaker: string | null }} */ one) => one.speaker),
    )
    speakers.delete(null)
    const words = made
      ? `${transcript.segments.length} lines, ${made.wordCount} words, ${speakers.size} speakers`
      : message
    process.stdout.write(`${[path, result, words].join(' | ')}\n`)
  }
const report = {
  ...{ files: wanted, seconds: Math.round(seconds), ...counts },
  recordings: recordings.length,
  withWords: recordings.filter(({ wordCount }) => (wordCount ?? 0) > 0).length,
  titlesTwice: recordings.length - new Set(recordings.map(({ title }) => title)).size,
  killed: Number(values.kill) - kills,
  inDone: values.from ? undefined : readdirSync(join(inbox, 'done')).length,
  left: readdirSync(inbox).filter((name) => name !== 'done' && name !== 'failed').length,
  failures: failures.length,
  slowestAnswerMs: Math.round(slowest),
}
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
await appliance.kill('SIGTERM')
rmSync(folder, { recursive: true, force: true })
