import type { LanguageOverview, LanguagePull, LanguageSettings } from '#contract/language.ts'
import { transact } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { bytes } from '../files/size.ts'
import type { JobDefinitions } from '../jobs/define.ts'
import { cancel, enqueue, newestJob } from '../jobs/queue.ts'
import { sameModel } from '../language/catalogue.ts'
import type { Language } from '../language/compose.ts'
import { changeLanguageSettings } from '../language/settings.ts'
import { trialOf } from '../language/trials.ts'
import { createLanguageOverview, isUnderWay, type LanguageDeps } from './language-overview.ts'

export type LanguageModels = ReturnType<typeof createLanguageModels>

/** The language models as the administrator sees and chooses them. */
export function createLanguageModels(deps: LanguageDeps) {
  const { config, db, language, job, trial } = deps
  const { overview, newest, installedModels, findings } = createLanguageOverview(deps)

  async function tryOnce(): Promise<void> {
    const { model } = await language.status()
    if (model !== null && (await trialOf(db.read, model)) === null) await enqueue(db.write, trial, {})
  }

  return {
    overview,
    newest,
    findings,

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
      if (!language.isHere) throw new AppError('invalid_input', await nameOne(language))
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
          'This is not a model name as Ollama writes them, such as "llama3.1:8b": letters, figures, dots, hyphens, slashes and one colon.',
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
  }
}

/** Which models there are to name. */
async function nameOne(language: Language): Promise<string> {
  const models = (await language.catalogue.list()).filter(({ embeds }) => !embeds)
  const rows = models.map(({ id, machineBytes }) => `${id} (${bytes(machineBytes)})`)
  const names =
    rows.length > 0 ? ` The list has, with the memory a machine should have: ${rows.join(', ')}.` : ''
  return `Ollama at ${language.server.host} runs on another machine, whose memory the appliance does not know: name the model, as in \`npx appliance models pull llm NAME\`.${names}`
}

/** "qwen2.5:7b", "hf.co/somebody/Some-Model-GGUF:Q4_K_M" */
const modelName = /^[a-z0-9][\w.-]*(\/[a-z0-9][\w.-]*)*(:[\w.-]+)?$/i
