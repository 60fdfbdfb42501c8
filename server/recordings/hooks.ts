import type { CaptureNow } from '#contract/capture.ts'
import type { Db, Handle } from '../db/open.ts'
import type { AppError } from '../errors.ts'

/** From one moment to another, in milliseconds. */
export type Passage = { fromMs: number; toMs: number }

/** What slices below add to a recording's life; registered in services.ts. */
export type RecordingHooks = {
  /** Runs in the transaction that stores a recording with sound. */
  soundArrived: ((handle: Handle, recordingId: number) => Promise<void>)[]
  /** Runs in the transaction that puts fuller sound in the place of what was there, before soundArrived. */
  soundReplaced: ((handle: Handle, recordingId: number) => Promise<void>)[]
  /**
   * Says why a recording may not be deleted now; null: it may. A sentence answers as `in_progress`, an AppError as itself
   * (`legal_hold`). Asked before anything is stopped, and again in the transaction that deletes.
   */
  refuseDelete: ((handle: Handle, recordingId: number) => Promise<string | AppError | null>)[]
  /** Stops what works on the recording; true once nothing does. */
  stopWork: ((db: Db, recordingId: number) => Promise<boolean>)[]
  /** Runs in the transaction that changes its words or what its meeting is called, at the end of that change. */
  changed: ((handle: Handle, recordingId: number) => Promise<void>)[]
  /** Runs in the transaction that moves it to the bin: what is found and told no longer knows it. */
  binned: ((handle: Handle, recordingId: number) => Promise<void>)[]
  /** Runs in the transaction that strikes a privileged passage: whatever holds words of it lets them go. */
  struck: ((handle: Handle, recordingId: number, passage: Passage) => Promise<void>)[]
  /** Runs in the transaction that deletes it, before the row goes. */
  deleting: ((handle: Handle, recordingId: number) => Promise<void>)[]
  /** Runs in the transaction that deletes a meeting with its last recording, before the row goes. */
  meetingDeleting: ((handle: Handle, meetingId: number) => Promise<void>)[]
  /** Runs in the transaction in which somebody writes the summary by hand. */
  summaryWritten: ((handle: Handle, recordingId: number, written: WrittenSummary) => Promise<void>)[]
  /** Who records it just now; null: nobody knows. Answers at once. */
  captureNow: (recordingId: number) => CaptureNow | null
  /** Of these recordings those whose words so far are live ones of the bundled model. */
  liveBundled: (handle: Handle, recordingIds: readonly number[]) => Promise<ReadonlySet<number>>
}

/** A summary by hand. */
export type WrittenSummary = {
  /** '' takes it away. */
  text: string
  /** The version of the minutes that was seen; null: there were none; undefined: nobody says. */
  basedOn: number | null | undefined
  /** null: nobody who is known. */
  personId: number | null
}

export const newHooks = (): RecordingHooks => ({
  soundArrived: [],
  soundReplaced: [],
  changed: [],
  refuseDelete: [],
  stopWork: [],
  binned: [],
  struck: [],
  deleting: [],
  meetingDeleting: [],
  summaryWritten: [],
  captureNow: () => null,
  liveBundled: async () => new Set(),
})

/** The hooks of which there may be several. */
type ListedHooks = {
  [K in keyof RecordingHooks as RecordingHooks[K] extends unknown[] ? K : never]: RecordingHooks[K]
}

/** What one slice adds: at most one of each. */
export type RecordingHandlers = {
  [K in keyof ListedHooks]?: ListedHooks[K] extends (infer Hook)[] ? Hook : never
}

export function addHandlers(hooks: ListedHooks, handlers: RecordingHandlers): void {
  for (const [name, handler] of Object.entries(handlers))
    (hooks[name as keyof ListedHooks] as unknown[]).push(handler)
}
