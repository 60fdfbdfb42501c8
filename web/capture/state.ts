import { useSyncExternalStore } from 'react'
import type { QueueState } from './queue.ts'
import { kindsOf, type Input, type Kind, type Source } from './sources.ts'
import { noText, type LiveText } from './text.ts'

/**
 * The page's one recorder. It lives outside the screen, so that a person may look at another one while it records.
 * `ready`, `starting`, `recording`; `stopping`: the tail is being caught; `saving`: the rest is being sent;
 * `unsaved`: it could not be sent and is kept here.
 */
export type Recorder = {
  phase: 'ready' | 'starting' | 'recording' | 'stopping' | 'saving' | 'unsaved'
  /** Of the recording under way. */
  title: string
  recordingId: number | null
  source: Source
  /** The person has it paused. */
  paused: boolean
  /** What is recorded; null while there is nothing to record from. */
  stream: MediaStream | null
  /** What that is made of, each with its level. */
  inputs: Input[]
  /** Where an input ended by itself; `at` in seconds of the recording. */
  endings: readonly { kind: Kind; at: number }[]
  /** Nothing has been heard for ten seconds. */
  silent: boolean
  /** Of two inputs those that have been silent so long while the other one was heard. */
  silentKinds: readonly Kind[]
  /** Whether those present have been told, as it was said at the start. */
  peopleTold: boolean
  /** Why there was nothing to record from when it was to begin; the screen explains it until that works. */
  noSound: NoSound | null
  /** How many seconds are recorded: what was, and since when more comes (performance.now()). */
  clock: { before: number; since: number | null }
  queue: QueueState
  /** False when this browser could not keep the sound on its own disk too. */
  keptHere: boolean
  /** Why it could not be saved. */
  failure: string | null
  /** What was saved last. */
  savedId: number | null
  /** What was recorded last was ended by a person on another page or device; `at` is ISO 8601. */
  endedElsewhere: { id: number; title: string; startedAt: string; at: string } | null
  /** What the poll for its transcript has come to. */
  outcome: 'polling' | 'working' | 'ready' | 'none' | null
  text: LiveText
}

/** `denied`: the microphone; `broken`: there is none, or it does not work; `not_shared`: the tab or screen. */
export type NoSound = {
  why: 'denied' | 'broken' | 'not_shared'
  message: string
  /** A recording that was to go on; it has a button of its own. */
  resuming: boolean
}

export const nothingRecorded: Omit<Recorder, 'source' | 'savedId' | 'endedElsewhere' | 'outcome' | 'text'> = {
  phase: 'ready',
  title: '',
  recordingId: null,
  paused: false,
  stream: null,
  inputs: [],
  endings: [],
  silent: false,
  silentKinds: [],
  peopleTold: false,
  noSound: null,
  clock: { before: 0, since: null },
  queue: { safe: 0, waiting: 0, trouble: null },
  keptHere: true,
  failure: null,
}

let state: Recorder = {
  ...nothingRecorded,
  source: 'microphone',
  savedId: null,
  endedElsewhere: null,
  outcome: null,
  text: noText,
}
const listeners = new Set<() => void>()

export function recorder(): Recorder {
  return state
}

export function change(part: Partial<Recorder>): void {
  state = { ...state, ...part }
  for (const listener of listeners) listener()
}

export function changeText(part: (text: LiveText) => LiveText): void {
  change({ text: part(state.text) })
}

export function useRecorder(): Recorder {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, recorder)
}

/** Seconds recorded so far. */
export function elapsed({ clock }: Recorder): number {
  return clock.before + (clock.since === null ? 0 : (performance.now() - clock.since) / 1000)
}

/** What the recording was to be made of and no longer comes, while the rest goes on. */
export function missingKinds({ phase, stream, source, inputs }: Recorder): readonly Kind[] {
  if (phase !== 'recording' || stream === null) return []
  return kindsOf(source).filter((kind) => !inputs.some((input) => input.kind === kind))
}

/** True from Start until all of it is on the server: leaving the page would end it or leave some of it behind. */
export function isBusy({ phase }: Recorder): boolean {
  return phase !== 'ready'
}
