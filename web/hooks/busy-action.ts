import { useState } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import { ApiError } from '../api.ts'

/** Something that a person has set going: whether it runs, and what went wrong the last time. */
export type Action = {
  busy: boolean
  error: Error | null
  /** Runs `work` once at a time. @returns whether it came through */
  run: (work: () => Promise<unknown>) => Promise<boolean>
  clear: () => void
  /** The error's sentence when it is one of these codes: to be shown beside the field that it is about. */
  sentence: (...codes: ErrorCode[]) => string | undefined
}

export function useAction(): Action {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  return {
    busy,
    error,
    run: async (work) => {
      if (busy) return false
      setBusy(true)
      setError(null)
      try {
        await work()
        return true
      } catch (cause) {
        setError(cause instanceof Error ? cause : new Error(String(cause)))
        return false
      } finally {
        setBusy(false)
      }
    },
    clear: () => setError(null),
    sentence: (...codes) =>
      error instanceof ApiError && error.code && codes.includes(error.code) ? error.message : undefined,
  }
}
