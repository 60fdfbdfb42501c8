import { createHash } from 'node:crypto'
import type { Passage, SearchKind } from '#contract/search.ts'
import type { Db, Handle } from '../db/open.ts'
import type { LanguageEngine } from '../language/engine.ts'
import type { Log } from '../log.ts'
import type { Filters } from './facets.ts'
import { look, type Looked, type MaySee } from './look.ts'
import { onlyOnce } from './duplicates.ts'
import type { TimedLine } from './timed-lines.ts'
import { currentViewer } from '../viewer.ts'
import { likeness, nearest } from './nearest.ts'
import { foundOf, present } from './present.ts'
import { placeNames, rowsOf } from './rows.ts'
import * as store from './store.ts'
import { contentWords, hitsOf, mostWords, questionIn, stem } from './query-words.ts'

export { atSecond, placed } from './placed.ts'
export { withQuote } from './quote.ts'
export { contentWords, hitsOf, questionIn, stem } from './query-words.ts'

/** Counts up when passages are cut or described in another way: what was indexed before is read again at the next start. */
const form = 7

export type NewPassage = {
  text: string
  /** Seconds; null: nobody knows when it was said. */
  at: number | null
  page: number | null
  speaker: string | null
  /** All who speak in it, where there are several. */
  speakers?: readonly string[]
  /** The heading that it stands under. */
  item?: string | null
  /** When its lines were said; absent: nobody knows. */
  lines?: readonly TimedLine[]
}

export type SearchEntry = {
  title: string
  /** ISO 8601. */
  date: string | null
  href: string | null
  /** Whose meeting or document it is. */
  companyId?: number | null
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
  /** Of its things those that whoever asks may not see (viewer.ts); absent: everybody sees all of them. */
  hidden?(handle: Handle): Promise<string[]>
  /** Changes only between two starts, as files of the appliance do: it is read at each. */
  readAtStart?: boolean
}

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

/** Of the words of a letter so many are looked up to find the rare ones. */
const mostCounted = 400
/** Characters of a question that are compared by meaning. */
const longestCompared = 2000
/** So many of the best by words are looked at closely. */
const looked = 50
const lookedForDistinct = 200
/** What has none of the words must stand out: two deviations from what passages are to this question. */
const leastLikeness = 0.35
/** A passage that has this much of the question is also about what its meeting names at the start: the company, the item. */
const enoughOfItsOwn = 0.3
const fromItsSource = 0.5
/** An entry of the knowledge base is about what its title says. */
const titleWeight = 0.4
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
    const { title, date, href, companyId = null } = entry
    const facts = {
      title,
      date,
      href,
      company_id: companyId,
      hash,
      form,
    }
    const source = there?.id ?? (await store.insertSource(trx, { kind, source_id: id, ...facts }))
    if (there) await store.updateSource(trx, there.id, facts)
    const rows = rowsOf(kind, entry)
    const before = await store.passagesOf(trx, source)
    const kept = await store.replacePassages(trx, source, before, rows)
    // Another title or name: the vectors of the words stay.
    const others = new Map<string, number[]>()
    for (const [was, { text: _text, context, ...place }] of kept) {
      if (context !== was.context) others.set(context, [...(others.get(context) ?? []), was.id])
      if (placeNames.some((name) => place[name] !== was[name])) await store.changePlace(trx, was.id, place)
    }
    for (const [context, ids] of others) await store.changeContext(trx, ids, context)
  }

  async function remove(trx: Handle, kind: SearchKind, id: string): Promise<void> {
    const there = await store.findSource(trx, kind, id)
    if (there) await store.deleteSource(trx, there.id)
  }

  /** "kind:id" of what whoever asks may not see. */
  async function hiddenSources(): Promise<string[]> {
    const viewer = currentViewer()
    if (viewer === null || viewer.administrator) return []
    const hidden: string[] = []
    for (const source of sources.values())
      for (const id of (await source.hidden?.(db.read)) ?? []) hidden.push(`${source.kind}:${id}`)
    return hidden
  }

  let wordsAloneUntil = 0

  async function vectorOf(text: string, signal: AbortSignal) {
    if (Date.now() < wordsAloneUntil) return null
    try {
      const made = await language.embed([text], {
        ...{ as: 'question', signal, deadlineMs: embedWithinMs, hurried: true },
      })
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
     * @param options.distinct what several meetings say in the same words is told once
     */
    async find(
      query: string,
      options: {
        kind?: SearchKind
        limit: number
        also?: string
        signal?: AbortSignal
        meaning?: boolean
        distinct?: boolean
      },
    ): Promise<Found[]> {
      const { kind, limit, also = '', signal = new AbortController().signal, meaning = true } = options
      // The same passages again must not keep out the others.
      const most = options.distinct ? lookedForDistinct : looked
      const question = questionIn(query)
      const words = await rarest(contentWords(question, mostCounted), mostWords)
      const others = contentWords(`${query}\n${also}`, mostCounted).filter((word) => !words.includes(word))
      const further = await rarest(others, mostWords - words.length)
      if (words.length + further.length === 0) return []
      const without = await hiddenSources()
      const lookUp = (some: string[]) =>
        store.passagesWithWords(db.read, some, { kind, limit: most, without })
      const byWords = await lookUp(words)
      const byOthers = await lookUp(further)
      const asked = meaning ? await vectorOf(question.slice(0, longestCompared), signal) : null
      const { near, scale } = asked
        ? await nearest(db, asked.model, asked.vector, most)
        : { near: [], scale: null }
      const byMeaning = await store.passagesById(
        db.read,
        near.filter(({ likeness: alike }) => alike >= leastLikeness).map(({ passage }) => passage),
        without,
      )
      const candidates = new Map<number, store.FoundRow>(
        [...byMeaning.filter((row) => !kind || row.kind === kind), ...byOthers, ...byWords].map((row) => [
          row.id,
          row,
        ]),
      )
      const ids = [...candidates.keys()]
      const coverage = await covered(words.length > 0 ? words : further, [...candidates.values()])
      const likenesses =
        asked && scale
          ? await likeness(db, asked.model, { vector: asked.vector, ids, scale })
          : new Map<number, number>()
      const rankByWords = sharesOfBest(byWords)
      const rankByOthers = sharesOfBest(byOthers)
      const scored = [...candidates.values()].map((row) => {
        const covers = coverage.get(row.id) ?? 0
        const alike = likenesses.get(row.id) ?? null
        const titled = row.kind === 'knowledge' ? titleWeight * titleShare(row.title, words) : 0
        const ranks = 0.5 * (rankByWords.get(row.id) ?? 0) + 0.05 * (rankByOthers.get(row.id) ?? 0)
        return {
          ...present(row),
          id: row.id,
          coverage: covers,
          likeness: alike,
          score: covers + ranks + (alike ?? 0) + titled,
        }
      })
      const best = scored.sort((a, b) => b.score - a.score)
      return (options.distinct ? onlyOnce(best) : best).slice(0, limit)
    },

    /** For the page: words alone, and as quick as they are typed. */
    async look(query: string, filters: Filters, options: Parameters<typeof look>[3]): Promise<Looked> {
      const hidden = new Set(await hiddenSources())
      const maySee: MaySee = async (found) =>
        found.map(({ kind, sourceId }) => !hidden.has(`${kind}:${sourceId}`))
      return look(db, query, filters, { ...options, maySee: options.maySee ?? maySee })
    },

    /** All of one source, in its order. */
    async passagesOf(kind: SearchKind, sourceId: string): Promise<Found[]> {
      if ((await hiddenSources()).includes(`${kind}:${sourceId}`)) return []
      return (await store.passagesOfSource(db.read, kind, sourceId)).map(foundOf)
    },

    /** The latest meeting that has these words in its title; null: there is none. */
    async latestMeeting(words: readonly string[]): Promise<string | null> {
      const without = await hiddenSources()
      const rows = await store.latestSources(db.read, ['minutes', 'transcript'], { without, most: 2000 })
      const named = rows.find(({ title }) => hitsOf(title, words) === words.length)
      return named?.source_id ?? null
    },

    /** What comes after a passage in the same source. */
    async after(id: number, count: number): Promise<Found[]> {
      return (await store.passagesAfter(db.read, id, count)).map(foundOf)
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
  async function covered(
    words: readonly string[],
    rows: readonly store.FoundRow[],
  ): Promise<Map<number, number>> {
    const total = await store.countPassages(db.read)
    const ids = rows.map(({ id }) => id)
    const sources = [...new Set(rows.map(({ source }) => source))]
    const share = new Map<number, number>()
    const ofSource = new Map<number, number>()
    let all = 0
    for (const word of words) {
      const weight = Math.log(1 + total / (1 + (await store.countWithWord(db.read, word))))
      all += weight
      for (const id of await store.idsWithWord(db.read, word, ids))
        share.set(id, (share.get(id) ?? 0) + weight)
      for (const source of await store.sourcesWithWord(db.read, word, sources))
        ofSource.set(source, (ofSource.get(source) ?? 0) + weight)
    }
    for (const { id, source } of rows) {
      const sum = share.get(id)
      if (sum === undefined || all === 0) continue
      const elsewhere = Math.max(0, (ofSource.get(source) ?? 0) - sum)
      share.set(id, (sum + (sum / all >= enoughOfItsOwn ? fromItsSource * elsewhere : 0)) / all)
    }
    return share
  }
}

/** Of a title's words those that are asked for; what stands in brackets is where it is from. */
function titleShare(title: string, words: readonly string[]): number {
  const named = contentWords(title.replace(/\([^)]*\)/g, ' '))
  const asked = new Set(words.map(stem))
  return named.length === 0 ? 0 : named.filter((word) => asked.has(stem(word))).length / named.length
}

/** 1 for the best of them, and less for the others. */
function sharesOfBest(found: readonly { id: number; rank: number }[]): Map<number, number> {
  const best = Math.min(-1e-9, ...found.map(({ rank }) => rank))
  return new Map(found.map(({ id, rank }) => [id, rank / best]))
}
