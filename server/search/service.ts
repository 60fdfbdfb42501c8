import type { SearchKind } from '#contract/search.ts'
import type { Db } from '../db/open.ts'
import type { LanguageEngine } from '../language/engine.ts'
import type { Log } from '../log.ts'
import type { Filters } from './facets.ts'
import { createFindPassages } from './find-passages.ts'
import { createIndex } from './index-sources.ts'
import { look, type Looked, type MaySee } from './look.ts'
import { foundOf, type Found } from './present.ts'
import { hitsOf } from './query-words.ts'
import * as store from './store.ts'

export { atSecond, placed } from './placed.ts'
export type { Found } from './present.ts'
export { contentWords, hitsOf, questionIn, stem } from './query-words.ts'
export { withQuote } from './quote.ts'
export type { NewPassage, SearchEntry, SearchSource } from './source.ts'

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
  const index = createIndex(db)
  const { hiddenSources } = index

  return {
    ...index,
    find: createFindPassages({ db, log, language, hiddenSources }),

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
}
