import type { SearchKind } from '#contract/search.ts'
import type { Handle, Subquery } from '../db/open.ts'

export type SourceRow = {
  id: number
  kind: SearchKind
  source_id: string
  title: string
  date: string | null
  href: string | null
  hash: string
  form: number
  company_id: number | null
}

export type PassageRow = {
  id: number
  source: number
  position: number
  text: string
  context: string
  at_ms: number | null
  page: number | null
  speaker: string | null
  item: string | null
  /** JSON of lines.ts. */
  lines: string | null
  /** See facets.ts. */
  facets: string
}

export type FoundRow = PassageRow &
  Pick<SourceRow, 'kind' | 'source_id' | 'title' | 'date' | 'href' | 'company_id'>

const foundColumns = [
  'search_passage.*',
  'search_source.kind',
  'search_source.source_id',
  'search_source.title',
  'search_source.date',
  'search_source.href',
  'search_source.company_id',
]

export async function findSource(
  handle: Handle,
  kind: SearchKind,
  sourceId: string,
): Promise<SourceRow | null> {
  const row: SourceRow | undefined = await handle('search_source')
    .where({ kind, source_id: sourceId })
    .first()
  return row ?? null
}

/** Ids of the sources of a kind whose passages were cut as they are cut now. */
export function indexedSources(handle: Handle, kind: SearchKind, form: number): Promise<string[]> {
  return handle('search_source').where({ kind, form }).pluck('source_id')
}

export function allSources(handle: Handle, kind: SearchKind): Promise<string[]> {
  return handle('search_source').where({ kind }).pluck('source_id')
}

/** Sources of these kinds that have a date, the latest first. @param without "kind:id" of sources */
export function latestSources(
  handle: Handle,
  kinds: readonly SearchKind[],
  { without, most }: { without: readonly string[]; most: number },
): Promise<{ kind: SearchKind; source_id: string; title: string; date: string }[]> {
  const query = handle('search_source')
    .whereIn('kind', kinds)
    .whereNotNull('date')
    .orderBy('date', 'desc')
    .limit(most)
    .select('kind', 'source_id', 'title', 'date')
  leaveOut(query, without)
  return query
}

export async function insertSource(handle: Handle, source: Omit<SourceRow, 'id'>): Promise<number> {
  const [id] = await handle('search_source').insert(source)
  return id!
}

export async function updateSource(
  handle: Handle,
  id: number,
  change: Partial<Omit<SourceRow, 'id'>>,
): Promise<void> {
  await handle('search_source').where({ id }).update(change)
}

export async function deleteSource(handle: Handle, id: number): Promise<void> {
  await handle('search_passage').where({ source: id }).delete()
  await handle('search_source').where({ id }).delete()
}

export function passagesOf(handle: Handle, source: number): Promise<PassageRow[]> {
  return handle('search_passage').where({ source }).orderBy('position')
}

export type NewPassage = Omit<PassageRow, 'id' | 'source' | 'position'>

/** Passages that are written at once. */
const passagesAtOnce = 1000
const passageColumns = ['text', 'context', 'at_ms', 'page', 'speaker', 'item', 'lines', 'facets'] as const

/**
 * Puts passages in the place of those that were there. What stands the same at both ends stays with its vectors: one word put
 * right in a day of talk is one passage, not thousands.
 * @returns the passages that stayed, each with what it is now
 */
export async function replacePassages(
  handle: Handle,
  source: number,
  before: readonly PassageRow[],
  rows: readonly NewPassage[],
): Promise<[PassageRow, NewPassage][]> {
  const most = Math.min(before.length, rows.length)
  let head = 0
  while (head < most && before[head]!.text === rows[head]!.text) head++
  let tail = 0
  while (tail < most - head && before.at(-1 - tail)!.text === rows.at(-1 - tail)!.text) tail++
  const oldEnd = before.length - tail
  const newEnd = rows.length - tail
  const of = () => handle('search_passage').where({ source })
  if (oldEnd > head)
    await of()
      .whereBetween('position', [head, oldEnd - 1])
      .delete()
  if (tail > 0 && newEnd !== oldEnd)
    await of()
      .where('position', '>=', oldEnd)
      .increment('position', newEnd - oldEnd)
  await insertPassages(handle, source, head, rows.slice(head, newEnd))
  return rows.flatMap((row, at): [PassageRow, NewPassage][] => {
    if (at >= head && at < newEnd) return []
    return [[before[at < head ? at : at - newEnd + oldEnd]!, row]]
  })
}

/** As JSON: tens of thousands of bound values would keep the event loop to themselves. */
async function insertPassages(
  handle: Handle,
  source: number,
  from: number,
  rows: readonly NewPassage[],
): Promise<void> {
  const values = passageColumns.map((_, at) => `value ->> ${at}`).join(', ')
  for (let at = 0; at < rows.length; at += passagesAtOnce) {
    const slice = rows.slice(at, at + passagesAtOnce).map((row) => passageColumns.map((name) => row[name]))
    await handle.raw(
      `INSERT INTO search_passage (source, position, ${passageColumns.join(', ')})
       SELECT ?, ? + key, ${values} FROM json_each(?) ORDER BY key`,
      [source, from + at, JSON.stringify(slice)],
    )
  }
}

export type Place = Pick<PassageRow, 'at_ms' | 'page' | 'speaker' | 'item' | 'lines' | 'facets'>

/** Where a passage is, where its words are the same. */
export async function changePlace(handle: Handle, id: number, place: Place): Promise<void> {
  await handle('search_passage').where({ id }).update(place)
}

/** What stands around passages (title, speaker, date), where their words are the same: each costs an entry of the index. */
export async function changeContext(handle: Handle, ids: readonly number[], context: string): Promise<void> {
  for (let from = 0; from < ids.length; from += 500)
    await handle('search_passage')
      .whereIn('id', ids.slice(from, from + 500))
      .update({ context })
}

/** FTS5's own language stays in this function and the next: each word becomes a string of it, whatever it is made of. */
const anyOf = (words: readonly string[]): string =>
  words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' OR ')

/** Passages with any of the words, the best first (bm25; words of the title weigh less). `rank` is better when lower. */
export async function passagesWithWords(
  handle: Handle,
  words: readonly string[],
  { kind, limit, without }: { kind?: SearchKind | undefined; limit: number; without: readonly string[] },
): Promise<(FoundRow & { rank: number })[]> {
  if (words.length === 0) return []
  const query = handle('search_text')
    .select(...foundColumns, handle.raw('bm25(search_text, 1.0, 0.5, 0.0) AS rank'))
    // In this order: from the sources of a kind SQLite would ask the index of words once for each of their passages.
    .joinRaw('CROSS JOIN search_passage ON search_passage.id = search_text.rowid')
    .joinRaw('CROSS JOIN search_source ON search_source.id = search_passage.source')
    .whereRaw('search_text MATCH ?', [anyOf(words)])
    .orderBy('rank')
    .limit(limit)
  leaveOut(query, without)
  return kind ? query.where({ kind }) : query
}

/** The same, and no further than to a limit: a word that stands everywhere is counted as quickly as any. */
export async function countUpTo(handle: Handle, word: string, most: number): Promise<number> {
  const some = handle('search_text')
    .whereRaw('search_text MATCH ?', [anyOf([word])])
    .select(handle.raw('1'))
    .limit(most)
  const [row]: { count: number }[] = await handle
    .from(some.as('some'))
    .select(handle.raw('count(*) AS count'))
  return row?.count ?? 0
}

const allOf = (groups: readonly (readonly string[])[]): string =>
  groups.map((words) => `(${anyOf(words)})`).join(' AND ')

/** Ids of passages that have all the words, the best first. */
export async function bestWithAll(
  handle: Handle,
  words: readonly string[],
  limit: number,
): Promise<number[]> {
  return handle('search_text')
    .whereRaw('search_text MATCH ?', [allOf(words.map((word) => [word]))])
    .orderByRaw('bm25(search_text, 1.0, 0.5, 0.0)')
    .limit(limit)
    .pluck('rowid')
}

/** Ids of passages that have one of each group, those that came last first: no more of the index is read than is told. */
export async function newestWithAll(
  handle: Handle,
  wanted: {
    words: readonly (readonly string[])[]
    facets: readonly (readonly string[])[]
    /** Also a word that begins so. */
    beginning?: string
  },
  limit: number,
): Promise<number[]> {
  const match = [
    ...[...wanted.words, ...wanted.facets].map((group) => `(${anyOf(group)})`),
    ...(wanted.beginning ? [`"${wanted.beginning.replaceAll('"', '""')}" *`] : []),
  ].join(' AND ')
  return handle('search_text')
    .whereRaw('search_text MATCH ?', [match])
    .orderBy('rowid', 'desc')
    .limit(limit)
    .pluck('rowid')
}

/** How many passages have a word in any of its forms. */
export async function countWithWord(handle: Handle, word: string): Promise<number> {
  const [all]: { count: number }[] = await handle('search_text')
    .whereRaw('search_text MATCH ?', [anyOf([word])])
    .select(handle.raw('count(*) AS count'))
  return all?.count ?? 0
}

/** Which of these passages have a word in any of its forms. */
export function idsWithWord(handle: Handle, word: string, among: readonly number[]): Promise<number[]> {
  return handle('search_text')
    .whereRaw('search_text MATCH ?', [anyOf([word])])
    .whereIn('rowid', among)
    .pluck('rowid')
}

export function passagesById(
  handle: Handle,
  ids: readonly number[],
  without: readonly string[] = [],
): Promise<FoundRow[]> {
  const query = handle('search_passage')
    .select(...foundColumns)
    .join('search_source', 'search_source.id', 'search_passage.source')
    .whereIn('search_passage.id', ids)
  leaveOut(query, without)
  return query
}

/** @param without "kind:id" of sources; one list of JSON, since there may be more than a query takes parameters */
function leaveOut(query: Subquery, without: readonly string[]): void {
  if (without.length === 0) return
  void query.whereRaw(
    "search_source.kind || ':' || search_source.source_id NOT IN (SELECT value FROM json_each(?))",
    [JSON.stringify(without)],
  )
}

/** Which of these sources have a word anywhere. */
export function sourcesWithWord(handle: Handle, word: string, among: readonly number[]): Promise<number[]> {
  return handle('search_text')
    .join('search_passage', 'search_passage.id', 'search_text.rowid')
    .whereRaw('search_text MATCH ?', [anyOf([word])])
    .whereIn('search_passage.source', among)
    .distinct()
    .pluck('search_passage.source')
}

const found = (handle: Handle) =>
  handle('search_passage')
    .select(...foundColumns)
    .join('search_source', 'search_source.id', 'search_passage.source')
    .orderBy('position')

export function passagesOfSource(handle: Handle, kind: SearchKind, sourceId: string): Promise<FoundRow[]> {
  return found(handle).where({ kind, source_id: sourceId })
}

/** Those that come after it in its source, the next one first. */
export function passagesAfter(handle: Handle, id: number, count: number): Promise<FoundRow[]> {
  const one = (column: string) => handle('search_passage').select(column).where({ id })
  return found(handle)
    .where('search_passage.source', one('source'))
    .where('position', '>', one('position'))
    .limit(count)
}

export async function countPassages(handle: Handle): Promise<number> {
  const [row]: { count: number }[] = await handle('search_passage').select(handle.raw('count(*) AS count'))
  return row?.count ?? 0
}
