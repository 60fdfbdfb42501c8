import type { LanguageOverview, LanguagePull, LanguageSettings } from '#contract/language.ts'
import type { Finding } from '#contract/system.ts'
import type { Config } from '../config.ts'
import { transact, type Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { JobDefinition, JobDefinitions } from '../jobs/define.ts'
import { cancel, enqueue, newestJob } from '../jobs/queue.ts'
import { sameModel } from '../language/catalogue.ts'
import type { Language } from '../language/compose.ts'
import type { LanguageModel } from '../language/engine.ts'
import { lastFailure } from '../language/last-failure.ts'
import { changeLanguageSettings, getLanguageSettings } from '../language/settings.ts'
import type { PullLanguagePayload } from './language-jobs.ts'

export type LanguageModels = ReturnType<typeof createLanguageModels>

/** The language models as the administrator sees and chooses them. */
export function createLanguageModels({
  config,
  db,
  language,
  job,
}: {
  config: Pick<Config, 'offline'>
  db: Db
  language: Language
  job: JobDefinition<PullLanguagePayload>
}) {
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
      pull: pull && (isUnderWay(pull) || pull.state === 'failed') ? pull : null,
    }
  }

  return {
    overview,
    newest,

    /** @throws AppError model_unknown when a chosen model is not there */
    async change(change: Partial<LanguageSettings>): Promise<LanguageOverview> {
      language.modelsChanged() // a person asks: what was so a moment ago is looked at again
      for (const wanted of [change.model, change.embeddingModel]) {
        if (wanted == null || (await installedModels()).some(({ id }) => sameModel(id, wanted))) continue
        throw new AppError('model_unknown', `Ollama has no model "${wanted}". Fetch it first.`)
      }
      await changeLanguageSettings(db, change)
      return overview()
    },

    /** The model of the list that suits this machine. @throws AppError model_unknown */
    async recommended(): Promise<string> {
      const model = await language.catalogue.recommended()
      if (model) return model.id
      throw new AppError('model_unknown', 'The list of models has no language model: name one.')
    },

    /**
     * Has Ollama fetch a model; while the same one is under way, that is meant.
     * @throws AppError offline, model_fetch_running, language_unreachable
     */
    async pull(modelId: string): Promise<LanguagePull> {
      if (config.offline)
        throw new AppError(
          'offline',
          'APPLIANCE_OFFLINE is set: nothing is fetched. Unset it, or bring the model to Ollama by hand (ollama create).',
        )
      language.modelsChanged()
      const status = await language.status()
      if (status.state === 'unreachable') throw new AppError('language_unreachable', status.message)
      const running = await newest()
      if (running && isUnderWay(running) && running.modelId !== modelId)
        throw new AppError(
          'model_fetch_running',
          'Another language model is being fetched. Wait for it, or cancel it first.',
        )
      await transact(db, (trx) => enqueue(trx, job, { modelId }))
      return (await newest())!
    },

    /** @returns false when nothing is under way */
    cancel: (jobs: JobDefinitions): Promise<boolean> =>
      transact(db, async (trx) => {
        const running = await newestJob(trx, job.name)
        return running !== null && isUnderWay(running) && cancel(trx, jobs, running.id)
      }),

    /** For the doctor: what was chosen and is not there is worth knowing; that there is none at all is a choice. */
    async findings(): Promise<Finding[]> {
      const status = await language.status()
      const { model } = await getLanguageSettings(db.read)
      if (status.state === 'ready')
        return [
          { what: 'Language model', state: 'ok', found: `${status.model} at ${status.host}`, todo: null },
        ]
      if (model === null)
        return [{ what: 'Language model', state: 'ok', found: `none at ${status.host}`, todo: null }]
      return [
        { what: 'Language model', state: 'warning', found: `${model} is not there`, todo: status.message },
      ]
    },
  }
}

const isUnderWay = ({ state }: Pick<LanguagePull, 'state'>): boolean =>
  state === 'queued' || state === 'running'
