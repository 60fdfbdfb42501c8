#!/usr/bin/env node
// Breaks live recordings in every way that we can break them, and counts the seconds that are lost: of what the server had
// acknowledged, and of what the recorder had made. The sound goes several times as fast as it was spoken.
//   node scripts/bench/faults.mjs [--times 3] [--seconds 40] [--fault name]
// A disk that is full needs root (a small tmpfs); without it that line is left out, and said so.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeMeeting, startAppliance } from './lib/appliance.mjs'
import { socketRecorder, webmChunks } from './lib/socket-recorder.mjs'

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '40' },
    fault: { type: 'string' },
  },
})
const times = Number(values.times)
const seconds = Number(values.seconds)
const everyMs = 150

const folder = mkdtempSync(join(tmpdir(), 'appliance-faults-'))
makeMeeting(join(folder, 'm'), { seed: 31, minutes: seconds / 60 + 0.2, speakers: 3 })
const chunks = webmChunks(join(folder, 'm.wav'), join(folder, 'm.webm'), { seconds })
const half = Math.floor(chunks.length / 2)
const second = webmChunks(join(folder, 'm.wav'), join(folder, 'n.webm'), {
  from: half,
  seconds: seconds - half,
})

/** @typedef {Awaited<ReturnType<typeof startAppliance>>} Appliance */

/** How many seconds can be decoded. @param {Uint8Array} bytes */
function decodedSeconds(bytes) {
  const file = join(folder, 'decode')
  writeFileSync(file, bytes)
  const raw = execFileSync(
    'ffmpeg',
    ['-loglevel', 'error', '-i', file, '-ac', '1', '-ar', '16000', '-f', 's16le', 'pipe:1'],
    { maxBuffer: 1 << 30 },
  )
  return raw.length / 32_000
}

/**
 * @typedef {{ server: Appliance, client: ReturnType<typeof socketRecorder>, dataDir: string, clock: { lost: number, epoch: number } }} Meeting
 * @typedef {{ left?: boolean, again?: boolean }} Outcome `left`: the page does not come back; `again`: the server has refused a chunk
 */

/** @param {Appliance} server @param {RegExp} pattern @returns {Outcome} */
function killed(server, pattern) {
  if (server.killBelow(pattern) === 0) throw new Error(`nothing to kill: ${pattern}`)
  return {}
}

/** Each happens in the middle of a recording. @type {Record<string, (meeting: Meeting) => Promise<Outcome>>} */
const faults = {
  'nothing (baseline)': async () => ({}),
  'line cut': async ({ client }) => {
    client.cut()
    return {}
  },
  'line cut five times': async ({ client }) => {
    for (let i = 0; i < 5; i++) {
      client.cut()
      await pause(300)
    }
    return {}
  },
  'server kill -9, started again': async ({ server }) => {
    await server.kill()
    await pause(1000)
    await server.start()
    return {}
  },
  'nobody answers for 10 s': async ({ server }) => {
    await server.kill()
    await pause(10_000)
    await server.start()
    return {}
  },
  'speech engines kill -9': async ({ server }) => killed(server, /whisper-server/),
  'job worker kill -9': async ({ server }) => killed(server, /worker\.js/),
  'live decoder kill -9': async ({ server }) => killed(server, /ffmpeg.*pipe:0/),
  'microphone lost, another after 4 s': async ({ client, clock }) => {
    await client.settled()
    clock.lost = 4
    clock.epoch = 1
    client.newEpoch(half + clock.lost)
    return {}
  },
  'tab closed, finished from its page': async () => ({ left: true }),
  'tab closed and server kill -9': async ({ server }) => {
    await server.kill()
    await server.start()
    return { left: true }
  },
  'disk full for 3 s': async ({ dataDir }) => {
    const filler = join(dataDir, 'filler')
    // dd ends with an error when the disk is full, as it should be.
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'], { stdio: 'ignore' })
    await pause(3000)
    rmSync(filler, { force: true })
    return { again: true }
  },
}

/** @param {string} name */
async function once(name) {
  const onSmallDisk = name.startsWith('disk full')
  const dataDir = mkdtempSync(join(tmpdir(), 'appliance-faults-data-'))
  if (onSmallDisk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=0700', 'appliance-faults', dataDir])
  const server = await startAppliance(dataDir)
  try {
    return await record(name, server, dataDir)
  } finally {
    await server.kill()
    await pause(500) // its children go with it
    if (onSmallDisk) execFileSync('umount', ['-l', dataDir])
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

/** @param {string} name @param {Appliance} server @param {string} dataDir */
async function record(name, server, dataDir) {
  const made = await server.call('POST', '/api/recordings', { title: name, userId: 1, peopleTold: true })
  const { id } = await made.json()
  const client = socketRecorder({ url: () => server.url, recordingId: id })
  const clock = { lost: 0, epoch: 0 }
  let recorded = 0
  client.newEpoch(0)
  for (const chunk of chunks.slice(0, half)) {
    client.record(chunk, ++recorded)
    await pause(everyMs)
  }
  const recordedIn = [chunks.slice(0, half)]
  await client.settled() // else a fault would meet a line that is still opening
  const breaking = faults[name]?.({ client, server, clock, dataDir })
  if (name.startsWith('microphone')) await breaking
  if (!name.startsWith('tab closed'))
    for (const chunk of clock.epoch === 0 ? chunks.slice(half) : second) {
      if (recordedIn.length <= clock.epoch) recordedIn.push([])
      recordedIn.at(-1)?.push(chunk)
      client.record(chunk, ++recorded + clock.lost)
      await pause(everyMs)
    }
  const { left, again } = (await breaking) ?? {}
  if (again) client.again()
  if (!left && !(await client.settled())) throw new Error(`not settled: ${client.refused()}`)
  if (again && client.refused() === null) throw new Error('the disk was not full')
  /** @param {(epoch: number) => number} until */
  const madeOf = (until) =>
    recordedIn.reduce((sum, part, i) => sum + decodedSeconds(Buffer.concat(part.slice(0, until(i)))), 0)
  const acknowledged = madeOf((epoch) => client.safe()[epoch] ?? 0)
  const stoppedAt = performance.now()
  if (!left) await client.stop()
  await client.leave()
  if (left) await server.call('POST', `/api/binary-upload/${id}`)
  let recording
  do {
    await pause(100)
    recording = await server.json(`/api/recordings/${id}`)
  } while (!['done', 'failed'].includes(recording.status))
  const after = (performance.now() - stoppedAt) / 1000
  const answer = await server.call('GET', `/api/recordings/${id}/download`)
  const kept = decodedSeconds(Buffer.from(await answer.arrayBuffer()))
  /** @type {{ length: number }[]} */
  const gaps = recording.capture?.gaps ?? []
  return {
    recorded: madeOf(() => Infinity),
    acknowledged,
    kept,
    after,
    status: String(recording.status),
    gaps,
  }
}

/** @param {string} line */
const say = (line) => process.stdout.write(`${line}\n`)

const isRoot = process.getuid?.() === 0
say(`${seconds} s of a meeting, a chunk each ${everyMs} ms, ${times} times each\n`)
say(
  '| fault | times | acknowledged s | lost of those | recorded s | lost of those | gaps stated | transcript after Stop s |',
)
say('|---|---|---|---|---|---|---|---|')
let failed = false
for (const name of Object.keys(faults).filter((one) => !values.fault || one.includes(values.fault))) {
  if (name.startsWith('disk full') && !isRoot) {
    say(`| ${name} | not run: it needs root | | | | | | |`)
    continue
  }
  /** @type {Awaited<ReturnType<typeof once>>[]} */
  const runs = []
  for (let i = 0; i < times; i++) runs.push(await once(name))
  /** @param {(run: (typeof runs)[number]) => number} of */
  const sum = (of) => runs.reduce((total, run) => total + of(run), 0)
  // Opus and its container round the end of a stream by some hundredths of a second.
  /** @param {(run: (typeof runs)[number]) => number} of */
  const lost = (of) => sum((run) => Math.max(0, of(run) - run.kept - 0.1))
  const gaps = runs.map((run) => run.gaps.map((gap) => gap.length.toFixed(1)).join('+') || '–').join(' ')
  const after = runs.map((run) => (run.status === 'done' ? run.after.toFixed(1) : run.status)).join(' ')
  const acknowledged = lost((run) => run.acknowledged)
  failed ||= acknowledged > 0 || runs.some((run) => run.status !== 'done')
  const cells = [
    ...[name, times, sum((run) => run.acknowledged).toFixed(1), acknowledged.toFixed(1)],
    ...[sum((run) => run.recorded).toFixed(1), lost((run) => run.recorded).toFixed(1), gaps, after],
  ]
  say(`| ${cells.join(' | ')} |`)
}
rmSync(folder, { recursive: true, force: true })
process.exitCode = failed ? 1 : 0
