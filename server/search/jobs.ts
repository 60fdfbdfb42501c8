import { z } from 'zod'
import { transact, type Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { JobContext, JobDefinition } from '../jobs/define.ts'
import { enqueue, forgetJobs, newestJob } from '../jobs/queue.ts'
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
        context.progress((100 * i) / due.length, 'Search index')
        await transact(db, (trx) => search.refresh(trx, kind, id))
      }
    },
    changed: async () => undefined,
  }
}

const atOnce = 64
const embedWithinMs = 120_000
/** Characters of a title and names that are compared with a passage. */
const longestContext = 400

type Waiting = { id: number; text: string; context: string }

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
      const embed = (some: readonly Waiting[]) => embedAll(language, some, embeddingModel, context)
      for (;;) {
        const passages = await passagesWithoutVector(db.read, embeddingModel, atOnce)
        if (passages.length === 0) return
        context.signal.throwIfAborted()
        await context.giveWay()
        const vectors = await embed(passages).catch((error: unknown) => {
          if (isOfText(error)) return embedEach(passages, embed, context)
          throw error
        })
        if (vectors === null) return // another one was chosen: the next round begins anew
        const rows = passages.map(({ id }, i) => ({ passage: id, vector: Float32Array.from(vectors[i]!) }))
        await transact(db, (trx) => storeVectors(trx, embeddingModel, rows))
        await context.partStored()
      }
    },
    changed: async () => undefined,
  }
}

/** @returns null when another model makes them now */
async function embedAll(
  language: LanguageEngine,
  passages: readonly Waiting[],
  model: string,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<number[][] | null> {
  const texts = passages.map(({ text, context }) => `${context.slice(0, longestContext)}\n${text}`)
  const made = await language.embed(texts, { as: 'passage', signal, deadlineMs: embedWithinMs })
  return made === null || made.model !== model ? null : made.vectors
}

/** What may be the fault of one text among many: its length, or that the model fails at it. */
const isOfText = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'language_truncated' || error.code === 'language_failed')

/**
 * One by one: the passage that the model does not take gets no vector (an empty one), so that the others get theirs.
 * @throws what the model says of each of them when it takes none, and that not for their length
 */
async function embedEach(
  passages: readonly Waiting[],
  embed: (some: readonly Waiting[]) => Promise<number[][] | null>,
  { log }: Pick<JobContext, 'log'>,
): Promise<number[][] | null> {
  const vectors: number[][] = []
  let refusal: AppError | null = null
  for (const passage of passages)
    try {
      const made = await embed([passage])
      if (made === null) return null
      vectors.push(made[0] ?? [])
    } catch (error) {
      if (!isOfText(error)) throw error
      if (error.code === 'language_failed') refusal = error
      log.warn({ err: error, passage: passage.id }, 'the embedding model does not take a passage')
      vectors.push([])
    }
  if (refusal !== null && vectors.every((vector) => vector.length === 0)) throw refusal
  return vectors
}

const longestPauseMs = 3_600_000

/**
 * A round that enqueues the job where passages have no vector. After one that failed it waits, longer each time, and of
 * those that failed one stays to be seen.
 */
export function embedRound(
  deps: { db: Db; language: Pick<LanguageEngine, 'status'> },
  job: JobDefinition<object>,
  roundMs: number,
): () => Promise<void> {
  const { db, language } = deps
  const last = { model: '', failed: 0, failures: 0, waitUntil: 0 }
  return async () => {
    const { embeddingModel } = await language.status()
    if (embeddingModel === null) return
    if ((await passagesWithoutVector(db.read, embeddingModel, 1)).length === 0) return
    const before = await newestJob(db.read, job.name)
    if (before?.state === 'queued' || before?.state === 'running') return
    if (before?.state !== 'failed' || embeddingModel !== last.model) last.failures = last.waitUntil = 0
    else if (before.id !== last.failed)
      last.waitUntil = Date.now() + Math.min(longestPauseMs, roundMs * 2 ** ++last.failures)
    last.failed = before?.id ?? 0
    last.model = embeddingModel
    if (Date.now() < last.waitUntil) return
    await transact(db, async (trx) => {
      if (before?.state === 'failed') await forgetJobs(trx, 0, [job.name])
      await enqueue(trx, job, {})
    })
  }
}
