import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, type RefObject } from 'react'
import { useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { Segment } from '#contract/transcripts.ts'

/** The segment of a moment that a link names (`?t=83`), where nothing can be played from there; null: none. */
function citedAt(segments: readonly Segment[], search: string): number | null {
  const at = new URLSearchParams(search).get('t')
  if (at === null || !/^\d{1,7}$/.test(at)) return null
  const exact = segments.findIndex(({ start }) => Math.floor(start) === Number(at))
  const index = exact >= 0 ? exact : segments.findLastIndex(({ start }) => start <= Number(at))
  return index >= 0 ? index : null
}

/** Brings what a link to a written meeting cites into view, and says which segment it is; followed again, it does so again. */
export function useCited(
  segments: readonly Segment[],
  {
    box,
    lines,
    canPlay,
  }: { box: RefObject<HTMLDivElement | null>; lines: Virtualizer<HTMLDivElement, Element>; canPlay: boolean },
): number | null {
  const search = useSearch()
  const followed = useHistoryState<unknown>()
  const cited = canPlay ? null : citedAt(segments, search)
  useEffect(() => {
    if (cited === null) return
    lines.scrollToIndex(cited, { align: 'center' })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [cited, followed, box, lines])
  return cited
}
