import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { recordEvent } from '../db/events.ts'
import type { JobDefinition } from '../jobs/define.ts'
import type { FetchModelDeps } from './fetch-deps.ts'

const payload = z.object({ modelId: z.string() })
export type FetchModelPayload = z.infer<typeof payload>

/** A model's id as a number, which a job's subject is: the same wherever the model stands in a list. */
export const modelNumber = (modelId: string): number =>
  createHash('sha256').update(modelId).digest().readUIntBE(0, 6)

const partEnding = '.fetch'
/** Where a model lies while it comes: not swept at boot, since the next try goes on from it. */
export const partFile = (modelsDir: string, modelId: string): string =>
  join(modelsDir, `${modelId}${partEnding}`)
/** Where one of two files lies that come together. */
export const partOfPair = (modelsDir: string, modelId: string, part: string): string =>
  join(modelsDir, `${modelId}+${part}${partEnding}`)
/** The model that a file of the models folder is a part of; null: it is something else. */
export const modelOfPart = (name: string): string | null =>
  /^([^+]+)(\+\w+)?\.fetch(\.json)?$/.exec(name)?.[1] ?? null

/** A model of the catalogue → installed and in use. `deps` is asked for only where the job runs, in the worker. */
export function fetchModelJob(deps: () => FetchModelDeps): JobDefinition<FetchModelPayload> {
  return {
    name: 'fetch-model',
    lane: 'download',
    ofAdministrators: true,
    maxAttempts: 3,
    payload,
    subject: (p) => modelNumber(p.modelId),
    handler: async () => {
      const { createModelFetcher } = await import('./fetch-model.ts')
      return createModelFetcher(deps())
    },
    changed: (handle, subject) => recordEvent(handle, 'model_fetch', subject),
  }
}
