import { Unplug } from 'lucide-react'
import { UnreachableError } from '../api.ts'
import { reconnectNow, useConnection } from '../live.ts'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { Float } from './Floating.tsx'
import { timeOfDay } from './format.ts'

type StaleBannerProps = {
  /** What is no longer kept true: "The list below". */
  what: string
  /** The last attempt to fetch it failed with this. */
  error?: unknown
  onRetry: () => void
  className?: string
}

/** Says that what is shown is old, since when, and why; nothing while all is well. */
export function StaleBanner({ what, error, onRetry, className }: StaleBannerProps) {
  const { state, trueAt } = useConnection()
  if (state !== 'lost' && !error) return null
  const unreachable = state === 'lost' || error instanceof UnreachableError
  const since = trueAt === null ? 'older' : `from ${timeOfDay(new Date(trueAt).toISOString())}`
  const reason = unreachable
    ? 'the server cannot be reached. It will be tried again automatically; nothing saved is lost.'
    : `it could not be reloaded: ${error instanceof Error ? error.message : String(error)}`
  return (
    // Over the page and not in it: what is read when the line drops must not jump.
    <Float>
      <Banner
        tone="warn"
        icon={Unplug}
        live
        className={cx('shadow-float sm:flex-col! sm:items-start!', className)}
        action={
          <Button
            small
            onClick={() => {
              reconnectNow()
              onRetry()
            }}
          >
            Try now
          </Button>
        }
      >
        {what} is {since}; {reason}
      </Banner>
    </Float>
  )
}
