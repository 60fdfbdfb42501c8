import type { Passage } from '#contract/search.ts'
import type { FoundRow } from './store.ts'
import { unpackLines, type TimedLine } from './timed-lines.ts'

export type Found = Passage & {
  /** When its lines were said; none: nobody knows. */
  lines: readonly TimedLine[]
  /** Of the passage. */
  id: number
  /** What it is sorted by. */
  score: number
  /**
   * 0 to 1: how much of what the question's words say stands in it; rare words count for more, and those that stand
   * elsewhere in the same source for something.
   */
  coverage: number
  /** Nearness in meaning, -1 to 1, as nearest.ts has it; null without an embedding model. */
  likeness: number | null
}

/** One that nobody compared with a question. */
export const foundOf = (row: FoundRow): Found => ({
  ...present(row),
  id: row.id,
  score: 1,
  coverage: 1,
  likeness: null,
})

/** Row → what is told of it. */
export function present(row: FoundRow): Passage & Pick<Found, 'lines'> {
  return {
    kind: row.kind,
    sourceId: row.source_id,
    title: row.title,
    date: row.date,
    text: row.text,
    at: row.at_ms === null ? null : row.at_ms / 1000,
    page: row.page,
    speaker: row.speaker,
    item: row.item,
    minutesHref: null,
    lines: unpackLines(row.lines),
    href: hrefOf(row),
  }
}

/** Opens it at its second, or at its page. */
function hrefOf({ href, at_ms, page }: FoundRow): string | null {
  if (href === null) return null
  if (at_ms !== null) return `${href}?t=${Math.floor(at_ms / 1000)}`
  return page === null ? href : `${href}${href.includes('?') ? '&' : '?'}page=${page}`
}
