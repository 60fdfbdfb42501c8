import type { ErrorCode } from '#contract/errors.ts'
import { AppError } from '../errors.ts'

/**
 * What anybody reads when the language model lets one down: what happened, and what to do. The technical reason (addresses,
 * memory, the server's own words) is for administrators: on the System screen (last-failure.ts) and in the log.
 */
const sentences: Partial<Record<ErrorCode, string>> = {
  language_unreachable:
    'The language model could not be reached. An administrator can see why on the System screen.',
  language_broke_off:
    'The language model’s answer broke off before its end. Try again; if it keeps happening, an administrator can see why on the System screen.',
  language_no_model:
    'There is no language model to ask. An administrator can fetch or choose one on the System screen.',
  language_busy: 'The language model is busy with other work. Try again in a few minutes.',
  language_timeout:
    'The language model took too long. Try again; what it has done of a long meeting is not asked for twice.',
  language_truncated:
    'The text is longer than the language model can handle at once. An administrator can choose a larger context size on the System screen.',
  language_invalid:
    'The language model gave no usable answer. Try again; if it keeps happening, an administrator can choose a larger model on the System screen.',
  language_failed: 'The language model failed. An administrator can see why on the System screen.',
}

/** Its failures have these codes. */
export const isOfLanguage = (error: unknown): error is AppError =>
  error instanceof AppError && sentences[error.code] !== undefined

/** What to say of a failure of the language model to whoever asked for its work. */
export const plainly = (code: ErrorCode): string => sentences[code] ?? sentences.language_failed!
