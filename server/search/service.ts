import { createHash } from 'node:crypto'
import type { Passage, SearchKind } from '#contract/search.ts'
import type { Db, Handle } from '../db/open.ts'
import type { LanguageEngine } from '../language/engine.ts'
import type { Log } from '../log.ts'
import { likeness, nearest } from './nearest.ts'
import * as store from './store.ts'
import { contentWords, mostWords, questionIn } from './words.ts'

export { contentWords, questionIn } from './words.ts'

/** Counts up when passages are cut or described in another way: what was indexed before is read again at the next start. */
const form = 2

export type NewPassage = {
  text: string
  /** Seconds; null: there is no sound. */
  at: number | null
  page: number | null
  speaker: string | null
}

export type SearchEntry = {
  title: string
  /** ISO 8601. */
  date: string | null
  href: string | null
  demo: boolean
  /** Further words by which it is found: names, what it is also called. */
  also?: string
  passages: NewPassage[]
}

/** What a slice has that can be found; registered in services.ts. */
export type SearchSource = {
  kind: SearchKind
  ids(handle: Handle): Promise<string[]>
  /** null: nothing of it can be found (any longer). */
  read(handle: Handle, id: string): Promise<SearchEntry | null>
  /** Changes only between two starts, as files of the appliance do: it is read at each. */
  readAtStart?: boolean
}

export type Found = Passage & {
  /** 0 to 1: how much of what the question's words say stands in it; rare words count for more. */
  coverage: number
  /** Nearness in meaning, -1 to 1; null without an embedding model. */
  likeness: number | null
}

/** Of the words of a letter so many are looked up to find the rare ones. */
const mostCounted = 400
/** Characters of a question that are compared by meaning. */
const longestCompared = 2000
/** Characters of a passage: 120 words of English have some 700. */
const longestPassage = 1600
/** So many of the best by words are looked at closely. */
const looked = 50
/** What has none of the words must be nearer than anything is to anything. */
const leastLikeness = 0.35
/** Vectors of the question are not worth more of a person's time than this. */
const embedWithinMs = 8000
/** Nor is what has just failed. */
const wordsAloneMs = 15_000

export type SearchService = ReturnType<typeof createSearch>

/**
 * What was said, written and known, by its words, and by its meaning where an embedding model is there. Who owns what is
 * found registers a source, and calls `refresh` in the transaction that changes it: what is found is never older than what
 * is there.
 */
export function createSearch({
  db,
  log,
  language,
}: {
  db: Db
  log: Log
  language: Pick<LanguageEngine, 'embed'>
}) {
  const sources = new Map<SearchKind, SearchSource>()

  const sourceOf = (kind: SearchKind): SearchSource => {
    const source = sources.get(kind)
    if (!source) throw new Error(`Nobody has registered what ${kind} is`)
    return source
  }

  /** Puts a source's passages in the place of what was there. */
  async function put(trx: Handle, kind: SearchKind, id: string, entry: SearchEntry): Promise<void> {
    const hash = createHash('sha256').update(JSON.stringify(entry)).digest('hex')
    const there = await store.findSource(trx, kind, id)
    if (there?.hash === hash && there.form === form) return
    const { title, date, href, demo } = entry
    const facts = { title, date, href, demo: demo ? (1 as const) : (0 as const), hash, form }
    const source = there?.id ?? (await store.insertSource(trx, { kind, source_id: id, ...facts }))
    if (there) await store.updateSource(trx, there.id, facts)
    const rows = entry.passages.flatMap(shortEnough).map(({ text, at, page, speaker }) => ({
      text,
      context: contextOf(entry, speaker),
      at_ms: at === null ? null : Math.round(at * 1000),
      page,
      speaker,
    }))
    const before = await store.passagesOf(trx, source)
    const sameWords = before.length === rows.length && rows.every(({ text }, i) => text === before[i]?.text)
    if (!sameWords) return store.replacePassages(trx, source, rows)
    // Another title or name: the vectors of the words stay.
    const others = new Map<string, number[]>()
    for (const [i, { context, at_ms, page, speaker }] of rows.entries()) {
      const was = before[i]!
      if (context !== was.context) others.set(context, [...(others.get(context) ?? []), was.id])
      if (at_ms !== was.at_ms || page !== was.page || speaker !== was.speaker)
        await store.changePlace(trx, was.id, { at_ms, page, speaker })
    }
    for (const [context, ids] of others) await store.changeContext(trx, ids, context)
  }

  async function remove(trx: Handle, kind: SearchKind, id: string): Promise<void> {
    const there = await store.findSource(trx, kind, id)
    if (there) await store.deleteSource(trx, there.id)
  }

  let wordsAloneUntil = 0

  async function vectorOf(text: string, signal: AbortSignal) {
    if (Date.now() < wordsAloneUntil) return null
    try {
      const made = await language.embed([text], { signal, deadlineMs: embedWithinMs, hurried: true })
      const vector = made?.vectors[0]
      return made && vector ? { model: made.model, vector: Float32Array.from(vector) } : null
    } catch (error) {
      if (signal.aborted) throw error
      wordsAloneUntil = Date.now() + wordsAloneMs
      log.warn({ err: error }, 'the question could not be compared by meaning; its words are searched alone')
      return null
    }
  }

  return {
    register(source: SearchSource): void {
      sources.set(source.kind, source)
    },

    put,
    remove,

    /** Reads it again from whoever owns it; in the transaction that changed it. */
    async refresh(trx: Handle, kind: SearchKind, id: string): Promise<void> {
      const entry = await sourceOf(kind).read(trx, id)
      if (entry === null || entry.passages.length === 0) await remove(trx, kind, id)
      else await put(trx, kind, id, entry)
    },

    /** What has yet to be indexed and what has to go: after an upgrade, or where files have changed. */
    async due(handle: Handle): Promise<{ kind: SearchKind; id: string }[]> {
      const due: { kind: SearchKind; id: string }[] = []
      for (const { kind, ids, readAtStart } of sources.values()) {
        const wanted = new Set(await ids(handle))
        const indexed = new Set(readAtStart ? [] : await store.indexedSources(handle, kind, form))
        const there = await store.allSources(handle, kind)
        for (const id of new Set([...wanted, ...there]))
          if (!wanted.has(id) || !indexed.has(id)) due.push({ kind, id })
      }
      return due
    },

    /**
     * The best first. The words are the person's, never a language of queries; of a long text those of its question count,
     * and the rarest of the others are looked for beside them.
     * @param options.meaning also what is near in meaning, where there is an embedding model
     */
    async find(
      query: string,
      options: { kind?: SearchKind; limit: number; also?: string; signal?: AbortSignal; meaning?: boolean },
    ): Promise<Found[]> {
      const { kind, limit, also = '', signal = new AbortController().signal, meaning = true } = options
      const question = questionIn(query)
      const words = await rarest(contentWords(question, mostCounted), mostWords)
      const others = contentWords(`${query}\n${also}`, mostCounted).filter((word) => !words.includes(word))
      const further = await rarest(others, mostWords - words.length)
      if (words.length + further.length === 0) return []
      const lookUp = (some: string[]) => store.passagesWithWords(db.read, some, { kind, limit: looked })
      const byWords = await lookUp(words)
      const byOthers = await lookUp(further)
      const asked = meaning ? await vectorOf(question.slice(0, longestCompared), signal) : null
      const near = asked ? await nearest(db, asked.model, asked.vector, looked) : []
      const byMeaning = await store.passagesById(
        db.read,
        near.filter(({ likeness: alike }) => alike >= leastLikeness).map(({ passage }) => passage),
      )
      const candidates = new Map<number, store.FoundRow>(
        [...byMeaning.filter((row) => !kind || row.kind === kind), ...byOthers, ...byWords].map((row) => [
          row.id,
          row,
        ]),
      )
      const ids = [...candidates.keys()]
      const coverage = await covered(words.length > 0 ? words : further, ids)
      const likenesses = asked
        ? await likeness(db, asked.model, asked.vector, ids)
        : new Map<number, number>()
      const rankByWords = sharesOfBest(byWords)
      const rankByOthers = sharesOfBest(byOthers)
      const scored = [...candidates.values()].map((row) => {
        const found = {
          ...present(row),
          coverage: coverage.get(row.id) ?? 0,
          likeness: likenesses.get(row.id) ?? null,
        }
        const ranks = 0.5 * (rankByWords.get(row.id) ?? 0) + 0.05 * (rankByOthers.get(row.id) ?? 0)
        return { found, score: found.coverage + ranks + (found.likeness ?? 0) }
      })
      return scored
        .sort((a, b) => b.score - a.score)
        .slice(0, limit)
        .map(({ found }) => found)
    },
  }

  /** Those that the fewest passages have, but some; all of them where they are not too many. */
  async function rarest(words: readonly string[], most: number): Promise<string[]> {
    if (words.length <= most) return [...words]
    if (most <= 0) return []
    const counted: { word: string; count: number }[] = []
    for (const word of words) counted.push({ word, count: await store.countWithWord(db.read, word) })
    return counted
      .filter(({ count }) => count > 0)
      .sort((a, b) => a.count - b.count)
      .slice(0, most)
      .map(({ word }) => word)
  }

  /** Of each passage: the share of the words' weight that it has. A word that hardly any passage has weighs most. */
  async function covered(words: readonly string[], ids: readonly number[]): Promise<Map<number, number>> {
    const total = await store.countPassages(db.read)
    const share = new Map<number, number>()
    let all = 0
    for (const word of words) {
      const weight = Math.log(1 + total / (1 + (await store.countWithWord(db.read, word))))
      all += weight
      for (const id of await store.idsWithWord(db.read, word, ids))
        share.set(id, (share.get(id) ?? 0) + weight)
    }
    for (const [id, sum] of share) share.set(id, all === 0 ? 0 : sum / all)
    return share
  }
}

/** In parts that an embedding model can take, whatever they are made of: between words where it can be. */
function shortEnough(passage: NewPassage): NewPassage[] {
  const parts: NewPassage[] = []
  let rest = passage.text
  while (rest.length > longestPassage) {
    const space = rest.lastIndexOf(' ', longestPassage)
    const line = rest.lastIndexOf('\n', longestPassage)
    const best = Math.max(space, line)
    const at = best > longestPassage / 2 ? best : wholeCharacters(rest, longestPassage)
    parts.push({ ...passage, text: rest.slice(0, at).trim() })
    rest = rest.slice(at)
  }
  return [...parts, { ...passage, text: parts.length > 0 ? rest.trim() : rest }].filter(
    ({ text }) => text !== '' || parts.length === 0,
  )
}

/** Not between the two halves of one. */
const wholeCharacters = (text: string, at: number): number =>
  /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) ? at - 1 : at

/** 1 for the best of them, and less for the others. */
function sharesOfBest(found: readonly { id: number; rank: number }[]): Map<number, number> {
  const best = Math.min(-1e-9, ...found.map(({ rank }) => rank))
  return new Map(found.map(({ id, rank }) => [id, rank / best]))
}

/** What a passage is also found by: where it is from, who says it and when. */
function contextOf({ title, date, also }: SearchEntry, speaker: string | null): string {
  const day = date === null ? '' : dayInWords.format(new Date(date))
  return [title, speaker ?? '', day, also ?? ''].filter(Boolean).join('. ')
}

const dayInWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })

function present(row: store.FoundRow): Passage {
  return {
    kind: row.kind,
    sourceId: row.source_id,
    title: row.title,
    date: row.date,
    text: row.text,
    at: row.at_ms === null ? null : row.at_ms / 1000,
    page: row.page,
    speaker: row.speaker,
    href:
      row.href === null || row.at_ms === null ? row.href : `${row.href}?t=${Math.floor(row.at_ms / 1000)}`,
    demo: row.demo === 1,
  }
}
