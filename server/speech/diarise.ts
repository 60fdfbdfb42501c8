import { join } from 'node:path'
import { availableMemory } from 'node:process'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { bytes } from '../files/size.ts'
import { spawnChild } from '../processes/child.ts'
import { wavDurationMs } from './audio.ts'
import type { Span } from './vad.ts'
import { cutAroundMs } from './windows.ts'

/** A stretch in which one speaker speaks; turns of different speakers may overlap. */
export type Turn = Span & { speaker: string }

/** What one speaker sounds like. */
export type Voice = {
  speaker: string
  /** Sound in which nobody else speaks, in milliseconds. */
  cleanMs: number
  /** Of length 1; its numbers mean something to the embedding model that made it alone. Null: too little clean sound. */
  embedding: number[] | null
}

/** Speakers are "Speaker 1", "Speaker 2" … in the order in which they first speak; turns are in order of time. */
export type Diarised = { turns: Turn[]; voices: Voice[] }

/** Two models for sherpa-onnx that go together, and the settings that suit them. */
export type DiarisationPair = {
  segmentation: string
  embedding: string
  settings: DiarisationSettings
}

export type DiarisationSettings = {
  /** Voices whose distance is less are one speaker's: higher finds fewer speakers. Not used when their number is given. */
  threshold: number
  /** Seconds: shorter turns are dropped, shorter pauses within a turn are filled. */
  minDurationOn: number
  minDurationOff: number
}

/** What the child program is told, on stdin. Without `wav` it only tries whether the models work. */
export const diariserRequest = z.object({
  wav: z.string().nullable(),
  /** Where one voice is heard alone: nothing is asked but what it sounds like. */
  alone: z.array(z.object({ startMs: z.number(), endMs: z.number() })).nullable(),
  segmentation: z.string(),
  embedding: z.string(),
  settings: z.object({ threshold: z.number(), minDurationOn: z.number(), minDurationOff: z.number() }),
  speakers: z.number().nullable(),
  /** `speakers` is how many there are at most, not how many there are. */
  atMost: z.boolean(),
  threads: z.number(),
  /** A longer recording is looked at in windows of about this length. */
  windowMs: z.number(),
})
export type DiariserRequest = z.infer<typeof diariserRequest>

/** What it says, a line of JSON each on stdout: how far it is, and at last what it found. Milliseconds. */
export const diariserMessage = z.union([
  z.object({ progress: z.number() }),
  z.object({
    turns: z.array(z.object({ speaker: z.number(), startMs: z.number(), endMs: z.number() })),
    voices: z.array(
      z.object({ speaker: z.number(), cleanMs: z.number(), embedding: z.array(z.number()).nullable() }),
    ),
  }),
])
export type DiariserMessage = z.infer<typeof diariserMessage>
type Found = Extract<DiariserMessage, { turns: unknown }>

/** Long enough that everybody who matters in it speaks for a while; all of a meeting at once would take memory. */
export const windowAtMostMs = 15 * 60_000

// The child's peak with sherpa-onnx-node 1.13.8 and the carried models: 270 MB for 3 minutes, 318 MB for 15, so 258 MB and
// 66 KB a second (all samples of a window as floats). A quarter is put on each. Windows do not add up.
const memory = { atRest: 322e6, perSecond: 83e3 }

/** What it takes, in bytes, for so much sound: as much as its longest window. */
export function memoryNeeded(durationMs: number, windowMs = windowAtMostMs): number {
  const seconds = Math.min(durationMs, windowMs + cutAroundMs) / 1000
  return memory.atRest + memory.perSecond * seconds
}

/** It runs at about 60 times real time with small models and 5 with large ones on an old machine. */
const deadline = { atLeastMs: 180_000, timesLength: 2 }
/** Loading is slow on a machine that is busy. */
const checkDeadlineMs = 120_000

/**
 * Tells the speakers in a recording apart, by sherpa-onnx in a process of its own: it computes for minutes without a
 * break, a damaged model ends its process, and it takes all samples at once.
 * @param wav 16 kHz mono, or bare samples
 * @param options.speakers how many there are; null: it is found out
 * @param options.atMost it is found out, and no more than `speakers`
 * @param options.onProgress told 0 to 1
 * @param options.freeMemory bytes, for tests
 * @throws AppError memory_short; model_damaged when the models cannot be used; diarisation_failed when the process died
 *   or ran beyond its deadline; whatever the signal fires with
 */
export async function diarise(
  wav: string,
  options: {
    appRoot: string
    models: DiarisationPair
    speakers: number | null
    atMost?: boolean
    threads: number
    /** For tests. */
    windowMs?: number
    signal: AbortSignal
    onProgress?: (part: number) => void
    freeMemory?: () => number
  },
): Promise<Diarised> {
  const { appRoot, models, speakers, threads, signal, onProgress } = options
  const { windowMs = windowAtMostMs, atMost = false, freeMemory = availableMemory } = options
  const durationMs = await wavDurationMs(wav)
  const need = memoryNeeded(durationMs, windowMs)
  const free = freeMemory()
  if (free < need)
    throw new AppError(
      'memory_short',
      `Telling the speakers of this recording apart takes about ${bytes(need)} of memory, and ${bytes(free)} are free. Close other programs on the appliance's machine, then try again.`,
    )
  const found = await runDiariser(
    appRoot,
    { ...models, wav, alone: null, speakers, atMost, threads, windowMs },
    {
      signal,
      onProgress,
      deadlineMs: deadline.atLeastMs + deadline.timesLength * durationMs,
    },
  )
  return inOrder(found)
}

/**
 * Loads both models and has them work on a moment of noise, in a process that a bad one may bring down.
 * @throws AppError model_damaged, diarisation_failed
 */
export async function checkDiarisationModels(appRoot: string, models: DiarisationPair): Promise<void> {
  await runDiariser(
    appRoot,
    {
      ...models,
      wav: null,
      alone: null,
      speakers: null,
      atMost: false,
      threads: 1,
      windowMs: windowAtMostMs,
    },
    { signal: new AbortController().signal, deadlineMs: checkDeadlineMs },
  )
}

/** The child program, whatever it is asked. */
export async function runDiariser(
  appRoot: string,
  request: DiariserRequest,
  { signal, onProgress, deadlineMs }: RunOptions,
): Promise<Found> {
  signal.throwIfAborted()
  const program = join(appRoot, 'dist', 'server', 'diariser.js')
  const child = spawnChild(process.execPath, [program], {
    ...{ stdin: 'pipe', stdout: 'pipe', nice: 5, network: false },
  })
  let found: Found | null = null
  let begun = false
  let rest = ''
  child.process.stdout!.setEncoding('utf8')
  child.process.stdout!.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const message = readMessage(line)
      if (message && 'turns' in message) found = message
      else if (message) {
        begun = true
        onProgress?.(message.progress)
      }
    }
  })
  let late = false
  const abort = (): void => void child.process.kill('SIGKILL')
  signal.addEventListener('abort', abort)
  const timer = setTimeout(() => {
    late = true
    abort()
  }, deadlineMs)
  try {
    // A child that ended before it read everything says so by its end.
    child.process.stdin!.on('error', () => undefined)
    child.process.stdin!.end(JSON.stringify(request))
    const ended = await child.ended
    signal.throwIfAborted()
    if (found !== null && ended.code === 0) return found
    throw explain({ ...ended, late, begun, tail: child.tail() })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

type RunOptions = { signal: AbortSignal; deadlineMs: number; onProgress?: (part: number) => void }

/** sherpa-onnx itself may print what is no message of ours. */
function readMessage(line: string): DiariserMessage | null {
  if (!line.startsWith('{')) return null
  return diariserMessage.parse(JSON.parse(line))
}

function explain(end: {
  code: number | null
  signal: NodeJS.Signals | null
  error: Error | null
  late: boolean
  begun: boolean
  tail: string
}): AppError {
  const cause = end.error ?? new Error(`${end.signal ?? end.code}: ${end.tail.trim().slice(-1000)}`)
  const text = 'The speakers of this recording could not be told apart'
  if (end.late)
    return new AppError('diarisation_failed', `${text}: it took far longer than it should.`, { cause })
  // sherpa-onnx ends its process when it cannot use a model; once it works on the sound the models are in order.
  const killed = end.signal === 'SIGKILL' || end.signal === 'SIGTERM'
  if (!end.begun && !killed && !end.error && !/Cannot find (module|package)/.test(end.tail))
    return new AppError(
      'model_damaged',
      'The models that tell speakers apart are damaged or not of the right kind. Fetch them again with `npx appliance models pull diarisation`.',
      { cause },
    )
  return new AppError('diarisation_failed', `${text}: the program that does it ended unexpectedly.`, {
    cause,
  })
}

/** Numbers of clusters → "Speaker 1" for whoever speaks first. */
function inOrder({ turns, voices }: Found): Diarised {
  const sorted = turns.toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs)
  const numbers = [...new Set(sorted.map(({ speaker }) => speaker))]
  const label = (speaker: number): string => speakerLabel(numbers.indexOf(speaker))
  return {
    turns: sorted.map((turn) => ({ ...turn, speaker: label(turn.speaker) })),
    voices: voices
      .map((voice) => ({ ...voice, speaker: label(voice.speaker) }))
      .toSorted((a, b) => a.speaker.localeCompare(b.speaker, 'en', { numeric: true })),
  }
}

/** @param index from 0 */
export const speakerLabel = (index: number): string => `Speaker ${index + 1}`
