import type { SearchKind } from '#contract/search.ts'
import { facetsOf } from './facets.ts'
import { shortEnough } from './cut.ts'
import { packLines } from './timed-lines.ts'
import type { SearchEntry } from './source.ts'
import type { PassageRow, Place } from './store.ts'

/** What says where a passage is, where its words are the same. */
export const placeNames = [
  'at_ms',
  'page',
  'speaker',
  'item',
  'lines',
  'facets',
] as const satisfies (keyof Place)[]

/** What is found → rows, in its order. */
export const rowsOf = (
  kind: SearchKind,
  entry: SearchEntry,
): Omit<PassageRow, 'id' | 'source' | 'position'>[] =>
  entry.passages.flatMap(shortEnough).map(({ text, at, page, speaker, speakers, item, lines }) => ({
    text,
    context: contextOf(entry, speaker),
    at_ms: at === null ? null : Math.round(at * 1000),
    page,
    speaker,
    item: item ?? null,
    lines: packLines(lines),
    facets: facetsOf({
      kind,
      companyId: entry.companyId ?? null,
      date: entry.date,
      speakers: speakers ?? (speaker === null ? [] : [speaker]),
    }),
  }))

/** What a passage is also found by: where it is from, who says it and when. */
function contextOf({ title, date, also }: SearchEntry, speaker: string | null): string {
  const day = date === null ? '' : dayInWords.format(new Date(date))
  return [title, speaker ?? '', day, also ?? ''].filter(Boolean).join('. ')
}

const dayInWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
