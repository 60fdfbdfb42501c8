import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { Skeleton } from './Skeleton.tsx'

/** A screen's frame: its title and what stands below. */
export function Screen({
  title,
  subtitle,
  children,
}: {
  title: string
  subtitle?: string
  children: ReactNode
}) {
  return (
    <div className="max-w-6xl px-4 py-5 md:px-8 md:py-7 compact:pt-3">
      <h1 className="text-title font-semibold">{title}</h1>
      {subtitle && <p className="text-ink-2 compact:hidden">{subtitle}</p>}
      <div className="mt-5 compact:mt-3">{children}</div>
    </div>
  )
}

type NotFetchedProps = {
  what: string
  error: unknown
  onRetry: () => void
  /** What else is to be said. */
  more?: string
}

/** Stands where something could not be fetched. */
export function NotFetched({ what, error, onRetry, more }: NotFetchedProps) {
  return (
    <Banner
      tone="bad"
      icon={CircleAlert}
      live
      action={
        <Button small onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <p className="font-semibold">{what} could not be loaded</p>
      <p>
        {error instanceof Error ? error.message : String(error)} {more}
      </p>
    </Banner>
  )
}

type Answer<T> = {
  data: T | undefined
  error: unknown
  isValidating: boolean
  mutate: () => Promise<unknown>
}

type FetchedProps<T> = {
  answer: Answer<T>
  /** What it is: "The speech models". */
  what: string
  /** How many rows to leave room for. */
  rows: number
  /** Stands there instead of rows. */
  coming?: ReactNode
  children: (data: T) => ReactNode
}

/** What an answer shows: itself once it is there, rows of its size before, the reason when it does not come. */
export function Fetched<T>({ answer, what, rows, coming, children }: FetchedProps<T>) {
  if (answer.data !== undefined) return children(answer.data)
  if (answer.error && !answer.isValidating)
    return <NotFetched what={what} error={answer.error} onRetry={() => void answer.mutate()} />
  if (coming !== undefined) return coming
  return (
    <div
      role="status"
      aria-label={`${what}: loading`}
      className="divide-y divide-line rounded-md border border-line bg-surface"
    >
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-10 items-center px-4">
          <Skeleton className="h-3.5 w-1/2" />
        </div>
      ))}
    </div>
  )
}
