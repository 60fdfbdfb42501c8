import type { LanguageOverview, LanguagePull } from '#contract/language.ts'
import type { Finding } from '#contract/system.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { JobDefinition } from '../jobs/define.ts'
import { isActive, newestJob } from '../jobs/queue.ts'
import { sameModel } from '../language/catalogue.ts'
import type { Language } from '../language/compose.ts'
import type { LanguageModel } from '../language/engine.ts'
import { modelIsExpected } from '../language/known.ts'
import { lastFailure } from '../language/last-failure.ts'
import { getLanguageSettings } from '../language/settings.ts'
import { trialOf } from '../language/trials.ts'
import type { PullLanguagePayload } from './language-jobs.ts'

export type LanguageDeps = {
  config: Pick<Config, 'offline'>
  db: Db
  language: Language
  job: JobDefinition<PullLanguagePayload>
  trial: JobDefinition<object>
}

/** What there is of language models, for the System page and the doctor. */
export function createLanguageOverview({ config, db, language, job, trial }: LanguageDeps) {
  /** The newest pull, however it ended. */
  async function newest(): Promise<LanguagePull | null> {
    const last = await newestJob(db.read, job.name)
    if (!last) return null
    const { modelId } = job.payload.parse(JSON.parse(last.payload))
    const { id: jobId, state, progress: percent, step, secondsLeft, errorCode, errorMessage } = last
    return { jobId, modelId, state, percent, step, secondsLeft, errorCode, errorMessage }
  }

  async function installedModels(): Promise<LanguageModel[]> {
    try {
      return await language.models()
    } catch (error) {
      // The status says it, with what to do.
      if (error instanceof AppError && error.code === 'language_unreachable') return []
      throw error
    }
  }

  async function overview(): Promise<LanguageOverview> {
    language.modelsChanged() // another process may have fetched one
    const status = await language.status()
    const settings = await getLanguageSettings(db.read)
    const installed = await installedModels()
    const recommended = await language.catalogue.recommended()
    const pull = await newest()
    const inUse = (id: string): boolean =>
      [status.model, status.embeddingModel].some((used) => used !== null && sameModel(used, id))
    return {
      status,
      settings,
      lastFailure: await lastFailure(db),
      contextSize: status.state === 'ready' ? await language.contextSize() : null,
      installed: installed.map((model) => ({ ...model, inUse: inUse(model.id) })),
      catalogue: (await language.catalogue.list()).map(
        ({ id, name, sizeBytes, machineBytes, licence, suits, embeds }) => ({
          id,
          name,
          sizeBytes,
          machineBytes,
          licence,
          suits,
          embeds,
          installed: installed.some((model) => sameModel(model.id, id)),
          recommended: language.isHere && id === recommended?.id,
        }),
      ),
      memoryBytes: language.isHere ? language.catalogue.memoryBytes : null,
      offline: config.offline,
      trial: status.model === null ? null : await trialOf(db.read, status.model),
      trying: await isActive(db.read, trial.name, 0),
      pull: pull && (isUnderWay(pull) || pull.state === 'failed') ? pull : null,
    }
  }

  return {
    overview,
    newest,
    installedModels,

    /** For the doctor: what was chosen or has answered and is gone is worth knowing; that there never was one is a choice. */
    async findings(): Promise<Finding[]> {
      language.modelsChanged()
      const status = await language.status()
      const { model } = await getLanguageSettings(db.read)
      if (status.state === 'ready')
        return [
          { what: 'Language model', state: 'ok', found: `${status.model} at ${status.host}`, todo: null },
        ]
      if (!(await modelIsExpected(db)))
        return [
          {
            what: 'Language model',
            state: 'ok',
            found: `not used: there is no language model at ${status.host}, so minutes are drafted by rules`,
            todo: null,
          },
        ]
      const found = model === null ? 'the one that has answered before is not there' : `${model} is not there`
      return [{ what: 'Language model', state: 'warning', found, todo: status.message }]
    },
  }
}

export const isUnderWay = ({ state }: Pick<LanguagePull, 'state'>): boolean =>
  state === 'queued' || state === 'running'
