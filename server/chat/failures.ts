import { stoppedWords, troubleWords, type ChatMessage, type Citation } from '#contract/chat.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { AppError } from '../errors.ts'
import { checkUnfinished } from './check.ts'
import { SpeechBegan } from './turns.ts'
import type { Opening } from './words.ts'

/** Whatever the model's failure, the passages are still there to be shown: nothing is wrong with the question. */
const openings: Partial<Record<ErrorCode, Opening>> = {
  language_unreachable: 'unreachable',
  language_broke_off: 'broke_off',
  language_no_model: 'no_model',
  language_busy: 'busy',
  language_timeout: 'slow',
  language_truncated: 'too_long',
  language_invalid: 'unusable',
  language_failed: 'failed',
}

/** How an answer of passages begins after the model has let one down; null: that is a failure to tell. */
export function openingAfter(error: unknown): Opening | null {
  if (error instanceof SpeechBegan) return 'recording'
  return error instanceof AppError ? (openings[error.code] ?? null) : null
}

/** What a director is told; the cause is for the log and for System. */
const reasons: Partial<Record<ErrorCode, string>> = {
  not_found: 'This conversation has since been deleted.',
}

export function reasonFor(error: unknown): string {
  const known = error instanceof AppError ? reasons[error.code] : undefined
  return known ?? 'Please try again.'
}

/** What had come of an answer when it ended early. */
export type Unfinished = { text: string; citations: Citation[] }

/** An answer that ended early, as it is kept: what had come of it, checked as far as it goes, and why there is no more. */
export function unfinishedAnswer(
  { text: raw, citations: given }: Unfinished,
  why: { origin: 'stopped' } | { origin: 'failed'; error: unknown },
): Pick<ChatMessage, 'text' | 'origin' | 'citations' | 'unsupported'> {
  const checked = checkUnfinished(raw, given)
  const end = why.origin === 'stopped' ? stoppedWords : `${troubleWords} ${reasonFor(why.error)}`
  return { ...checked, text: checked.text === '' ? end : `${checked.text}\n\n${end}`, origin: why.origin }
}
