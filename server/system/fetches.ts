import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ModelFetch } from '#contract/models.ts'
import type { Config } from '../config.ts'
import { transact, type Db } from '../db/open.ts'
import { getSetting } from '../db/settings.ts'
import { AppError } from '../errors.ts'
import { isMissing } from '../files/exists.ts'
import type { JobDefinition, JobDefinitions } from '../jobs/define.ts'
import { cancel, enqueue, latestJobs, newestJob } from '../jobs/queue.ts'
import { diarisationId, type Catalogue } from '../speech/catalogue.ts'
import type { DiarisationModels } from '../speech/diarisation-models.ts'
import type { SpeechModels } from '../speech/models.ts'
import { describeDownload, downloadableModel, downloadableModels } from './downloadable-models.ts'
import { modelNumber, modelOfPart, type FetchModelPayload } from './jobs.ts'

export type ModelFetches = ReturnType<typeof createModelFetches>

/** The fetching of models: one at a time, as a job. What it shows is read from the job and from the part of the file. */
export function createModelFetches({
  config,
  db,
  job,
  models,
  diarisationModels,
  catalogue,
}: {
  config: Pick<Config, 'modelsDir' | 'offline' | 'speechModel'>
  db: Db
  job: JobDefinition<FetchModelPayload>
  models: SpeechModels
  diarisationModels: Pick<DiarisationModels, 'installed'>
  catalogue: Catalogue
}) {
  /** There is none but the one that came along, and nobody chose that one. */
  async function wantsLargerModel(): Promise<boolean> {
    if (config.speechModel) return false
    if ((await models.list()).some((model) => !model.bundled)) return false
    return (await getSetting(db.read, 'speech_model')) !== (await models.bundled()).id
  }

  const isInstalled = async (id: string): Promise<boolean> =>
    id === diarisationId
      ? (await diarisationModels.installed())?.bundled === false
      : (await models.list()).some((model) => model.id === id)

  async function newestFetch(): Promise<ModelFetch | null> {
    const newest = await newestJob(db.read, job.name)
    // A model that the list no longer has is nobody's business either.
    const model =
      newest &&
      (await downloadableModels(catalogue, config.modelsDir)).find(
        (m) => modelNumber(m.id) === newest.subject,
      )
    return newest && model ? describeDownload(newest, model) : null
  }

  return {
    wantsLargerModel,

    /** The newest, however it ended; for whoever follows one. */
    newest: newestFetch,

    /** What is under way, or the last one when it failed and its model has not come since. */
    async current(): Promise<ModelFetch | null> {
      const fetch = await newestFetch()
      if (!fetch || isActive(fetch)) return fetch
      if (fetch.state !== 'failed') return null
      return (await isInstalled(fetch.modelId)) ? null : fetch
    },

    /**
     * Starts to fetch a model; while the same one is under way, that is meant.
     * @throws AppError model_unknown, offline, model_in_use (it is installed), model_fetch_running (another one is under way)
     */
    async request(modelId: string): Promise<ModelFetch> {
      const model = await downloadableModel(catalogue, config.modelsDir, modelId)
      if (config.offline)
        throw new AppError(
          'offline',
          'APPLIANCE_OFFLINE is set: nothing is fetched. Add a model from a file, or unset it.',
        )
      if (await isInstalled(modelId))
        throw new AppError(
          'model_in_use',
          modelId === diarisationId
            ? 'The models that tell speakers apart are installed already.'
            : `The speech model ${modelId} is installed already.`,
        )
      return transact(db, async (trx) => {
        const running = await newestJob(trx, job.name)
        if (running && isActive(running) && running.subject !== modelNumber(modelId))
          throw new AppError(
            'model_fetch_running',
            'Another model is being fetched. Wait for it, or cancel it first.',
          )
        await enqueue(trx, job, { modelId })
        return describeDownload((await newestJob(trx, job.name))!, model)
      })
    },

    /** @returns false when nothing is under way */
    async cancel(jobs: JobDefinitions): Promise<boolean> {
      return transact(db, async (trx) => {
        const running = await newestJob(trx, job.name)
        return running !== null && isActive(running) && cancel(trx, jobs, running.id)
      })
    },

    /** Somebody ended the last one: it is not begun again unasked. */
    async wasCancelled(): Promise<boolean> {
      return (await newestJob(db.read, job.name))?.state === 'cancelled'
    },

    /** Removes the parts of what was cancelled; those of failures stay, since the next try goes on from them. */
    async tidy(): Promise<void> {
      for (const name of await namesIn(config.modelsDir)) {
        const modelId = modelOfPart(name)
        if (modelId === null) continue
        const subject = modelNumber(modelId)
        const state = (await latestJobs(db.read, job.name, [subject])).get(subject)?.state
        if (state === 'cancelled' || state === 'done') await rm(join(config.modelsDir, name), { force: true })
      }
    },
  }
}

export const isActive = ({ state }: Pick<ModelFetch, 'state'>): boolean =>
  state === 'queued' || state === 'running'

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
