import type { Passage } from '#contract/search.ts'
import type { Found } from './service.ts'
import type { FoundRow } from './store.ts'
import { unpackLines } from './timed-lines.ts'

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
