import { AppError } from '../../errors.ts'
import type { Person } from '../../people/service.ts'
import type { Capture } from '../../recordings/service.ts'
import { extensionOf } from '../finish/assemble.ts'
import type { Epoch } from './epochs.ts'

/** Sound leaves a hole: `nextChunk` is what comes next. */
export class ChunkGap extends AppError {
  readonly nextChunk: number

  constructor(nextChunk: number) {
    super('chunk_gap', `Some of the audio is missing: the next chunk is number ${nextChunk}.`)
    this.nextChunk = nextChunk
  }
}

export const ofAnother = (): AppError =>
  new AppError(
    'stale_version',
    'Another page is recording into this part already. Begin a new part of the recording.',
  )

export function requireSound(mimeType: string): void {
  if (extensionOf(mimeType) === null)
    throw new AppError('unsupported_media_type', 'A recorder must send audio.')
}

export const closed = (): AppError =>
  new AppError('recording_closed', 'This recording is closed. No more audio can be added to it.')

/** @throws AppError administrators_only */
export function requireRight(capture: Capture, person: Person): void {
  if (capture.personId !== person.id && !person.administrator)
    throw new AppError(
      'administrators_only',
      'Only the person who started this recording, or an administrator, can add to it.',
    )
}

/** Whether more sound may come. */
export const takesSound = ({ phase, ofRecorder, original }: Capture): boolean =>
  phase === null ? ofRecorder && !original : phase === 'open' || phase === 'lapsed'

/** An epoch has one writer. @throws AppError stale_version */
export function requireOwnEpoch(epoch: Epoch | undefined, recorder: string | null): void {
  if (epoch?.recorder && recorder && epoch.recorder !== recorder) throw ofAnother()
}

/** Deleted between two looks. */
export const goneIsNull = (error: unknown): null => {
  if (error instanceof AppError && error.code === 'not_found') return null
  throw error
}
