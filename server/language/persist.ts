import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { createPatience, Trouble } from './trouble.ts'

/** One try of a request. */
export type Attempt = {
  /** From 1. */
  number: number
  /** Why the one before failed; null: this is the first. */
  last: Trouble | null
  /** Fires when the caller or the deadline ends it. */
  signal: AbortSignal
  leftMs: number
}

/** `patient`: see createPatience. */
export type Bounds = { signal: AbortSignal; deadlineMs: number; patient?: boolean }

/**
 * Tries until it works, the kind of failure has used up its tries, or the deadline has come.
 * @throws AppError; the caller's reason when their signal fired
 */
export async function persist<T>(
  { signal, deadlineMs, patient = false }: Bounds,
  { log, pauseMs }: { log: Log; pauseMs: (failures: number) => number },
  work: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const endsAt = Date.now() + deadlineMs
  const deadline = AbortSignal.timeout(deadlineMs)
  const both = AbortSignal.any([signal, deadline])
  const patience = createPatience(pauseMs, { patient })
  let last: Trouble | null = null
  for (let number = 1; ; number++) {
    signal.throwIfAborted()
    if (deadline.aborted) throw late(deadlineMs, last)
    try {
      return await work({ number, last, signal: both, leftMs: endsAt - Date.now() })
    } catch (error) {
      signal.throwIfAborted()
      if (deadline.aborted) throw late(deadlineMs, last ?? error)
      if (!(error instanceof Trouble)) throw error
      const waitMs = patience.next(error)
      // What went wrong says more than that time ran out while waiting for it to pass.
      if (waitMs === null || Date.now() + waitMs > endsAt) throw error.toAppError()
      log.info({ code: error.code, kind: error.kind, number, waitMs }, 'the language model is asked again')
      last = error
      await rest(waitMs, both)
    }
  }
}

/** Ends early, without a word, when the signal fires: whoever waits looks at it next. */
async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

function late(deadlineMs: number, cause: unknown): AppError {
  const minutes = Math.round(deadlineMs / 60_000)
  const within = minutes > 1 ? `${minutes} minutes` : `${Math.max(1, Math.round(deadlineMs / 1000))} seconds`
  return new AppError(
    'language_timeout',
    `The language model did not finish within ${within}. A smaller model or a smaller context answers sooner.`,
    { cause },
  )
}
