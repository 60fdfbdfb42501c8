import type { FoundEverywhere, SearchKind, SnippetPart } from '#contract/search.ts'
import type { Db } from '../db/open.ts'
import { facetGroups, type Filters } from './facets.ts'
import { placed } from './placed.ts'
import { foundOf } from './present.ts'
import * as store from './store.ts'
import { contentWords, mostWords, stem, stemLength } from './query-words.ts'

/** A word that stands in more passages than this says little about any of them, and is not ranked by. */
const commonAbove = 5000
/** So many are looked at closely. */
const mostRanked = 400
/** Characters around what was found. */
const snippetLength = 220

/** Characters of a word and what stands after it. */
const longestRun = 60

/** Whether a person may see what was found. */
export type MaySee = (found: readonly { kind: SearchKind; sourceId: string }[]) => Promise<readonly boolean[]>

export type Looked = { found: FoundEverywhere[]; more: boolean; speakers: string[] }

/**
 * Finds words in everything. The index counts the passages of each word up to a limit. Where all words are below it, the
 * best are chosen by bm25. Where one is above it, bm25 would read the whole list of the passages that have it: then those
 * that came last and have all words are taken, which reads only the end of the list, and are ranked among themselves.
 */
export async function look(
  db: Db,
  query: string,
  filters: Filters,
  { offset, limit, maySee }: { offset: number; limit: number; maySee?: MaySee | undefined },
): Promise<Looked> {
  const words = wordsIn(query)
  if (words.length === 0) return { found: [], more: false, speakers: [] }
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, await store.countUpTo(db.read, word, commonAbove + 1))
  const rows = await candidates(db, words, counts, filters)
  const seen = maySee
    ? await maySee(rows.map(({ kind, source_id }) => ({ kind, sourceId: source_id })))
    : rows.map(() => true)
  const ranked = rows
    .filter((row, i) => seen[i] === true && isWithin(row.date, filters))
    .map((row) => ({ row, score: scoreOf(row, words, counts) }))
    .sort((a, b) => b.score - a.score || b.row.id - a.row.id)
  const speakers = new Set(ranked.flatMap(({ row }) => row.speaker ?? []))
  return {
    found: ranked.slice(offset, offset + limit).map(({ row }) => shown(row, words)),
    more: ranked.length > offset + limit,
    speakers: [...speakers].slice(0, 50),
  }
}

/** What was typed; where nothing of it says what it is about ("who is it"), all of it. */
function wordsIn(query: string): string[] {
  const telling = contentWords(query, mostWords)
  if (telling.length > 0) return telling
  return [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, mostWords)
}

async function candidates(
  db: Db,
  words: readonly string[],
  counts: ReadonlyMap<string, number>,
  filters: Filters,
): Promise<store.FoundRow[]> {
  const groups = facetGroups(filters)
  const rare = words.filter((word) => counts.get(word)! <= commonAbove)
  const all = words.map((word) => [word])
  const ids =
    rare.length === words.length && groups.length === 0
      ? await store.bestWithAll(db.read, words, mostRanked)
      : await store.newestWithAll(db.read, { words: all, facets: groups }, mostRanked)
  if (ids.length < mostRanked && words.length > 1 && rare.length > 0) {
    const some = await store.newestWithAll(db.read, { words: [rare], facets: groups }, mostRanked)
    ids.push(...some)
  }
  if (ids.length === 0) {
    const last = words.at(-1)!
    // Still being typed. Of two letters the index has too many words, and it keeps their stems alone.
    if (last.length <= 2) return []
    const wanted = { words: all.slice(0, -1), facets: groups, beginning: stem(last) }
    const begun = await store.passagesById(db.read, await store.newestWithAll(db.read, wanted, mostRanked))
    return begun.filter(({ text }) => wordsOf(text).some(({ word }) => word.startsWith(last)))
  }
  return store.passagesById(db.read, [...new Set(ids)].slice(0, 2 * mostRanked))
}

/** Months come from the index; days do not. */
function isWithin(date: string | null, { from, to }: Filters): boolean {
  if (!from && !to) return true
  const day = date?.slice(0, 10)
  return day !== undefined && (!from || day >= from) && (!to || day <= to)
}

/** Every word counts by how rare it is, and a little more the oftener it is said; what the title says counts as well. */
function scoreOf(row: store.FoundRow, words: readonly string[], counts: ReadonlyMap<string, number>): number {
  const text = row.text.toLowerCase()
  const title = row.title.toLowerCase()
  let score = 0
  for (const word of words) {
    const weight = Math.log(2 + (2 * commonAbove) / (1 + counts.get(word)!))
    const times = placesOf(text, stem(word)).length
    score += weight * ((2.2 * times) / (times + 1.2) + (placesOf(title, stem(word)).length > 0 ? 0.6 : 0))
  }
  const together = words.length > 1 && follows(text, words.map(stem)) ? 1.5 : 1
  return score * together + (row.kind === 'meeting' ? 0.3 : 0)
}

const letter = /[\p{L}\p{N}]/u
const isLetter = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return (
    (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code > 127 && letter.test(text.charAt(at)))
  )
}

/** Where words with this stem begin, in a text of small letters: looked for, since hundreds of texts are too long to take apart. */
function placesOf(text: string, wanted: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    const whole = wanted.length >= stemLength || !isLetter(text, at + wanted.length)
    if (whole && (at === 0 || !isLetter(text, at - 1))) places.push(at)
  }
  return places
}

/** The words stand one after the other. */
const follows = (text: string, wanted: readonly string[]): boolean =>
  placesOf(text, wanted[0]!).some((from) => {
    const said = wordsOf(text.slice(from, from + longestRun * wanted.length))
    return wanted.every((one, i) => stem(said[i]?.word ?? '') === one)
  })

const wordsOf = (text: string): { word: string; at: number }[] =>
  Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), (match) => ({ word: match[0].toLowerCase(), at: match.index }))

function shown(row: store.FoundRow, words: readonly string[]): FoundEverywhere {
  const stems = new Set(words.map(stem))
  const hits = wordsOf(row.text).filter(({ word }) => stems.has(stem(word)))
  const { from, parts } = snippetOf(row.text, hits)
  const at = hits.find((hit) => hit.at >= from) ?? hits[0]
  const sentence = { text: row.text.slice(at?.at ?? 0, (at?.at ?? 0) + 60), from: at?.at ?? 0 }
  const { lines: _lines, ...passage } = { ...placed(foundOf(row), sentence), lines: null }
  return { ...passage, snippet: parts, companyId: row.company_id }
}

/** The part of a text that has most of the words. */
function snippetOf(
  text: string,
  hits: readonly { word: string; at: number }[],
): { from: number; parts: SnippetPart[] } {
  let [best, most] = [0, 0]
  for (const { at } of hits) {
    const start = Math.max(0, at - 40)
    const within = new Set(
      hits.filter((hit) => hit.at >= start && hit.at < start + snippetLength).map(({ word }) => word),
    )
    if (within.size > most) [best, most] = [start, within.size]
  }
  const from = best === 0 ? 0 : text.indexOf(' ', best) + 1
  const cut = text.indexOf(' ', from + snippetLength)
  const to = cut === -1 ? text.length : cut
  const parts: SnippetPart[] = []
  let told = from
  const tell = (until: number, hit: boolean): void => {
    if (until > told) parts.push({ text: text.slice(told, until), hit })
    told = until
  }
  for (const { word, at } of hits)
    if (at >= from && at + word.length <= to) {
      tell(at, false)
      tell(at + word.length, true)
    }
  tell(to, false)
  if (from > 0) parts.unshift({ text: '… ', hit: false })
  if (to < text.length) parts.push({ text: ' …', hit: false })
  return { from, parts }
}
