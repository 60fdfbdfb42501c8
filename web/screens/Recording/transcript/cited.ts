import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, type RefObject } from 'react'
import { useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { Segment } from '#contract/transcripts.ts'
import { useQuoted } from '../../../hooks/quoted.ts'
import { placeOf } from '../../../ui/quote.ts'
import type { Match } from './find.ts'

/** The segment of a line (`?line=12`), or of a moment (`?t=83`) where nothing can be played from there; null: none. */
function citedAt(segments: readonly Segment[], search: string, canPlay: boolean): number | null {
  const query = new URLSearchParams(search)
  const line = Number(query.get('line'))
  if (Number.isInteger(line) && line > 0 && line <= segments.length) return line - 1
  const at = query.get('t')
  if (canPlay || at === null || !/^\d{1,7}$/.test(at)) return null
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
  const cited = citedAt(segments, search, canPlay)
  useEffect(() => {
    if (cited === null) return
    lines.scrollToIndex(cited, { align: 'center' })
    box.current?.scrollIntoView({ block: 'nearest' })
    // Followed on this page, the focus stays where more of it can be followed.
    if (!followed) box.current?.focus({ preventScroll: true })
  }, [cited, followed, box, lines])
  return cited
}

/** Where the words stand that a link names (`#said=…`), as one that was found. */
export function useQuotedPassage(
  segments: readonly Segment[],
  box: RefObject<HTMLDivElement | null>,
): { places: Match[]; gone: boolean } {
  const quote = useQuoted('said')
  const places = useMemo(() => (quote === null ? [] : placesOf(quote, segments)), [quote, segments])
  const found = places.length > 0
  useEffect(() => {
    if (quote === null || !found) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [quote, found, box])
  return { places, gone: quote !== null && !found }
}

/** The first one. */
function placesOf(quote: string, segments: readonly Segment[]): Match[] {
  for (const [segment, { text }] of segments.entries()) {
    const place = placeOf(quote, text)
    if (place) return [{ segment, ...place, inName: false }]
  }
  return []
}
