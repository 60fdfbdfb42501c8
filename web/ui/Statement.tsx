import { Play, Quote } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import type { Evidence } from '#contract/minutes.ts'
import { position } from './format.ts'

/**
 * Words that rest on what was said: a button at their end plays it, and while it is pointed at or focused the words
 * themselves stand below.
 * @param onPlay null: there is no sound
 */
export function Statement({
  evidence,
  onPlay,
  children,
}: {
  evidence: readonly Evidence[]
  onPlay: ((seconds: number) => void) | null
  children: ReactNode
}) {
  const id = useId()
  const first = evidence[0]
  if (!first) return <>{children}</>
  const Icon = onPlay ? Play : Quote
  return (
    <span className="group/said relative block">
      {children}{' '}
      <button
        type="button"
        aria-describedby={id}
        onClick={onPlay ? () => onPlay(first.start) : undefined}
        className="inline-flex items-center gap-1 rounded-md px-1 align-baseline text-xs text-ink-3 tabular-nums hover:bg-sunken hover:text-ink touch-room pointer-coarse:min-h-6 pointer-coarse:px-2 print:hidden"
      >
        <Icon size={12} strokeWidth={2} aria-hidden />
        <span className="sr-only">{onPlay ? 'Play what was said at' : 'What was said at'}</span>
        {position(first.start)}
      </button>
      <span
        id={id}
        role="tooltip"
        className="absolute inset-x-0 top-full z-20 hidden rounded-md border border-line bg-surface px-3 py-2 text-sm shadow-float group-has-[button:focus-visible]/said:block group-has-[button:hover]/said:block group-has-[button:active]/said:block print:hidden!"
      >
        {evidence.map(({ start, speaker, quote }) => (
          <span key={`${start} ${quote}`} className="mb-1 block last:mb-0">
            <span className="text-ink-2 tabular-nums">
              {position(start)}
              {speaker && ` ${speaker}`}
            </span>{' '}
            {quote}
          </span>
        ))}
      </span>
    </span>
  )
}
