import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { inputClass } from '../../../ui/Field.tsx'
import { matchesAtMost } from './find.ts'

type FindBarProps = {
  query: string
  onQuery: (query: string) => void
  /** How many places there are, and which stands in view. */
  count: number
  at: number
  onStep: (by: 1 | -1) => void
  onClose: () => void
  /** Counts the times that it was asked for, so that asking again selects the words. */
  asked: number
}

export function FindBar({ query, onQuery, count, at, onStep, onClose, asked }: FindBarProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.select()
  }, [asked])

  const words =
    query.trim() === ''
      ? ''
      : count === 0
        ? 'Not found'
        : `${at + 1} of ${count.toLocaleString('en-GB')}${count === matchesAtMost ? ' or more' : ''}`
  return (
    <search className="flex items-center gap-1 border-b border-line px-2 py-1.5 print:hidden">
      <input
        ref={input}
        type="search"
        aria-label="Find in the transcript"
        placeholder="Find in the transcript"
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            onStep(event.shiftKey ? -1 : 1)
          } else if (event.key === 'Escape') {
            event.preventDefault()
            onClose()
          }
        }}
        className={cx(inputClass, 'min-w-0 max-w-80 flex-1')}
      />
      <p
        role="status"
        className={cx(
          'min-w-20 px-2 text-sm whitespace-nowrap tabular-nums',
          words === 'Not found' ? 'text-bad' : 'text-ink-2',
        )}
      >
        {words}
      </p>
      <IconButton icon={ChevronUp} label="Previous place" disabled={count === 0} onClick={() => onStep(-1)} />
      <IconButton icon={ChevronDown} label="Next place" disabled={count === 0} onClick={() => onStep(1)} />
      <IconButton icon={X} label="Close find" className="ml-auto" onClick={onClose} />
    </search>
  )
}
