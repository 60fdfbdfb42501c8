import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { errorBody } from '#contract/errors.ts'
import { recording as recordingShape } from '#contract/recordings.ts'
import { captureState, type CaptureState } from '#contract/capture.ts'
import { getTranscript, until } from './client.ts'
import { made, temporaryFolder } from './files.ts'

const run = promisify(execFile)
export const webm = 'audio/webm;codecs=opus'

/** What a browser records: WebM with Opus, written as it goes, without a duration. Noise, so that no two parts are alike. */
export async function recordedWebm(seconds: number, seed = 1): Promise<Buffer> {
  const file = join(await temporaryFolder(), 'recorded.webm')
  const source = `anoisesrc=duration=${seconds}:seed=${seed}:amplitude=0.3:sample_rate=48000`
  const live = ['-c:a', 'libopus', '-b:a', '128k', '-f', 'webm', '-live', '1', '-cluster_time_limit', '1000']
  await made(file, source, '-ac', '1', ...live)
  return readFile(file)
}

/** Six seconds whose time stamps jump by twenty hours in their middle. */
export async function jumpingWebm(): Promise<Buffer> {
  const file = join(await temporaryFolder(), 'jumping.webm')
  const source = 'anoisesrc=duration=6:seed=1:amplitude=0.3:sample_rate=48000'
  const jump = ['-af', "asetpts='if(gt(T,3),PTS+72000/TB,PTS)'"]
  const live = ['-c:a', 'libopus', '-b:a', '64k', '-f', 'webm', '-live', '1', '-cluster_time_limit', '1000']
  await made(file, source, ...jump, '-ac', '1', ...live)
  return readFile(file)
}

/** The same of a sound file. */
export async function asRecorded(wav: string): Promise<Buffer> {
  const file = join(await temporaryFolder(), 'recorded.webm')
  const live = ['-c:a', 'libopus', '-b:a', '128k', '-f', 'webm', '-live', '1', '-cluster_time_limit', '1000']
  await run('ffmpeg', ['-loglevel', 'error', '-i', wav, '-ac', '1', '-ar', '48000', ...live, file])
  return readFile(file)
}

/** The same as two recorders make it, one after the other. @param cut where the second begins, in seconds */
export async function recordedParts(wav: string, cut: number): Promise<Buffer[]> {
  const folder = await temporaryFolder()
  const files = [join(folder, 'one.wav'), join(folder, 'two.wav')]
  await run('ffmpeg', [
    ...['-loglevel', 'error', '-i', wav, '-t', String(cut), files[0]!],
    ...['-ss', String(cut), files[1]!],
  ])
  return Promise.all(files.map(asRecorded))
}

/** The same numbers each time. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

export async function newRecording(url: string, title = 'Board meeting'): Promise<number> {
  const answer = await fetch(`${url}/api/recordings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title, userId: 1 }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return recordingShape.parse(((await answer.json()) as { recording: unknown }).recording).id
}

export function sendChunk(
  url: string,
  id: number,
  [epoch, number]: [number, number],
  body: Uint8Array,
  type = webm,
  query: Record<string, string | number> = {},
): Promise<Response> {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return fetch(`${url}/api/recordings/${id}/epochs/${epoch}/chunks/${number}?${text}`, {
    method: 'PUT',
    headers: { 'content-type': type },
    body: body as Uint8Array<ArrayBuffer>,
  })
}

/** Chunks from 0 on; each must be accepted. */
export async function sendAll(url: string, id: number, epoch: number, chunks: Uint8Array[]): Promise<void> {
  for (const [number, chunk] of chunks.entries()) {
    const answer = await sendChunk(url, id, [epoch, number], chunk)
    if (!answer.ok) throw new Error(`chunk ${number} answered ${answer.status}: ${await answer.text()}`)
  }
}

export const slices = (bytes: Uint8Array, size: number): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size))

export async function getCapture(url: string, id: number): Promise<CaptureState> {
  return captureState.parse(await (await fetch(`${url}/api/recordings/${id}/capture`)).json())
}

/** What a refusal says. */
export const codeOf = async (answer: Response): Promise<[number, string]> => [
  answer.status,
  errorBody.parse(await answer.json()).code,
]

export function binaryUpload(
  url: string,
  id: number,
  body: Uint8Array | null,
  query = '',
): Promise<Response> {
  return fetch(`${url}/api/binary-upload/${id}${query}`, {
    method: 'POST',
    headers: { 'content-type': 'audio/webm' },
    body: body as Uint8Array<ArrayBuffer> | null,
  })
}

export async function original(url: string, id: number): Promise<Buffer> {
  const answer = await fetch(`${url}/api/recordings/${id}/download`)
  if (!answer.ok) throw new Error(await answer.text())
  return Buffer.from(await answer.arrayBuffer())
}

/** About a second of what `asRecorded` gives, in bytes. */
export const secondOfSound = 16_000

/** Waits until a piece of a recording under way is transcribed. @returns its segments, without those of the live pass */
export async function followed(url: string, id: number): Promise<number[]> {
  const segments = await until(
    async () => {
      const transcript = await getTranscript(url, id)
      expect(transcript.complete).toBe(false)
      return transcript.segments.map((segment) => segment.id).filter((segment) => segment > 0)
    },
    (ids) => ids.length > 0,
    50,
  )
  return segments
}

/** Seconds of sound that really can be decoded. */
export async function decodedSeconds(bytes: Uint8Array): Promise<number> {
  const file = join(await temporaryFolder(), 'sound')
  await writeFile(file, bytes)
  const wav = `${file}.raw`
  await run('ffmpeg', ['-loglevel', 'error', '-i', file, '-ac', '1', '-ar', '16000', '-f', 's16le', wav])
  return (await readFile(wav)).length / 32_000
}

/** A meeting as a browser's recorder sends it: a chunk a second. */
export async function recordedChunks(wav: string, seconds?: number): Promise<Buffer[]> {
  const file = join(await temporaryFolder(), 'meeting.webm')
  const live = ['-c:a', 'libopus', '-b:a', '64k', '-f', 'webm', '-live', '1', '-cluster_time_limit', '1000']
  const length = seconds === undefined ? [] : ['-t', String(seconds)]
  await run('ffmpeg', ['-loglevel', 'error', '-i', wav, ...length, '-ac', '1', '-ar', '48000', ...live, file])
  const webm = await readFile(file)
  const cluster = Buffer.from([0x1f, 0x43, 0xb6, 0x75])
  const starts: number[] = []
  for (let at = webm.indexOf(cluster); at !== -1; at = webm.indexOf(cluster, at + 4)) starts.push(at)
  return starts.map((from, i) => webm.subarray(i === 0 ? 0 : from, starts[i + 1] ?? webm.length))
}
