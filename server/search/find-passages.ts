import type { SearchKind } from '#contract/search.ts'
import type { Db } from '../db/open.ts'
import type { LanguageEngine } from '../language/engine.ts'
import type { Log } from '../log.ts'
import { onlyOnce } from './duplicates.ts'
import { likeness, nearest } from './nearest.ts'
import { present, type Found } from './present.ts'
import { contentWords, mostWords, questionIn, stem } from './query-words.ts'
import * as store from './store.ts'
import { covered, rarest } from './word-weights.ts'

/** Of the words of a letter so many are looked up to find the rare ones. */
const mostCounted = 400
/** Characters of a question that are compared by meaning. */
const longestCompared = 2000
/** So many of the best by words are looked at closely. */
const looked = 50
const lookedForDistinct = 200
/** What has none of the words must stand out: two deviations from what passages are to this question. */
const leastLikeness = 0.35
/** An entry of the knowledge base is about what its title says. */
const titleWeight = 0.4
/** Vectors of the question are not worth more of a person's time than this. */
const embedWithinMs = 8000
/** Nor is what has just failed. */
const wordsAloneMs = 15_000

/** For Clara and for what asks in whole sentences: by words, and by meaning where there is an embedding model. */
export function createFindPassages({
  db,
  log,
  language,
  hiddenSources,
}: {
  db: Db
  log: Log
  language: Pick<LanguageEngine, 'embed'>
  /** "kind:id" of what whoever asks may not see. */
  hiddenSources: () => Promise<string[]>
}) {
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

  /**
   * The best first. The words are the person's, never a language of queries; of a long text those of its question count,
   * and the rarest of the others are looked for beside them.
   * @param options.meaning also what is near in meaning, where there is an embedding model
   * @param options.distinct what several meetings say in the same words is told once
   */
  return async function find(
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
    const words = await rarest(db, contentWords(question, mostCounted), mostWords)
    const others = contentWords(`${query}\n${also}`, mostCounted).filter((word) => !words.includes(word))
    const further = await rarest(db, others, mostWords - words.length)
    if (words.length + further.length === 0) return []
    const without = await hiddenSources()
    const lookUp = (some: string[]) => store.passagesWithWords(db.read, some, { kind, limit: most, without })
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
    const coverage = await covered(db, words.length > 0 ? words : further, [...candidates.values()])
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
