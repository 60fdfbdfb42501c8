import type { ErrorCode } from '#contract/errors.ts'

/** A failure with a stable code and a sentence for the person; `cause` is for the log alone. */
export class AppError extends Error {
  readonly code: ErrorCode
  /** Seconds after which the same may be tried again. */
  readonly retryAfter: number | null

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown; retryAfter?: number }) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
    this.retryAfter = options?.retryAfter ?? null
  }
}
