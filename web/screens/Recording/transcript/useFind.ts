import { useDeferredValue, useEffect, useMemo, useState, type RefObject } from 'react'
import type { Segment } from '#contract/transcripts.ts'
import { findIn, type Match } from './find.ts'

export type Find = {
  open: boolean
  query: string
  matches: readonly Match[]
  at: number
  asked: number
  ask: () => void
  setQuery: (query: string) => void
  step: (by: 1 | -1) => void
  close: () => void
}

const none: readonly Match[] = []

/**
 * The search in the transcript. ⌘F and Ctrl+F open it instead of the browser's own, which cannot see the segments
 * that are not in the page; pressed a second time, in the bar itself, they open the browser's.
 */
export function useFind(
  segments: Segment[],
  card: RefObject<HTMLElement | null>,
  /** See findIn. */
  names: ReadonlyMap<number, string>,
): Find {
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const [asked, setAsked] = useState(0)
  const wanted = useDeferredValue(open ? query : '')
  const matches = useMemo(
    () => (wanted === '' ? none : findIn(segments, wanted, names)),
    [segments, wanted, names],
  )
  const possible = segments.length > 0

  useEffect(() => {
    if (!possible) return
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'f' ||
        !(event.metaKey || event.ctrlKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      const target = event.target as Element
      const nowhere = target === document.body || target.id === 'main'
      if (!nowhere && !card.current?.contains(target)) return
      if (target.closest('input, textarea')) return
      event.preventDefault()
      setOpen(true)
      setAsked((before) => before + 1)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [possible, card])

  return {
    open,
    query,
    matches,
    at: Math.min(at, Math.max(0, matches.length - 1)),
    asked,
    ask: () => {
      setOpen(true)
      setAsked(asked + 1)
    },
    setQuery: (next) => {
      setQuery(next)
      setAt(0)
    },
    step: (by) => setAt((before) => (before + by + matches.length) % Math.max(1, matches.length)),
    close: () => setOpen(false),
  }
}
