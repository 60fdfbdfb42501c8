import { createHash } from 'node:crypto'
import type { SearchKind } from '#contract/search.ts'

/** What a search is narrowed by. */
export type Filters = {
  kinds?: readonly SearchKind[] | undefined
  companyId?: number | undefined
  speaker?: string | undefined
  /** Days, both included. */
  from?: string | undefined
  to?: string | undefined
}

/** Words that nobody says; the index's stemmer changes them in the same way on both sides. */
const word = (of: string, value: string | number): string => `qz${of}${value}`

const speakerWord = (name: string): string =>
  word('s', createHash('sha256').update(name.trim().toLowerCase()).digest('hex').slice(0, 12))

/** Beside each passage. */
export function facetsOf(passage: {
  kind: SearchKind
  companyId: number | null
  date: string | null
  speakers: readonly string[]
}): string {
  const { kind, companyId, date, speakers } = passage
  const month = date?.slice(0, 7).replace('-', '')
  return [
    word('k', kind),
    ...(companyId === null ? [] : [word('c', companyId)]),
    ...(month ? [word('m', month), word('y', month.slice(0, 4))] : []),
    ...speakers.map(speakerWord),
  ].join(' ')
}

/** Of each group one must be there. Days are compared afterwards. */
export function facetGroups({ kinds, companyId, speaker, from, to }: Filters): string[][] {
  return [
    ...(kinds && kinds.length > 0 ? [kinds.map((kind) => word('k', kind))] : []),
    ...(companyId === undefined ? [] : [[word('c', companyId)]]),
    ...(speaker ? [[speakerWord(speaker)]] : []),
    ...(from || to ? [periodOf(from, to)] : []),
  ]
}

/** Months where they are few, else years: no meeting is older than the first, and none later than the last. */
const [firstYear, lastYear, mostMonths] = [1970, 2100, 36]

function periodOf(from: string | undefined, to: string | undefined): string[] {
  const [first, last] = [monthNumber(from ?? `${firstYear}-01`), monthNumber(to ?? `${lastYear}-12`)]
  if (first > last) return [word('m', 'none')]
  const range = (start: number, end: number): number[] =>
    Array.from({ length: end - start + 1 }, (_, i) => start + i)
  if (last - first < mostMonths)
    return range(first, last).map((month) =>
      word('m', `${Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`),
    )
  return range(Math.floor(first / 12), Math.floor(last / 12)).map((year) => word('y', year))
}

function monthNumber(day: string): number {
  const [year, month] = day.split('-').map(Number)
  const number = (year ?? 0) * 12 + (month ?? 1) - 1
  return Math.min(Math.max(number, firstYear * 12), lastYear * 12 + 11)
}
