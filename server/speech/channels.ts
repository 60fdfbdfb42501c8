import { AppError } from '../errors.ts'
import { spawnChild } from '../processes/child.ts'
import { readUntrusted, runFfmpeg, sampleRate, type Ffmpeg } from './audio.ts'
import { speakerLabel, type Turn } from './diarise.ts'

/** How loud each of two channels is, frame by frame. */
export type Levels = { left: Float32Array; right: Float32Array }

/** Milliseconds of a frame. */
export const frameMs = 20

const rules = {
  /** Decibels. Quieter than this below the loudest speech is nobody's speech. */
  belowSpeech: 35,
  /** One channel is so much louder where one speaks: less where the voices say that there are two speakers anyway. */
  apart: { twoVoices: 6, oneVoice: 12 },
  /** Of the speech so much is clearly on one side, and the quieter of the two sides has at least this share and length. */
  clearShare: 0.75,
  leastShare: 0.04,
  leastMs: 3000,
  /** Both speak where neither channel is so much louder than the other. */
  bothWithin: 5,
  /** Shorter pauses within a turn are filled, then shorter turns dropped. Milliseconds. */
  fillMs: 300,
  turnMs: 200,
}

/**
 * Who spoke when, when each of two speakers has a channel of their own: a call, or two microphones.
 * @param options.voices how many voices were told apart
 * @returns null: it has not two channels, or they do not carry two speakers
 * @throws AppError audio_unreadable, conversion_failed
 */
export async function turnsByChannel(
  ffmpeg: Ffmpeg,
  input: string,
  { voices, signal }: { voices: number; signal: AbortSignal },
): Promise<Turn[] | null> {
  if (!(await hasTwoChannels(ffmpeg, input, signal))) return null
  const levels = await readLevels(ffmpeg, input, signal)
  return carryTwoSpeakers(levels, voices) ? turnsOf(levels) : null
}

async function hasTwoChannels(ffmpeg: Ffmpeg, input: string, signal: AbortSignal): Promise<boolean> {
  const { stderr } = await runFfmpeg(
    ffmpeg,
    [...readUntrusted(input), '-map', '0:a:0', '-t', '0.1', '-f', 'null', '-'],
    { signal },
  )
  return /Stream #0:\d+.*: Audio: [^\n]*\b(stereo|2 channels)\b/.test(stderr)
}

/** Each channel's root mean square per frame, at the times of the speech WAV (see decodeToWav). */
async function readLevels(ffmpeg: Ffmpeg, input: string, signal: AbortSignal): Promise<Levels> {
  signal.throwIfAborted()
  const child = spawnChild(
    ffmpeg.path,
    [
      ...['-nostdin', '-hide_banner', '-loglevel', 'error'],
      ...readUntrusted(input),
      ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-af', 'aresample=async=1:first_pts=0'],
      ...['-ac', '2', '-ar', String(sampleRate), '-c:a', 'pcm_s16le', '-f', 's16le', 'pipe:1'],
    ],
    { stdout: 'pipe', network: false, nice: 5 },
  )
  const abort = (): void => void child.process.kill('SIGKILL')
  signal.addEventListener('abort', abort)
  const meter = createMeter()
  try {
    for await (const chunk of child.process.stdout! as AsyncIterable<Buffer>) meter.add(chunk)
    const { code, signal: killedBy, error } = await child.ended
    signal.throwIfAborted()
    if (code !== 0)
      throw new AppError('conversion_failed', 'The two channels of this recording could not be read.', {
        cause: error ?? new Error(`${killedBy ?? code}: ${child.tail()}`),
      })
    return meter.levels()
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Adds up interleaved 16-bit samples as they come. */
function createMeter() {
  const perFrame = (sampleRate * frameMs) / 1000
  const left: number[] = []
  const right: number[] = []
  let sums = [0, 0]
  let count = 0
  let rest: Buffer = Buffer.alloc(0)
  return {
    add(chunk: Buffer): void {
      const data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      const whole = data.length - (data.length % 4)
      for (let at = 0; at < whole; at += 4) {
        sums[0]! += data.readInt16LE(at) ** 2
        sums[1]! += data.readInt16LE(at + 2) ** 2
        if (++count < perFrame) continue
        left.push(Math.sqrt(sums[0]! / count))
        right.push(Math.sqrt(sums[1]! / count))
        sums = [0, 0]
        count = 0
      }
      rest = data.subarray(whole)
    },
    levels: (): Levels => ({ left: Float32Array.from(left), right: Float32Array.from(right) }),
  }
}

const decibels = (value: number): number => 20 * Math.log10(Math.max(value, 1))

/** The level above which somebody speaks. */
function speechLevel({ left, right }: Levels): number {
  const louder = Array.from(left, (value, i) => decibels(Math.max(value, right[i]!))).toSorted(
    (a, b) => a - b,
  )
  const loud = louder[Math.floor(louder.length * 0.95)] ?? 0
  return Math.max(loud - rules.belowSpeech, 20)
}

/** Whether most speech is clearly on one side or the other, and enough of it on each. */
export function carryTwoSpeakers(levels: Levels, voices: number): boolean {
  const floor = speechLevel(levels)
  const apart = voices >= 2 ? rules.apart.twoVoices : rules.apart.oneVoice
  let speech = 0
  let onLeft = 0
  let onRight = 0
  for (const [i, value] of levels.left.entries()) {
    const left = decibels(value)
    const right = decibels(levels.right[i]!)
    if (Math.max(left, right) < floor) continue
    speech++
    if (left - right >= apart) onLeft++
    else if (right - left >= apart) onRight++
  }
  const fewer = Math.min(onLeft, onRight)
  return (
    onLeft + onRight >= speech * rules.clearShare &&
    fewer >= speech * rules.leastShare &&
    fewer * frameMs >= rules.leastMs
  )
}

/** The turns of whoever is on each channel; the one who speaks first is Speaker 1. */
export function turnsOf(levels: Levels): Turn[] {
  const floor = speechLevel(levels)
  const speaks = (own: Float32Array, other: Float32Array): boolean[] =>
    Array.from(own, (value, i) => {
      const mine = decibels(value)
      return mine >= floor && mine >= decibels(other[i]!) - rules.bothWithin
    })
  const sides = [
    spansOf(speaks(levels.left, levels.right)),
    spansOf(speaks(levels.right, levels.left)),
  ].toSorted((a, b) => (a[0]?.startMs ?? Infinity) - (b[0]?.startMs ?? Infinity))
  return sides
    .flatMap((spans, i) => spans.map((span) => ({ ...span, speaker: speakerLabel(i) })))
    .toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs)
}

function spansOf(speaks: boolean[]): { startMs: number; endMs: number }[] {
  const spans: { startMs: number; endMs: number }[] = []
  for (const [i, isOn] of speaks.entries()) {
    if (!isOn) continue
    const startMs = i * frameMs
    const open = spans.at(-1)
    if (open && startMs - open.endMs <= rules.fillMs) open.endMs = startMs + frameMs
    else spans.push({ startMs, endMs: startMs + frameMs })
  }
  return spans.filter(({ startMs, endMs }) => endMs - startMs >= rules.turnMs)
}
