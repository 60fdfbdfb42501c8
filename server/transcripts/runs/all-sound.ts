import type { Recording } from '#contract/recordings.ts'
import type { TranscriptRow } from '../store.ts'

/** Two ways to measure the same sound differ by less; seconds. */
const slack = 0.05

/**
 * Whether a version that is finished is of all the sound of its recording: sound that came late (its page was offline when
 * somebody else ended it) makes the version of before a short one, until the run that has heard it is done.
 */
export function hasAllSound({ status, capture }: Recording, origin: TranscriptRow['origin']): boolean {
  if (status === 'recording') return false
  // An uploaded file does not grow, and an attached text is whole as it is.
  if (capture === null || origin === 'upload') return true
  const { captured, transcribed } = capture
  const isWhole = captured > 0 && transcribed >= captured - slack
  // How long late sound is, is known only when it has been read.
  if (status === 'waiting' || status === 'transcribing') return isWhole
  return isWhole || captured === 0 || transcribed === 0
}
