import { z } from 'zod'
import { transact, type Db } from '../db/open.ts'
import type { JobDefinition } from '../jobs/define.ts'
import type { LanguageEngine } from '../language/engine.ts'
import type { SearchService } from './service.ts'
import { passagesWithoutVector, storeVectors } from './vectors-store.ts'

const nothing = z.object({})

/** Indexes what an earlier version has left, and what came with this one. What changes later is indexed as it changes. */
export function indexJob(deps: () => { db: Db; search: SearchService }): JobDefinition<object> {
  return {
    name: 'index',
    lane: 'index',
    maxAttempts: 5,
    ofAdministrators: true,
    payload: nothing,
    subject: () => 0,
    handler: async () => async (_payload, context) => {
      const { db, search } = deps()
      const due = await search.due(db.read)
      for (const [i, { kind, id }] of due.entries()) {
        context.signal.throwIfAborted()
        context.progress((100 * i) / due.length, 'Preparing the search')
        await transact(db, (trx) => search.refresh(trx, kind, id))
      }
    },
    changed: async () => undefined,
  }
}

const atOnce = 64
const embedWithinMs = 120_000

/** Vectors for what has none of the embedding model in use. */
export function embedJob(deps: () => { db: Db; language: LanguageEngine }): JobDefinition<object> {
  return {
    name: 'embed',
    lane: 'language',
    maxAttempts: 3,
    ofAdministrators: true,
    payload: nothing,
    subject: () => 0,
    handler: async () => async (_payload, context) => {
      const { db, language } = deps()
      const { embeddingModel } = await language.status()
      if (embeddingModel === null) return
      for (;;) {
        const passages = await passagesWithoutVector(db.read, embeddingModel, atOnce)
        if (passages.length === 0) return
        context.signal.throwIfAborted()
        await context.giveWay()
        const made = await language.embed(
          passages.map(({ text, context: around }) => `${around}\n${text}`),
          { signal: context.signal, deadlineMs: embedWithinMs },
        )
        if (made === null || made.model !== embeddingModel) return // another one was chosen: the next round begins anew
        const rows = passages.flatMap(({ id }, i) => {
          const vector = made.vectors[i]
          return vector ? [{ passage: id, vector: Float32Array.from(vector) }] : []
        })
        await transact(db, (trx) => storeVectors(trx, embeddingModel, rows))
        await context.partStored()
      }
    },
    changed: async () => undefined,
  }
}

/** Whether there is work for it. */
export async function vectorsAreDue({
  db,
  language,
}: {
  db: Db
  language: Pick<LanguageEngine, 'status'>
}): Promise<boolean> {
  const { embeddingModel } = await language.status()
  return embeddingModel !== null && (await passagesWithoutVector(db.read, embeddingModel, 1)).length > 0
}
