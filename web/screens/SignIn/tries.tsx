import { CircleAlert, Clock } from 'lucide-react'
import { ApiError } from '../../api.ts'
import { useNow } from '../../hooks/page.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'

/** Seconds until the server listens again after too many tries; 0: it does. */
export function useWait(error: Error | null): number {
  const now = useNow(1000)
  const retryAt = error instanceof ApiError && error.code === 'too_many_tries' ? error.retryAt : null
  return retryAt === null ? 0 : Math.max(0, Math.ceil((retryAt - now) / 1000))
}

/** "45 s", "1 min 05 s" */
export function inWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`
}

/** What went wrong with a try, and how long to wait. */
export function Failure({ error, wait }: { error: Error; wait: number }) {
  const tooMany = error instanceof ApiError && error.code === 'too_many_tries'
  // Once the time is over its sentence is no longer true.
  if (tooMany && error.retryAt !== null && wait === 0) return null
  return (
    <Banner tone={tooMany ? 'warn' : 'bad'} icon={tooMany ? Clock : CircleAlert} live>
      {error.message}
    </Banner>
  )
}

/** The button that sends a form; while it has to wait it says for how long. */
export function Send({ label, busy, wait }: { label: string; busy: boolean; wait: number }) {
  return (
    <Button look="primary" type="submit" disabled={busy || wait > 0} className="w-full tabular-nums">
      {wait > 0 ? `Try again in ${inWords(wait)}` : label}
    </Button>
  )
}
