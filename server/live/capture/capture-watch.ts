import type { Epoch, EpochHead } from './epochs.ts'

/** What goes along with a recording as it is made. */
export type CaptureWatch = {
  /** A chunk is on disk. Must not throw and returns at once. */
  appended(recording: { id: number; pieces: string; epochs: Epoch[] }, epoch: Epoch, bytes: Uint8Array): void
  /** The person has paused, and all that was said before has come. Returns at once. */
  paused?(recordingId: number): void
  /** No more sound comes for now; resolves when nothing of the folder is in use any more, and nothing is made of it. */
  ended(recordingId: number): Promise<void>
  /** The recording has its sound, or is gone: what became of it is not asked again. */
  forget(recordingId: number): void
}

/** A chunk as it comes, and the head of its epoch, for when it is the first. */
export type Chunk = EpochHead & { epoch: number; number: number; bytes: Uint8Array }
