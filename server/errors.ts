import type { ErrorCode } from '#contract/errors.ts'

/** A failure with a stable code and a sentence for the person; `cause` is for the log alone. */
export class AppError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
  }
}
