import { createContext, useContext } from 'react'
import type { Evidence } from '#contract/minutes.ts'

/** The lines of the page's transcript, from 1, by their segments' ids. */
export const TranscriptLines = createContext<ReadonlyMap<number, number>>(new Map())

/** A text without times has all of its lines at 0, and none of them takes any. */
export const isTimed = ({ start, end }: { start: number; end: number }): boolean => start > 0 || end > 0

/** Which line it is in the transcript on the page; null: the transcript is another one by now. */
export function useLineOf(evidence: Evidence | undefined): number | null {
  const lines = useContext(TranscriptLines)
  return (evidence && lines.get(evidence.segments[0] ?? -1)) ?? null
}
