import type { Handle } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import { isActive } from '../../jobs/queue.ts'
import type { RecordingsService } from '../../recordings/service.ts'
import { wordsUnder } from '../speakers/diarisation-results.ts'
import { findRunning, findTranscript, type TranscriptRow } from '../store.ts'

export const emptyText = 'Please enter some text for the transcript or cancel editing'

/** The current version, or while there is none the one that is being transcribed. */
export async function visibleTranscript(
  handle: Handle,
  recordings: RecordingsService,
  recordingId: number,
): Promise<TranscriptRow | null> {
  const current = await recordings.currentTranscript(handle, recordingId)
  return current === null ? findRunning(handle, recordingId) : findTranscript(handle, current)
}

export type VersionDeps = { recordings: RecordingsService; jobName: string }

/**
 * What a person may edit now.
 * @returns the current version, and the one that the person saw: the one whose words it has, when speakers were added
 *   since
 * @throws AppError stale_version, in_progress
 */
export async function requireBaseVersion(
  { recordings, jobName }: VersionDeps,
  trx: Handle,
  recordingId: number,
  basedOn: number | undefined,
): Promise<{ base: TranscriptRow | null; seen: TranscriptRow | null }> {
  const base = await visibleTranscript(trx, recordings, recordingId)
  if (base?.state === 'running' && (await isActive(trx, jobName, recordingId)))
    throw new AppError(
      'in_progress',
      'This recording is still being transcribed. Its text can be edited when that has ended.',
    )
  const version = base?.version ?? 0
  if (basedOn === undefined || basedOn === version) return { base, seen: base }
  const under = base && (await wordsUnder(trx, base))
  if (under?.version === basedOn) return { base, seen: under }
  throw staleVersion(version, basedOn)
}

export const staleVersion = (version: number, basedOn: number): AppError =>
  new AppError(
    'stale_version',
    `The transcript has since changed: it is at version ${version}, and you were editing version ${basedOn}. Nothing was saved. Copy your text, reload the transcript and make your changes there.`,
  )
