import { SpellCheck } from 'lucide-react'
import type { TermOffer } from '#contract/terms.ts'
import { useAction } from '../hooks/busy-action.ts'
import { useTermChanges } from '../hooks/terms.ts'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'

type OfferedWordsProps = { offers: readonly TermOffer[]; className?: string }

const often = (times: number): string => (times === 2 ? 'twice' : `${times} times`)

/** Corrections that a person has made more than once, one a line; nothing is added by itself. */
export function OfferedWords({ offers, className }: OfferedWordsProps) {
  const { add, decline } = useTermChanges()
  const action = useAction()
  return (
    <div className={cx('space-y-2', className)}>
      {offers.map((offer) => {
        const { heard, meant, times } = offer
        return (
          <Banner
            key={`${heard}\n${meant}`}
            tone="neutral"
            icon={SpellCheck}
            live
            action={
              <div className="flex flex-wrap gap-2">
                <Button small disabled={action.busy} onClick={() => void action.run(() => add(meant, false))}>
                  Add<span className="sr-only"> {meant} to your words</span>
                </Button>
                <Button
                  small
                  look="quiet"
                  disabled={action.busy}
                  onClick={() => void action.run(() => decline(offer))}
                >
                  No<span className="sr-only">, do not add {meant}</span>
                </Button>
              </div>
            }
          >
            You changed “{heard}” to “{meant}” {often(times)}. Add it to your words?
          </Banner>
        )
      })}
      {action.error && (
        <p role="alert" className="text-bad">
          {action.error.message}
        </p>
      )}
    </div>
  )
}
