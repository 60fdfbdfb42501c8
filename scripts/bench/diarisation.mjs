#!/usr/bin/env node
// Tells the speakers of synthesised meetings apart through the whole appliance, and compares with the truth: diarisation
// error rate of the turns, word diarisation error rate of the transcript (scripts/speech/score.py), and the time it took as
// a share of the sound's length (real-time factor), with and without overlapping speech and with and without the number of
// speakers given.
//   node scripts/bench/diarisation.mjs [--minutes 3] [--speakers 2,3,4,5,6] [--overlap 0,0.2] [--seed 51]
import { execFileSync } from 'node:child_process'
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { root } from '../lib/paths.mjs'
import { makeMeeting, startAppliance } from './lib/appliance.mjs'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    speakers: { type: 'string', default: '2,3,4,5,6' },
    overlap: { type: 'string', default: '0,0.2' },
    seed: { type: 'string', default: '51' },
  },
})
const numbers = (/** @type {string} */ list) => list.split(',').map(Number)
const folder = mkdtempSync(join(tmpdir(), 'appliance-bench-'))

/** @param {string} file of the truth @param {'turns' | 'words'} what @param {object[]} rows */
function score(file, what, rows) {
  const found = `${file}.${what}.json`
  writeFileSync(found, JSON.stringify(rows))
  const program = join(root, 'scripts/speech/score.py')
  return JSON.parse(
    execFileSync('python3', [program, `${file}.json`, `--${what}`, found], { encoding: 'utf8' }),
  )
}

/** @param {Awaited<ReturnType<typeof startAppliance>>} own @param {number} id */
async function toldApart(own, id) {
  for (;;) {
    const transcript = await own.json(`/api/recordings/${id}/transcript`)
    const { state, reason } = transcript.diarisation
    if (state === 'done') return transcript
    if (state === 'failed' || state === 'cancelled') throw new Error(reason ?? state)
    await pause(100)
  }
}

/** @param {Awaited<ReturnType<typeof startAppliance>>} own @param {number} id @param {string} file */
async function rates(own, id, file) {
  const { segments } = await toldApart(own, id)
  const turns = await own.json(`/api/recordings/${id}/turns`)
  const words = segments.flatMap((/** @type {any} */ s) =>
    s.words.map((/** @type {any} */ w) => ({ word: w.text, start: w.start, end: w.end, speaker: s.speaker })),
  )
  const { der, missed, false_alarm, found } = score(file, 'turns', turns)
  return { der, missed, falseAlarm: false_alarm, found, wder: score(file, 'words', words).wder }
}

const percent = (/** @type {number} */ part) => `${(part * 100).toFixed(2)} %`
// Made before anything else, since that blocks this process for longer than a connection stays open.
const meetings = numbers(values.overlap).flatMap((overlap) =>
  numbers(values.speakers).map((speakers) => {
    const file = join(folder, `${speakers}-${overlap}`)
    const seed = Number(values.seed) + speakers
    const { minutes } = values
    return {
      speakers,
      overlap,
      file,
      truth: makeMeeting(file, { seed, minutes, speakers, ...(overlap > 0 && { overlap }) }),
    }
  }),
)
const own = await startAppliance(join(folder, 'data'))
/** @type {any[]} */
const rows = []
try {
  for (const { speakers, overlap, file, truth } of meetings) {
    const form = new FormData()
    form.set('audio', await openAsBlob(`${file}.wav`, { type: 'audio/wav' }), 'meeting.wav')
    form.set('title', `${speakers} voices`)
    const { id } = await (
      await fetch(`${own.url}/api/recordings/upload`, { method: 'POST', body: form })
    ).json()
    while ((await own.json(`/api/recordings/${id}`)).status !== 'done') await pause(200)
    const unknown = await rates(own, id, file)
    const started = performance.now()
    await own.call('POST', `/api/recordings/${id}/diarise`, { speakers })
    await toldApart(own, id)
    const seconds = (performance.now() - started) / 1000
    const given = await rates(own, id, file)
    const row = { speakers, overlap, unknown, given, realTimeFactor: seconds / truth.duration }
    rows.push(row)
    process.stderr.write(
      `${speakers} voices, overlap ${overlap}: number unknown DER ${percent(unknown.der)} WDER ${percent(unknown.wder)} (${unknown.found} found), ` +
        `given DER ${percent(given.der)} WDER ${percent(given.wder)}; ${(1 / row.realTimeFactor).toFixed(1)} times real time\n`,
    )
  }
  const mean = (/** @type {(row: any) => number} */ of) =>
    rows.reduce((sum, row) => sum + of(row), 0) / rows.length
  const means = {
    der: { unknown: mean((r) => r.unknown.der), given: mean((r) => r.given.der) },
    wder: { unknown: mean((r) => r.unknown.wder), given: mean((r) => r.given.wder) },
    realTimeFactor: mean((r) => r.realTimeFactor),
  }
  process.stdout.write(
    `${JSON.stringify({ ...values, means, rows }, (_, v) => (typeof v === 'number' ? Math.round(v * 10_000) / 10_000 : v), 2)}\n`,
  )
} finally {
  await own.kill('SIGTERM')
  await pause(500)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
