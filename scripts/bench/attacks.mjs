// What an attacker's calls cost everybody else: the slowest answer of /api/health while each of them runs.
//   APPLIANCE_ENGINE_DIR=… node scripts/bench/attacks.mjs     (after npm run build; ffmpeg makes the bombs)
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { startAppliance } from './lib/appliance.mjs'

const folder = mkdtempSync(join(tmpdir(), 'attacks-'))
const appliance = await startAppliance(join(folder, 'data'))
process.on('exit', () => {
  void appliance.kill()
  rmSync(folder, { recursive: true, force: true })
})

/** Asks every 20 ms in a thread of its own, so that what this one computes is not counted. */
const asker = `
const { parentPort, workerData } = require('node:worker_threads')
let slowest = 0, count = 0, failed = 0, on = true
const ask = async () => {
  while (on) {
    const since = performance.now()
    const ok = await fetch(workerData + '/api/health').then((a) => a.ok, () => false)
    slowest = Math.max(slowest, performance.now() - since)
    count++
    if (!ok) failed++
    await new Promise((go) => setTimeout(go, 20))
  }
  parentPort.postMessage({ slowest, count, failed })
}
parentPort.on('message', () => { on = false })
ask()
`

/** `node scripts/bench/attacks.mjs 3`: only those of one kind. */
const only = process.argv[2]

/** @type {{ what: string, answer: string, seconds: number, slowest: number, failed: number }[]} */
const rows = []

/**
 * @param {string} what
 * @param {() => Promise<string>} work says what came back
 */
async function during(what, work) {
  if (only && !what.startsWith(only)) return
  const worker = new Worker(asker, { eval: true, workerData: appliance.url })
  await new Promise((go) => setTimeout(go, 500))
  const since = performance.now()
  const answer = await work().catch((error) => String(error).slice(0, 80))
  const seconds = (performance.now() - since) / 1000
  await new Promise((go) => setTimeout(go, 500))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  worker.postMessage('stop')
  const { slowest, failed } = await new Promise((resolve) => worker.once('message', resolve))
  await worker.terminate()
  rows.push({ what, answer, seconds, slowest, failed })
  process.stderr.write(`${what}: ${answer}, ${seconds.toFixed(1)} s, health ${slowest.toFixed(0)} ms\n`)
}

/** @param {string} method @param {string} path @param {unknown} [body] */
async function send(method, path, body) {
  const answer = await fetch(appliance.url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const code = text.startsWith('{') ? JSON.parse(text).code : undefined
  return { status: answer.status, said: code ? `${answer.status} ${code}` : String(answer.status), text }
}

/** @param {string} title @param {string} [sourceType] */
const newRecording = async (title, sourceType) =>
  Number(
    JSON.parse((await send('POST', '/api/recordings', { title, ...(sourceType && { sourceType }) })).text).id,
  )

/** @param {number} n */
const name = (n) =>
  `${['Ali', 'Bose', 'Chan', 'Dunn', 'Eze', 'Fry', 'Gill', 'Hale'][n % 8]}${'abcdefgh'[n % 7]}`
const lines = (/** @type {number} */ count, /** @type {(n: number) => string} */ line) =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n')
const clock = (/** @type {number} */ n) =>
  `[${[Math.floor(n / 3600), Math.floor(n / 60) % 60, n % 60].map((one) => String(one).padStart(2, '0')).join(':')}]`

const doctors = Array.from({ length: 28 }, (_, n) => `Dr ${name(n)}`).join(', ')
const tangled = `Speaker 1: Apologies: ${doctors} (both practices)\nSpeaker 2: Thank you.`

await during('nothing', async () => {
  await new Promise((go) => setTimeout(go, 3000))
  return '–'
})

// 1. One ordinary line.
await during(
  '1: apologies of 28 doctors, analysed',
  async () => (await send('POST', '/api/transcript/analyze', { content: tangled })).said,
)
await during('1: the same attached, its speakers asked for', async () => {
  const id = await newRecording('Doctors', 'uploaded_transcript')
  const { said } = await send('POST', `/api/recordings/${id}/transcript`, { content: tangled })
  return `${said}, then ${(await send('GET', `/api/recordings/${id}/speakers`)).said}`
})

// 2. Text that takes long.
const long = await newRecording('Long', 'uploaded_transcript')
const before = lines(
  6000,
  (n) => `${clock(n * 3)} [Speaker ${(n % 5) + 1}] Line ${n} of what was said that day.`,
)
const after = lines(
  6000,
  (n) => `${clock(n * 3)} [Speaker ${(n % 7) + 1}] Other ${n} words than before, ${n * 7}.`,
)
await during(
  '2: 6,000 lines attached',
  async () => (await send('POST', `/api/recordings/${long}/transcript`, { content: before })).said,
)
await during(
  '2: each of them changed',
  async () => (await send('PUT', `/api/recordings/${long}/transcript`, { content: after })).said,
)
const words = 'The board of the company met and talked about the lease of the warehouse. '
await during(
  '2: 20 MB analysed',
  async () => (await send('POST', '/api/transcript/analyze', { content: words.repeat(270_000) })).said,
)
await during(
  '2: 7 MB analysed',
  async () =>
    (
      await send('POST', '/api/transcript/analyze', {
        content: lines(45_000, (n) => `Speaker ${n % 9}: ${words}${words}`),
      })
    ).said,
)
const labelled = lines(20_000, (n) => `Speaker ${n % 2000}: a word`)
const map = (/** @type {number} */ count) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`Speaker ${n}`, `Person ${name(n)} ${n}`]))
await during(
  '2: 2,000 labels over 20,000 lines',
  async () =>
    (await send('POST', '/api/transcript/process', { content: labelled, speakerMap: map(2000) })).said,
)
await during(
  '2: 100 labels over 20,000 lines',
  async () =>
    (await send('POST', '/api/transcript/process', { content: labelled, speakerMap: map(100) })).said,
)
await during("2: 4,000 speakers' names", async () => {
  const id = await newRecording('Crowd', 'uploaded_transcript')
  const content = lines(8000, (n) => `[${name(n)} ${name(n >> 3)}son${n % 4000}] I have a question.`)
  return (await send('POST', `/api/recordings/${id}/transcript`, { content })).said
})
await during('2: 120 long names of attendees', async () => {
  const attendees = Array.from({ length: 120 }, (_, n) => ({
    speakerId: '',
    name: `${'Maximilianus'.repeat(15)}${n}`,
  }))
  const { said } = await send('PUT', `/api/recordings/${long}/meeting-info`, { attendees, location: null })
  return `${said}, then ${(await send('GET', `/api/recordings/${long}/speakers`)).said}`
})
await during('2: 130,000 lines attached', async () => {
  const id = await newRecording('Endless', 'uploaded_transcript')
  return (
    await send('POST', `/api/recordings/${id}/transcript`, { content: lines(130_000, (n) => `Line ${n}`) })
  ).said
})

// 3. The disk.
const flac = join(folder, 'bomb.flac')
await promisify(execFile)('ffmpeg', [
  ...['-hide_banner', '-loglevel', 'error', '-f', 'lavfi', '-i', 'anullsrc=r=655340:cl=7.1', '-t', '120'],
  ...['-c:a', 'flac', '-frame_size', '65535', '-strict', '-2', flac],
])
const silence = join(folder, 'silence.flac')
await promisify(execFile)('ffmpeg', [
  ...['-hide_banner', '-loglevel', 'error', '-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo', '-t', '7200'],
  ...['-c:a', 'flac', '-frame_size', '65535', '-strict', '-2', silence],
])
const form = new FormData()
form.set('title', 'Bomb')
form.set('userId', '1')
form.set('audio', new Blob([readFileSync(flac)], { type: 'audio/flac' }), 'bomb.flac')
const bomb = (
  await (await fetch(`${appliance.url}/api/recordings/upload`, { method: 'POST', body: form })).json()
).id
const size = `${(statSync(flac).size / 1e3).toFixed(0)} KB`
await during(
  `3: a FLAC of ${size} (2 minutes, 8 channels, 655 kHz: 1.3 GB as they are) as a WAV`,
  async () => {
    const answer = await fetch(`${appliance.url}/api/convertToWav/${bomb}`)
    let bytes = 0
    if (answer.body) for await (const part of answer.body) bytes += part.length
    return `${answer.status}, ${(bytes / 1e6).toFixed(0)} MB`
  },
)
const quiet = new FormData()
quiet.set('title', 'Silence')
quiet.set('userId', '1')
quiet.set('audio', new Blob([readFileSync(silence)], { type: 'audio/flac' }), 'silence.flac')
const still = (
  await (await fetch(`${appliance.url}/api/recordings/upload`, { method: 'POST', body: quiet })).json()
).id
await during(
  `3: two hours of silence in ${(statSync(silence).size / 1e3).toFixed(0)} KB as a WAV of 1.4 GB`,
  async () => (await send('GET', `/api/convertToWav/${still}`)).said,
)
await during('3: 18 conversions at once, and a live chunk meanwhile', async () => {
  const formats = Array.from({ length: 18 }, (_, n) => `/api/convertTo${n % 2 ? 'Mp3' : 'Wav'}/${bomb}`)
  const all = formats.map(async (path) => {
    const answer = await fetch(appliance.url + path)
    await answer.arrayBuffer()
    return answer.status
  })
  const live = await newRecording('Live')
  const since = performance.now()
  const chunk = await fetch(`${appliance.url}/api/recordings/${live}/epochs/0/chunks/0`, {
    method: 'PUT',
    headers: { 'content-type': 'audio/webm;codecs=opus' },
    body: new Uint8Array(16_000),
  })
  const ms = (performance.now() - since).toFixed(0)
  return `${[...new Set(await Promise.all(all))].join(' ')}; the chunk ${chunk.status} after ${ms} ms`
})
await during('3: 300 MB for a recording that is not there', async () => {
  const part = new Uint8Array(1_000_000)
  let sent = 0
  const body = new ReadableStream({
    pull(controller) {
      if (sent === 300_000_000) return controller.close()
      controller.enqueue(part)
      sent += part.length
    },
  })
  const answer = await fetch(`${appliance.url}/api/binary-upload/999999`, {
    method: 'POST',
    headers: { 'content-type': 'audio/webm' },
    body,
    // @ts-expect-error -- undici needs it, and the types do not know it
    duplex: 'half',
  }).then(
    ({ status }) => String(status),
    () => 'refused while it was being sent',
  )
  return `${answer}, after ${sent / 1e6} MB had left the sender`
})

process.stdout.write(
  '| Attack | Answer | It took | Slowest answer of /api/health |\n| --- | --- | --- | --- |\n',
)
for (const { what, answer, seconds, slowest, failed } of rows)
  process.stdout.write(
    `| ${what} | ${answer} | ${seconds.toFixed(1)} s | ${slowest.toFixed(0)} ms${failed ? ` (${failed} failed)` : ''} |\n`,
  )
process.exit()
