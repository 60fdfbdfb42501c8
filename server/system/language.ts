import type { LanguageOverview, LanguagePull, LanguageSettings } from '#contract/language.ts'
import type { Finding } from '#contract/system.ts'
import type { Config } from '../config.ts'
import { transact, type Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { bytes } from '../files/size.ts'
import type { JobDefinition, JobDefinitions } from '../jobs/define.ts'
import { cancel, enqueue, isActive, newestJob } from '../jobs/queue.ts'
import { sameModel } from '../language/catalogue.ts'
import type { Language } from '../language/compose.ts'
import type { LanguageModel } from '../language/engine.ts'
import { modelIsExpected } from '../language/known.ts'
import { lastFailure } from '../language/last-failure.ts'
import { changeLanguageSettings, getLanguageSettings } from '../language/settings.ts'
import { trialOf } from '../language/trials.ts'
import type { PullLanguagePayload } from './language-jobs.ts'

export type LanguageModels = ReturnType<typeof createLanguageModels>

/** The language models as the administrator sees and chooses them. */
export function createLanguageModels({
  config,
  db,
  language,
  job,
  trial,
}: {
  config: Pick<Config, 'offline'>
  db: Db
  language: Language
  job: JobDefinition<PullLanguagePayload>
  trial: JobDefinition<object>
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
      trial: status.model === null ? null : await trialOf(db.read, status.model),
      trying: await isActive(db.read, trial.name, 0),
      pull: pull && (isUnderWay(pull) || pull.state === 'failed') ? pull : null,
    }
  }

  async function tryOnce(): Promise<void> {
    const { model } = await language.status()
    if (model !== null && (await trialOf(db.read, model)) === null) await enqueue(db.write, trial, {})
  }

  async function nameOne(): Promise<string> {
    const models = (await language.catalogue.list()).filter(({ embeds }) => !embeds)
    const rows = models.map(({ id, machineBytes }) => `${id} (${bytes(machineBytes)})`)
    const names =
      rows.length > 0 ? ` The list has, with the memory a machine should have: ${rows.join(', ')}.` : ''
    return `Ollama at ${language.server.host} runs on another machine, whose memory the appliance does not know: name the model, as in \`npx appliance models pull llm NAME\`.${names}`
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
      if (change.model !== undefined) await tryOnce()
      return overview()
    },

    /** @throws AppError language_no_model, language_unreachable */
    async try(): Promise<number> {
      const { state, message } = await language.status()
      if (state !== 'ready')
        throw new AppError(state === 'no_model' ? 'language_no_model' : 'language_unreachable', message)
      return enqueue(db.write, trial, {})
    },

    /**
     * The model of the list that suits this machine, where Ollama computes on it: of another one's memory nothing is known.
     * @throws AppError model_unknown, invalid_input
     */
    async recommended(): Promise<string> {
      if (!language.isHere) throw new AppError('invalid_input', await nameOne())
      const model = await language.catalogue.recommended()
      if (model) return model.id
      throw new AppError('model_unknown', 'The list of models has no language model: name one.')
    },

    /**
     * Has Ollama fetch a model; while the same one is under way, that is meant.
     * @throws AppError invalid_input, offline, model_fetch_running, language_unreachable
     */
    async pull(modelId: string): Promise<LanguagePull> {
      if (!modelName.test(modelId))
        throw new AppError(
          'invalid_input',
          'That is no name of a model as Ollama writes them, such as "llama3.1:8b": letters, figures, dots, hyphens, slashes and one colon.',
        )
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

/** "qwen2.5:7b", "hf.co/somebody/Some-Model-GGUF:Q4_K_M" */
const modelName = /^[a-z0-9][\w.-]*(\/[a-z0-9][\w.-]*)*(:[\w.-]+)?$/i

const isUnderWay = ({ state }: Pick<LanguagePull, 'state'>): boolean =>
  state === 'queued' || state === 'running'
