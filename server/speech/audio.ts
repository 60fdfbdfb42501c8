import { open, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { watchSpace } from '../files/disk.ts'
import { bytes } from '../files/size.ts'
import { syncFile } from '../files/write.ts'
import { endChild, spawnChild } from '../processes/child.ts'

/** An ffmpeg that was seen to run. */
export type Ffmpeg = { path: string; version: string }

/** The first that runs of: FFMPEG_BIN, ffmpeg-static's, the one on PATH; null when there is none. */
export async function findFfmpeg(config: Pick<Config, 'ffmpegBin'>): Promise<Ffmpeg | null> {
  for (const path of [config.ffmpegBin, bundledFfmpeg(), 'ffmpeg']) {
    if (!path) continue
    const version = await ffmpegVersion(path)
    if (version) return { path, version }
  }
  return null
}

/** ffmpeg as it was found first; throws as long as there is none. */
export function ffmpegFinder(config: Pick<Config, 'ffmpegBin'>): () => Promise<Ffmpeg> {
  let found: Ffmpeg | null = null
  return async () => {
    found ??= await findFfmpeg(config)
    if (found) return found
    throw new AppError(
      'conversion_failed',
      'ffmpeg is not installed on the appliance. `appliance doctor` says what to do.',
    )
  }
}

/** ffmpeg-static is optional and its download may have failed: then the package or the file is not there. */
function bundledFfmpeg(): string | null {
  try {
    const path: unknown = createRequire(import.meta.url)('ffmpeg-static')
    return typeof path === 'string' ? path : null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return null
    throw error
  }
}

async function ffmpegVersion(path: string): Promise<string | null> {
  const child = spawnChild(path, ['-version'], { stdout: 'pipe' })
  let text = ''
  child.process.stdout!.on('data', (data: Buffer) => (text += String(data)))
  const { code } = await child.ended
  return code === 0 ? (/version (\S+)/.exec(text)?.[1] ?? 'unknown') : null
}

/**
 * What ffmpeg may make of an uploaded file. Playlists and the like (hls, concat, dash …) are left out, since they make
 * ffmpeg open other files; with the protocol list nothing goes to the network either.
 */
export const audioFormats =
  'wav,w64,mp3,aac,flac,ogg,matroska,webm,mov,mp4,m4a,3gp,3g2,mj2,avi,asf,aiff,amr,au,ac3,eac3,caf,opus,mpeg,mpegts'
const hostileInput = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', audioFormats]

/** Silence that is put in where a time line has holes, in all: no meeting sleeps longer, and a damaged one may claim days. */
const mostSilenceSeconds = 3600
/** More than any decoder was seen to need; that hour of silence takes a quarter of it. */
export const decoderMemory = 1_500_000_000
/** Each thread's stack counts as memory, and a machine may have a hundred cores. */
export const fewThreads = ['-filter_threads', '1', '-filter_complex_threads', '1']

/** Sound as the engines take it: 16 kHz, mono. */
export const sampleRate = 16_000

/**
 * What gives 16 kHz, mono, with the holes of the source's time line filled. ffmpeg holds the whole silence of a hole in
 * memory, so it is put in last, where it is smallest; and the time line is bent before, so that it has no more than the limit.
 */
export const speechFilter = [
  `aresample=${sampleRate}`,
  'aformat=sample_fmts=s16:channel_layouts=mono',
  `asetpts='if(isnan(PTS),NAN,min(PTS,(N/SR+${mostSilenceSeconds})/TB))'`,
  'aresample=async=1:first_pts=0',
].join(',')

const maxHours = 24
/** No sign of life for so long: it is stuck on a malformed file. */
const stallMs = 120_000

export type DecodeOptions = {
  signal?: AbortSignal
  /** Told 0 to 1; never when the file does not say how long it is. */
  onProgress?: (part: number) => void
}

/** @property temporary the name until it is whole */
export type ConvertOptions = DecodeOptions & { temporary?: string }

export type Decoded = { durationMs: number; hasVideo: boolean }

/**
 * Any sound or video file → what the speech engine hears: WAV, 16 kHz, mono, 16 bits. Gaps in the source's time line
 * are filled, so that times in the result are times in the source (up to an hour of gaps). The file appears when it is whole.
 * @throws AppError audio_unreadable when it is no sound that ffmpeg can read, disk_full
 */
export async function decodeToWav(
  ffmpeg: Ffmpeg,
  input: string,
  output: string,
  options: DecodeOptions = {},
): Promise<Decoded> {
  const { stderr } = await convert(ffmpeg, input, output, {
    ...options,
    arguments: ['-af', speechFilter, '-c:a', 'pcm_s16le', '-f', 'wav'],
  })
  const durationMs = await wavDurationMs(output)
  // Cover pictures in music files count as video streams for ffmpeg.
  const hasVideo = /Stream #0.*: Video:(?!.*\(attached pic\))/.test(stderr)
  return { durationMs, hasVideo }
}

const mostBytes = 2 ** 35
/** Speech coded as small as any codec can becomes a few hundred times as large; only silence made for it becomes more. */
const mostUnpacked = 1000
/** What even a small file may become: hours of silence, coded well. */
const alwaysBytes = 256 * 1024 ** 2
/** A file of 8 channels at 655 kHz is made to fill the disk: nobody hears more than this. */
const atMost48kHz = [
  '-af',
  'aformat=sample_rates=8000|11025|16000|22050|32000|44100|48000:channel_layouts=mono|stereo',
]

/**
 * A copy in another format: WAV of at most 48 kHz and two channels, or MP3 of 128 kbit/s.
 * @throws AppError audio_unreadable, disk_full
 */
export async function convertAudio(
  ffmpeg: Ffmpeg,
  input: string,
  output: string,
  format: 'wav' | 'mp3',
  options: ConvertOptions,
): Promise<void> {
  const codec =
    format === 'wav'
      ? [...atMost48kHz, '-c:a', 'pcm_s16le', '-rf64', 'auto', '-f', 'wav'] // beyond 4 GB a plain WAV says nonsense
      : // With a constant rate nothing has to be written at the beginning once the end is known: it is read as it is made.
        ['-c:a', 'libmp3lame', '-b:a', '128k', '-write_xing', '0', '-f', 'mp3']
  await convert(ffmpeg, input, output, { ...options, arguments: codec })
}

async function convert(
  ffmpeg: Ffmpeg,
  input: string,
  output: string,
  {
    signal,
    onProgress,
    arguments: codec,
    temporary = `${output}.${randomUUID()}.tmp`,
  }: ConvertOptions & { arguments: string[] },
): Promise<{ stderr: string }> {
  const room = new AbortController()
  const stopWatching = watchSpace(dirname(temporary), (error) => room.abort(error))
  const given = (await stat(input)).size
  const limit = Math.min(mostBytes, Math.max(alwaysBytes, given * mostUnpacked))
  try {
    const { stderr } = await runFfmpeg(
      ffmpeg,
      [
        ...readUntrusted(input),
        ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1'],
        ...['-t', String(maxHours * 3600), '-fs', String(limit), ...codec, `file:${temporary}`],
      ],
      { signal: signal ? AbortSignal.any([signal, room.signal]) : room.signal, onProgress },
    )
    const made = (await stat(temporary)).size
    if (made === 0) throw explain(stderr)
    // ffmpeg stops within a packet of its limit and says nothing of it.
    if (made > limit * 0.99)
      throw new AppError(
        'audio_unreadable',
        `This file of ${bytes(given)} unpacks to more than ${bytes(limit)}, which no recording of speech does. The file itself is kept.`,
      )
    await syncFile(temporary)
    await rename(temporary, output)
    return { stderr }
  } finally {
    stopWatching()
    await rm(temporary, { force: true })
  }
}

/** ffmpeg's arguments for reading a file that somebody sent. */
export const readUntrusted = (input: string): string[] => [...hostileInput, '-i', `file:${input}`]

/**
 * Runs ffmpeg until it ends, is told to, or gets stuck.
 * @returns what it wrote to stderr at first, how far its output reached (ms), and how many bytes that is (0: it did not say)
 * @throws AppError audio_unreadable, disk_full; conversion_failed when ffmpeg itself could not run
 */
export async function runFfmpeg(
  ffmpeg: Ffmpeg,
  args: string[],
  { signal, onProgress, cwd }: DecodeOptions & { cwd?: string } = {},
): Promise<{ stderr: string; reachedMs: number; writtenBytes: number }> {
  signal?.throwIfAborted()
  let stderr = ''
  const child = spawnChild(
    ffmpeg.path,
    ['-nostdin', '-hide_banner', '-nostats', '-y', '-progress', 'pipe:1', ...fewThreads, ...args],
    {
      ...(cwd && { cwd }),
      stdout: 'pipe',
      nice: 5,
      network: false,
      memory: decoderMemory,
      onStderr: (text) => {
        if (stderr.length < 65_536) stderr += text // the head says what is in the file; child.tail() has the end
      },
    },
  )
  let lastSign = Date.now()
  let stalled = false
  let said = ''
  let reachedMs = 0
  let writtenBytes = 0
  child.process.stdout!.on('data', (data: Buffer) => {
    lastSign = Date.now()
    said = (said + String(data)).slice(-4096) // a line may come in two
    writtenBytes = Number([...said.matchAll(/total_size=(\d+)\n/g)].at(-1)?.[1] ?? 0)
    const done = [...said.matchAll(/out_time_us=(\d+)\n/g)].at(-1)?.[1]
    if (!done) return
    reachedMs = Number(done) / 1000
    const total = durationSeconds(stderr)
    if (total) onProgress?.(Math.min(1, reachedMs / 1000 / total))
  })
  const abort = (): void => void child.process.kill('SIGKILL')
  signal?.addEventListener('abort', abort)
  const watchdog = setInterval(() => {
    if (Date.now() - lastSign <= stallMs) return
    stalled = true
    void endChild(child, 1000)
  }, 5000)
  try {
    const { code, signal: killedBy, error } = await child.ended
    signal?.throwIfAborted()
    if (stalled)
      throw new AppError(
        'audio_unreadable',
        'ffmpeg got stuck on this file, so it is probably damaged. The file itself is kept.',
      )
    // 126 and 127 come from setpriv when there is no such program; a signal from the system when memory is short.
    if (error || killedBy || code === 126 || code === 127)
      throw new AppError(
        'conversion_failed',
        'ffmpeg could not do its work; the file itself is kept. `npx appliance doctor` says whether it is installed.',
        {
          cause: error ?? new Error(`${killedBy ?? code}: ${child.tail()}`),
        },
      )
    if (code !== 0) throw explain(`${stderr}\n${child.tail()}`)
    return { stderr, reachedMs, writtenBytes }
  } finally {
    clearInterval(watchdog)
    signal?.removeEventListener('abort', abort)
  }
}

function explain(stderr: string): AppError {
  const cause = new Error(stderr.trim().split('\n').slice(-6).join(' · '))
  if (/No space left on device/.test(stderr))
    return new AppError('disk_full', "The appliance's disk is full. The recording itself is safe.", { cause })
  if (/Cannot allocate memory/.test(stderr))
    return new AppError(
      'audio_unreadable',
      'Reading this file takes more memory than any audio or video should, so it is probably damaged. The file itself is kept.',
      { cause },
    )
  if (/matches no streams|does not contain any stream/.test(stderr))
    return new AppError('audio_unreadable', 'This file has no audio.', { cause })
  return new AppError(
    'audio_unreadable',
    'The audio in this file could not be read: it is damaged, or not an audio or video file. The file itself is kept.',
    { cause },
  )
}

function durationSeconds(stderr: string): number | null {
  const match = /Duration: (\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(stderr)
  return match ? Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]) : null
}

const bytesPerMs = (sampleRate * 2) / 1000

/** How the names of files end that hold bare samples; they may still grow. */
export const bareSamples = '.s16le'

/** Where the samples begin in a WAV file that ffmpeg wrote (it puts a LIST chunk before them). */
async function dataStart(file: string): Promise<{ offset: number; bytes: number }> {
  if (file.endsWith(bareSamples)) {
    const { size } = await stat(file)
    return { offset: 0, bytes: size - (size % 2) }
  }
  const handle = await open(file, 'r')
  try {
    const head = Buffer.alloc(4096)
    const { bytesRead } = await handle.read(head, 0, head.length, 0)
    const { size } = await handle.stat()
    let at = 12
    while (at + 8 <= bytesRead) {
      const id = head.toString('latin1', at, at + 4)
      const length = head.readUInt32LE(at + 4)
      if (id === 'data') return { offset: at + 8, bytes: Math.min(length, size - at - 8) }
      at += 8 + length + (length % 2)
    }
    throw new AppError('audio_unreadable', 'The converted audio is damaged.')
  } finally {
    await handle.close()
  }
}

/** Length of a WAV of ours in milliseconds. */
export async function wavDurationMs(file: string): Promise<number> {
  return (await dataStart(file)).bytes / bytesPerMs
}

/** Opens a WAV of ours to read parts of it. Times in milliseconds; beyond the end there is nothing. */
export async function openSamples(file: string): Promise<{
  durationMs: number
  read(fromMs: number, toMs: number): Promise<Int16Array>
  close(): Promise<void>
}> {
  const { offset, bytes } = await dataStart(file)
  const handle = await open(file, 'r')
  return {
    durationMs: bytes / bytesPerMs,
    async read(fromMs, toMs) {
      const from = Math.max(0, Math.round(fromMs * (sampleRate / 1000)) * 2)
      const to = Math.min(bytes, Math.round(toMs * (sampleRate / 1000)) * 2)
      const samples = new Int16Array(Math.max(0, to - from) >> 1)
      const buffer = Buffer.from(samples.buffer)
      let filled = 0
      while (filled < buffer.length) {
        const { bytesRead } = await handle.read(
          buffer,
          filled,
          buffer.length - filled,
          offset + from + filled,
        )
        if (bytesRead === 0) break
        filled += bytesRead
      }
      return samples.subarray(0, filled >> 1)
    },
    close: () => handle.close(),
  }
}
