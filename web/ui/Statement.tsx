import { Play, Quote } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { Evidence } from '#contract/minutes.ts'
import { cx } from './cx.ts'
import { isTimed, useLineOf } from '../hooks/transcript-lines.ts'
import { position } from './format.ts'

/**
 * Words that rest on what was said: a button at their end plays it, or shows it in the transcript, and while it is pointed at
 * or focused the words themselves stand beside it, where there is room in the window.
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
  const [path, navigate] = useLocation()
  const [above, setAbove] = useState(false)
  const first = evidence[0]
  const line = useLineOf(first)
  if (!first) return <>{children}</>
  const timed = isTimed(first)
  const plays = onPlay !== null && timed
  const Icon = plays ? Play : Quote
  const place = (button: Element) => setAbove(button.getBoundingClientRect().bottom > innerHeight * 0.6)
  // Another state each time: it is followed again, wherever the transcript has been scrolled to meanwhile.
  const show = () => {
    const place = timed
      ? `?t=${Math.floor(first.start)}`
      : line === null
        ? `#said=${encodeURIComponent(first.quote)}`
        : `?line=${line}`
    navigate(`${path}${place}`, { replace: true, state: { followed: Date.now() } })
  }
  return (
    <span className="group/said relative block">
      {children}{' '}
      <button
        type="button"
        aria-describedby={id}
        onClick={plays ? () => onPlay(first.start) : show}
        onPointerEnter={(event) => place(event.currentTarget)}
        onFocus={(event) => place(event.currentTarget)}
        className={cx(
          'inline-flex items-center gap-1 rounded-md px-1 align-baseline text-xs text-ink-3 tabular-nums',
          'hover:bg-sunken hover:text-ink touch-room pointer-coarse:min-h-6 pointer-coarse:px-2 print:hidden',
        )}
      >
        <Icon size={12} strokeWidth={2} aria-hidden />
        <span className="sr-only">
          {plays
            ? 'Play what was said at'
            : `Show in the transcript what was said${timed ? ' at' : ':'}`}{' '}
        </span>
        {timed ? position(first.start) : line === null ? (first.speaker ?? 'Transcript') : `Line ${line}`}
      </button>
      <span
        id={id}
        role="tooltip"
        className={cx(
          'absolute inset-x-0 z-20 hidden max-h-[40vh] overflow-y-auto rounded-md border border-line bg-surface px-3 py-2 text-sm shadow-float',
          above ? 'bottom-full' : 'top-full',
          'group-has-[button:focus-visible]/said:block group-has-[button:hover]/said:block group-has-[button:active]/said:block print:hidden!',
        )}
      >
        {evidence.map(({ start, end, speaker, quote }) => (
          <span key={`${start} ${quote}`} className="mb-1 block last:mb-0">
            <span className="text-ink-2 tabular-nums">
              {[isTimed({ start, end }) && position(start), speaker].filter(Boolean).join(' ')}
            </span>{' '}
            {quote}
          </span>
        ))}
        <span className="mt-1.5 block border-t border-line pt-1.5 text-ink-2">
          {plays ? 'Plays from here' : 'Show in the transcript'}
        </span>
      </span>
    </span>
  )
}
