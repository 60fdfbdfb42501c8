import type { ErrorCode } from '#contract/errors.ts'
import { AppError } from '../errors.ts'

/** How often each kind of failure is tried in all. */
const tries = {
  /** The connection is refused, drops, or breaks the protocol; see patientTries. */
  connection: 4,
  /** 503: others are being served. */
  busy: 6,
  /** Nothing came for too long. */
  slow: 2,
  /** The server failed inside. */
  failed: 2,
  /** The answer is no JSON, does not fit the schema, or goes in circles. */
  answer: 3,
  /** Trying again cannot help. */
  never: 1,
} as const

/** Work that nobody waits for waits out a restart of Ollama, which takes up to a minute. */
const patientTries = 8

/** Something went wrong with one try; `code` and the sentence are what becomes of it when no other helps. */
export class Trouble extends Error {
  readonly code: ErrorCode
  readonly kind: keyof typeof tries
  /** What the server asked for before the next try. */
  readonly waitMs: number | null
  /** For the model, when it is asked again. */
  readonly hint: string | null

  constructor(
    kind: keyof typeof tries,
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; waitMs?: number | null; hint?: string } = {},
  ) {
    super(message, options)
    this.name = 'Trouble'
    this.kind = kind
    this.code = code
    this.waitMs = options.waitMs ?? null
    this.hint = options.hint ?? null
  }

  toAppError(): AppError {
    return new AppError(this.code, this.message, { cause: this.cause ?? this })
  }
}

/** Counts the tries of one request, by kind: each has its own patience. */
export function createPatience(pauseMs: (failures: number) => number, { patient = false } = {}) {
  const failures = new Map<Trouble['kind'], number>()
  return {
    /** How long to wait before the next try; null: there is none. */
    next(trouble: Trouble): number | null {
      const count = (failures.get(trouble.kind) ?? 0) + 1
      failures.set(trouble.kind, count)
      const most = patient && trouble.kind === 'connection' ? patientTries : tries[trouble.kind]
      if (count >= most) return null
      // Another answer is had at once; a server needs time.
      return trouble.kind === 'answer' ? 0 : (trouble.waitMs ?? pauseMs(count))
    },
  }
}

/** What is asked outside of a request: one try, and the failure as the user is to see it. */
export async function once<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Trouble ? error.toAppError() : error
  }
}
