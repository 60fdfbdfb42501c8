#!/usr/bin/env node
// Plays the sample meeting in real time over the recorder's socket, as a browser does (WebM/Opus, a chunk a second), with
// the model that comes along, and compares when each word was said with when it was first shown (uncertain or committed, and
// right from then on) and with when it was committed. When a word is said is worked out from its place in its turn. Words
// that never came right (numbers are spoken in words and written in figures) are counted and have no time. Says too what of
// the sound was lost, how far live text was behind, and when after Stop the accurate transcript was complete.
//   node scripts/bench/live.mjs [--meetings 1,4,10] [--seconds 60]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startAppliance } from './lib/appliance.mjs'
import { socketRecorder, webmChunks } from './lib/socket-recorder.mjs'
import { sampleSound, sampleTruth } from './lib/spoken.mjs'

const { values } = parseArgs({
  options: {
    meetings: { type: 'string', default: '1,4,10' },
    seconds: { type: 'string', default: '60' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'appliance-bench-'))
/** @param {string} text */
const plain = (text) => text.toLowerCase().match(/[a-z0-9']+/g) ?? []

/** @typedef {{ word: string, end: number }} Word */

/** The meeting as a recorder sends it, and its words. */
function spokenMeeting() {
  const seconds = Number(values.seconds)
  const chunks = webmChunks(sampleSound, join(folder, 'meeting.webm'), { seconds })
  /** @type {Word[]} */
  const words = sampleTruth()
    .turns.filter(({ end }) => end < seconds)
    .flatMap(({ start, end, text }) => {
      let at = 0
      return plain(text).map((word) => {
        at = text.toLowerCase().indexOf(word, at) + word.length
        return { word, end: start + ((end - start) * at) / text.length }
      })
    })
  return { chunks, words }
}

/**
 * Which words of the truth a text holds, by the shortest edits. @param {string[]} truth @param {string[]} text
 * @returns {Set<number>}
 */
function found(truth, text) {
  const rows = [Array.from({ length: text.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= truth.length; i++) {
    const row = [i]
    const above = /** @type {number[]} */ (rows[i - 1])
    for (let j = 1; j <= text.length; j++) {
      const same = truth[i - 1] === text[j - 1] ? 0 : 1
      row.push(Math.min(Number(above[j - 1]) + same, Number(above[j]) + 1, Number(row[j - 1]) + 1))
    }
    rows.push(row)
  }
  const hits = new Set()
  for (let i = truth.length, j = text.length; i > 0 && j > 0;) {
    const here = Number(rows[i]?.[j])
    if (truth[i - 1] === text[j - 1] && here === rows[i - 1]?.[j - 1]) {
      hits.add(i - 1)
      i--
      j--
    } else if (here === Number(rows[i - 1]?.[j]) + 1) i--
    else if (here === Number(rows[i]?.[j - 1]) + 1) j--
    else {
      i--
      j--
    }
  }
  return hits
}

/** @param {number[]} all @param {number} part */
const percentile = (all, part) =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * part))] ?? null

/**
 * @param {Awaited<ReturnType<typeof startAppliance>>} server
 * @param {ReturnType<typeof spokenMeeting>} meeting
 * @param {number} number
 */
async function play(server, meeting, number) {
  const made = await server.call('POST', '/api/recordings', { title: `Bench ${number}`, userId: 1 })
  const recordingId = (await made.json()).recording.id
  /** What was shown when: all of the committed text, and the uncertain rest. @type {{ at: number, committed: string[], shown: string[] }[]} */
  const looks = []
  /** @type {string[]} */
  let committed = []
  let mostBehind = 0
  let slowestAck = 0
  let slowestChunk = 0
  let began = 0
  let ready = () => {}
  const isReady = new Promise((resolve) => (ready = () => resolve(null)))
  let complete = () => {}
  const isComplete = new Promise((resolve) => (complete = () => resolve(null)))
  /** @type {number[]} */
  const sentAt = []
  const recorder = socketRecorder({
    url: () => server.url,
    recordingId,
    onMessage(message) {
      const at = (performance.now() - began) / 1000
      if (message.type === 'recording_started') ready()
      if (message.type === 'transcript_complete') complete()
      if (message.type === 'transcript_segment') committed = [...committed, ...plain(message.text)]
      if (message.type === 'transcript_segment' || message.type === 'transcript_uncertain')
        looks.push({
          at,
          committed,
          shown: message.type === 'transcript_uncertain' ? [...committed, ...plain(message.text)] : committed,
        })
      if (message.type === 'transcript_behind') mostBehind = Math.max(mostBehind, message.seconds)
      if (message.type === 'chunk_received') {
        const took = at - Number(sentAt[message.nextChunk - 1])
        if (took > slowestAck) slowestChunk = message.nextChunk - 1
        slowestAck = Math.max(slowestAck, took)
      }
      if (message.type === 'error') process.stderr.write(`${JSON.stringify(message)}\n`)
    },
  })
  recorder.newEpoch(0)
  await isReady
  await pause(500)
  began = performance.now()
  for (const [i, chunk] of meeting.chunks.entries()) {
    await pause(Math.max(0, (i + 1) * 1000 - (performance.now() - began)))
    sentAt.push((performance.now() - began) / 1000)
    recorder.record(chunk, i + 1)
  }
  await pause(2000)
  const stopAt = performance.now()
  await recorder.stop()
  const stopSeconds = (performance.now() - stopAt) / 1000
  await isComplete
  const finalSeconds = (performance.now() - stopAt) / 1000
  await recorder.leave()
  const late = { mostBehind, slowestAck, slowestChunk, stopSeconds, finalSeconds }
  return { recordingId, meeting, looks, committed, ...late }
}

/** @param {Awaited<ReturnType<typeof play>>} run */
function judge({ meeting, looks, committed }) {
  const truth = meeting.words.map(({ word }) => word)
  /** From when on each word was there and stayed. @type {number[]} */
  const shownAt = Array(truth.length).fill(Infinity)
  const committedAt = Array(truth.length).fill(Infinity)
  // A segment and the uncertain text after it come together: what is shown between them is judged as they stand in the end.
  const settled = looks.filter(
    (look, i) => i === looks.length - 1 || Number(looks[i + 1]?.at) - look.at > 0.02,
  )
  for (const { at, shown, committed: sure } of settled) {
    const there = found(truth.slice(0, shown.length + 30), shown)
    const kept = found(truth.slice(0, sure.length + 30), sure)
    for (let i = 0; i < truth.length; i++) {
      shownAt[i] = there.has(i) ? Math.min(Number(shownAt[i]), at) : Infinity
      committedAt[i] = kept.has(i) ? Math.min(Number(committedAt[i]), at) : Infinity
    }
  }
  const after = (/** @type {number[]} */ at) => at.map((t, i) => t - Number(meeting.words[i]?.end))
  const right = found(truth, committed).size
  return {
    words: truth.length,
    right,
    said: committed.length,
    shown: after(shownAt),
    committed: after(committedAt),
  }
}

const meeting = spokenMeeting()
const sum = (/** @type {number[]} */ all) => all.reduce((a, b) => a + b, 0)

/** @param {Awaited<ReturnType<typeof startAppliance>>} server @param {number} count of meetings at once */
async function measure(server, count) {
  const before = server.processorSeconds()
  const runs = await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      await pause(i * 370) // nobody presses the button at the same moment
      return play(server, meeting, i + 1)
    }),
  )
  const judged = runs.map(judge)
  let lost = 0
  for (const run of runs) {
    const answer = await server.call('GET', `/api/recordings/${run.recordingId}/download`)
    const sound = Buffer.from(await answer.arrayBuffer())
    if (!sound.equals(Buffer.concat(run.meeting.chunks))) lost++
  }
  const isTold = (/** @type {number} */ seconds) => Number.isFinite(seconds)
  const shown = judged.flatMap((one) => one.shown).filter(isTold)
  const sure = judged.flatMap((one) => one.committed).filter(isTold)
  const words = sum(judged.map((one) => one.words))
  return {
    meetings: count,
    words,
    wordsRight: sum(judged.map((one) => one.right)) / words,
    wordsTooMany: sum(judged.map((one) => one.said - one.right)),
    firstShown: {
      p50: percentile(shown, 0.5),
      p95: percentile(shown, 0.95),
      within3300ms: shown.filter((s) => s <= 3.3).length / shown.length,
    },
    committed: { p50: percentile(sure, 0.5), p95: percentile(sure, 0.95) },
    processorSeconds: server.processorSeconds() - before,
    mostSecondsBehind: runs.map((run) => run.mostBehind),
    recordingsWithSoundLost: lost,
    slowestAcknowledgement: Math.max(...runs.map((run) => run.slowestAck)),
    slowestStop: Math.max(...runs.map((run) => run.stopSeconds)),
    completeAfterStop: runs.map((run) => run.finalSeconds),
  }
}

try {
  for (const count of values.meetings.split(',').map(Number)) {
    const server = await startAppliance(join(folder, `data-${count}`), { APPLIANCE_DIARISATION: '0' })
    try {
      const result = { seconds: Number(values.seconds), ...(await measure(server, count)) }
      process.stdout.write(
        `${JSON.stringify(result, (_, v) => (typeof v === 'number' ? Math.round(v * 1000) / 1000 : v), 2)}\n`,
      )
    } finally {
      await server.kill('SIGTERM')
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
