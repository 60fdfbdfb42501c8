import { createHash } from 'node:crypto'
import type { Passage, SearchKind } from '#contract/search.ts'
import type { Db, Handle } from '../db/open.ts'
import type { LanguageEngine } from '../language/engine.ts'
import type { Log } from '../log.ts'
import { likeness, nearest } from './nearest.ts'
import * as store from './store.ts'
import { contentWords } from './words.ts'

export { contentWords } from './words.ts'

/** Counts up when passages are cut or described in another way: what was indexed before is read again at the next start. */
const form = 2

export type NewPassage = {
  text: string
  /** Seconds; null: nobody knows when it was said. */
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
  /** Of the passage. */
  id: number
  /** What it is sorted by. */
  score: number
  /**
   * 0 to 1: how much of what the question's words say stands in it; rare words count for more, and those that stand
   * elsewhere in the same source for something.
   */
  coverage: number
  /** Nearness in meaning, -1 to 1; null without an embedding model. */
  likeness: number | null
}

/** So many of the best by words are looked at closely. */
const looked = 50
/** What has none of the words must be nearer than anything is to anything. */
const leastLikeness = 0.35
/** A passage that has this much of the question is also about what its meeting names at the start: the company, the item. */
const enoughOfItsOwn = 0.3
const fromItsSource = 0.5
/** An entry of the knowledge base is about what its title says. */
const titleWeight = 0.4
/** Vectors of the question are not worth more of a person's time than this. */
const embedWithinMs = 8000

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
    const rows = entry.passages.map(({ text, at, page, speaker }) => ({
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
    for (const [i, row] of rows.entries())
      if (before[i]) {
        const { context, at_ms, page, speaker } = row
        await store.changeContext(trx, before[i].id, { context, at_ms, page, speaker })
      }
  }

  async function remove(trx: Handle, kind: SearchKind, id: string): Promise<void> {
    const there = await store.findSource(trx, kind, id)
    if (there) await store.deleteSource(trx, there.id)
  }

  async function vectorOf(text: string, signal: AbortSignal) {
    try {
      const made = await language.embed([text], { signal, deadlineMs: embedWithinMs })
      const vector = made?.vectors[0]
      return made && vector ? { model: made.model, vector: Float32Array.from(vector) } : null
    } catch (error) {
      if (signal.aborted) throw error
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
     * The best first. The words are the person's, never a language of queries.
     * @param options.meaning also what is near in meaning, where there is an embedding model
     */
    async find(
      query: string,
      options: { kind?: SearchKind; limit: number; also?: string; signal?: AbortSignal; meaning?: boolean },
    ): Promise<Found[]> {
      const { kind, limit, also = '', signal = new AbortController().signal, meaning = true } = options
      const words = contentWords(query)
      const further = contentWords(also).filter((word) => !words.includes(word))
      if (words.length + further.length === 0) return []
      const byWords = await store.passagesWithWords(db.read, [...words, ...further], { kind, limit: looked })
      const asked = meaning ? await vectorOf(query, signal) : null
      const near = asked ? await nearest(db, asked.model, asked.vector, looked) : []
      const known = new Set(byWords.map(({ id }) => id))
      const byMeaning = await store.passagesById(
        db.read,
        near
          .filter(({ passage, likeness: alike }) => alike >= leastLikeness && !known.has(passage))
          .map(({ passage }) => passage),
      )
      const candidates: (store.FoundRow & { rank: number })[] = [
        ...byWords,
        ...byMeaning.filter((row) => !kind || row.kind === kind).map((row) => ({ ...row, rank: 0 })),
      ]
      const ids = candidates.map(({ id }) => id)
      const coverage = await covered(words.length > 0 ? words : further, candidates)
      const likenesses = asked
        ? await likeness(db, asked.model, asked.vector, ids)
        : new Map<number, number>()
      const best = Math.min(-1e-9, ...candidates.map(({ rank }) => rank))
      const scored = candidates.map((row) => {
        const covers = coverage.get(row.id) ?? 0
        const alike = likenesses.get(row.id) ?? null
        const titled = row.kind === 'knowledge' ? titleWeight * titleShare(row.title, words) : 0
        return {
          ...present(row),
          id: row.id,
          coverage: covers,
          likeness: alike,
          score: covers + 0.5 * (row.rank / best) + (alike ?? 0) + titled,
        }
      })
      return scored.sort((a, b) => b.score - a.score).slice(0, limit)
    },

    /** All of one source, in its order. */
    async passagesOf(kind: SearchKind, sourceId: string): Promise<Found[]> {
      return (await store.passagesOfSource(db.read, kind, sourceId)).map(chosen)
    },

    /** What comes after a passage in the same source. */
    async after(id: number, count: number): Promise<Found[]> {
      return (await store.passagesAfter(db.read, id, count)).map(chosen)
    },
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
      const { count, ids: having } = await store.passagesWithWord(db.read, word, ids)
      const weight = Math.log(1 + total / (1 + count))
      all += weight
      for (const id of having) share.set(id, (share.get(id) ?? 0) + weight)
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

/** Rough, and the same on both sides. */
const stem = (word: string): string => word.slice(0, 5)

const chosen = (row: store.FoundRow): Found => ({
  ...present(row),
  id: row.id,
  score: 1,
  coverage: 1,
  likeness: null,
})

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
