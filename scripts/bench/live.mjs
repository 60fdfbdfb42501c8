#!/usr/bin/env node
// Plays synthesised meetings in real time over the recorder's socket, as a browser does (WebM/Opus, a chunk a second), and
// compares each word's known time with when it was first shown (uncertain or committed, and right from then on) and with
// when it was committed. Says too what of the sound was lost and how far live text was behind.
//   node scripts/bench/live.mjs [--meetings 1] [--minutes 2] [--speakers 3] [--seed 31] [--pauses ordinary]
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'
import { root } from '../lib/paths.mjs'

const { values } = parseArgs({
  options: {
    meetings: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '2' },
    speakers: { type: 'string', default: '3' },
    seed: { type: 'string', default: '31' },
    pauses: { type: 'string', default: 'ordinary' },
  },
})
if (!process.env.APPLIANCE_ENGINE_DIR)
  throw new Error('APPLIANCE_ENGINE_DIR is not set: the folder with bin/whisper-server (npm start prints it)')

const folder = mkdtempSync(join(tmpdir(), 'appliance-bench-'))
/** @param {string} text */
const plain = (text) => text.toLowerCase().match(/[a-z0-9']+/g) ?? []

/** @typedef {{ word: string, end: number }} Word */

/** A meeting as a recorder sends it, and its words. @param {number} seed */
function makeMeeting(seed) {
  const file = join(folder, `meeting-${seed}`)
  const { minutes, speakers, pauses } = values
  const args = [
    '--seed',
    seed,
    '--minutes',
    minutes,
    '--speakers',
    speakers,
    '--pauses',
    pauses,
    '--out',
    file,
  ]
  execFileSync('python3', [join(root, 'scripts/speech/make_meeting.py'), ...args.map(String)])
  const live = ['-c:a', 'libopus', '-b:a', '64k', '-f', 'webm', '-live', '1', '-cluster_time_limit', '1000']
  const input = ['-loglevel', 'error', '-i', `${file}.wav`, '-ac', '1', '-ar', '48000']
  execFileSync('ffmpeg', [...input, ...live, `${file}.webm`])
  const webm = readFileSync(`${file}.webm`)
  const cluster = Buffer.from([0x1f, 0x43, 0xb6, 0x75])
  /** @type {number[]} */
  const starts = []
  for (let at = webm.indexOf(cluster); at !== -1; at = webm.indexOf(cluster, at + 4)) starts.push(at)
  const chunks = starts.map((from, i) => webm.subarray(i === 0 ? 0 : from, starts[i + 1] ?? webm.length))
  const truth = JSON.parse(readFileSync(`${file}.json`, 'utf8'))
  /** @type {Word[]} */
  const words = truth.segments.flatMap((/** @type {{ words: Word[] }} */ segment) =>
    segment.words.flatMap(({ word, end }) => plain(word).map((part) => ({ word: part, end }))),
  )
  return { chunks, words, duration: truth.duration }
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

/** @param {string} url @param {ReturnType<typeof makeMeeting>} meeting @param {number} number */
async function play(url, meeting, number) {
  const made = await fetch(`${url}/api/recordings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: `Bench ${number}`, userId: 1 }),
  })
  const recordingId = (await made.json()).recording.id
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws/simple`)
  await new Promise((resolve) => socket.once('open', resolve))
  /** What was shown when: all of the committed text, and the uncertain rest. @type {{ at: number, committed: string[], shown: string[] }[]} */
  const looks = []
  /** @type {string[]} */
  let committed = []
  let mostBehind = 0
  let acknowledged = 0
  let slowestAck = 0
  let slowestChunk = 0
  let began = 0
  /** @type {number[]} */
  const sentAt = []
  let stopped = () => {}
  const isStopped = new Promise((resolve) => (stopped = () => resolve(null)))
  socket.on('message', (/** @type {Buffer} */ data) => {
    const message = JSON.parse(data.toString('utf8'))
    const at = (performance.now() - began) / 1000
    if (message.type === 'transcript_segment') committed = [...committed, ...plain(message.text)]
    if (message.type === 'transcript_segment' || message.type === 'transcript_uncertain')
      looks.push({
        at,
        committed,
        shown: message.type === 'transcript_uncertain' ? [...committed, ...plain(message.text)] : committed,
      })
    if (message.type === 'transcript_behind') mostBehind = Math.max(mostBehind, message.seconds)
    if (message.type === 'chunk_received') {
      const took = at - Number(sentAt[acknowledged])
      if (took > slowestAck) slowestChunk = acknowledged
      slowestAck = Math.max(slowestAck, took)
      acknowledged++
    }
    if (message.type === 'recording_stopped') stopped()
    if (message.type === 'error') process.stderr.write(`${JSON.stringify(message)}\n`)
  })
  socket.send(
    JSON.stringify({
      type: 'start_recording',
      recordingId,
      mimeType: 'audio/webm;codecs=opus',
      uncertain: true,
    }),
  )
  await pause(500)
  began = performance.now()
  for (const [i, chunk] of meeting.chunks.entries()) {
    await pause(Math.max(0, (i + 1) * 1000 - (performance.now() - began)))
    sentAt.push((performance.now() - began) / 1000)
    socket.send(chunk)
  }
  await pause(2000)
  const stopAt = performance.now()
  socket.send(JSON.stringify({ type: 'stop_recording', recordingId }))
  await isStopped
  const stopSeconds = (performance.now() - stopAt) / 1000
  await pause(4000)
  socket.close()
  return {
    recordingId,
    meeting,
    looks,
    committed,
    mostBehind,
    slowestAck,
    slowestChunk,
    acknowledged,
    stopSeconds,
  }
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

const meetings = Array.from({ length: Number(values.meetings) }, (_, i) =>
  makeMeeting(Number(values.seed) + i),
)
const server = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
  env: {
    ...process.env,
    APPLIANCE_DATA_DIR: join(folder, 'data'),
    APPLIANCE_OFFLINE: '1',
    APPLIANCE_HTTP_PORT: '0',
    APPLIANCE_LOG: 'warn',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  /** @type {string} */
  const url = await new Promise((resolve, reject) => {
    server.stdout.on('data', (data) => {
      const match = /http:\/\/localhost:\d+/.exec(String(data))
      if (match) resolve(match[0])
    })
    server.once('exit', (code) => reject(new Error(`the appliance ended with ${code}`)))
  })
  const runs = await Promise.all(
    meetings.map(async (meeting, i) => {
      await pause(i * 170) // nobody presses the button at the same moment
      return play(url, meeting, i + 1)
    }),
  )
  const judged = runs.map(judge)
  let lost = 0
  for (const run of runs) {
    const sound = Buffer.from(
      await (await fetch(`${url}/api/recordings/${run.recordingId}/download`)).arrayBuffer(),
    )
    if (!sound.equals(Buffer.concat(run.meeting.chunks))) lost++
  }
  const sum = (/** @type {number[]} */ all) => all.reduce((a, b) => a + b, 0)
  const shown = judged.flatMap((one) => one.shown)
  const sure = judged.flatMap((one) => one.committed)
  const words = sum(judged.map((one) => one.words))
  const result = {
    ...values,
    words,
    wordsRight: sum(judged.map((one) => one.right)) / words,
    wordsTooMany: sum(judged.map((one) => one.said - one.right)),
    firstShown: {
      p50: percentile(shown, 0.5),
      p95: percentile(shown, 0.95),
      within3300ms: shown.filter((s) => s <= 3.3).length / words,
    },
    committed: { p50: percentile(sure, 0.5), p95: percentile(sure, 0.95) },
    mostSecondsBehind: runs.map((run) => run.mostBehind),
    recordingsWithSoundLost: lost,
    slowestAcknowledgements: runs.map((run) => ({ seconds: run.slowestAck, chunk: run.slowestChunk })),
    slowestStop: Math.max(...runs.map((run) => run.stopSeconds)),
  }
  process.stdout.write(
    `${JSON.stringify(result, (_, v) => (typeof v === 'number' ? Math.round(v * 1000) / 1000 : v), 2)}\n`,
  )
} finally {
  server.removeAllListeners('exit')
  server.kill('SIGTERM')
  await pause(1500)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
