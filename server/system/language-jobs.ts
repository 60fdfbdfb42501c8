import { z } from 'zod'
import { recordEvent } from '../db/events.ts'
import type { Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { bytes } from '../files/size.ts'
import { enqueue } from '../jobs/queue.ts'
import { PermanentFailure, type JobContext, type JobDefinition } from '../jobs/define.ts'
import type { Language } from '../language/compose.ts'
import { sameModel } from '../language/catalogue.ts'
import { pullModel } from '../language/pull.ts'
import { changeLanguageSettings, getLanguageSettings } from '../language/settings.ts'
import { modelNumber } from './jobs.ts'

const payload = z.object({ modelId: z.string() })
export type PullLanguagePayload = z.infer<typeof payload>

export type PullLanguageDeps = { db: Db; language: Language; trial: JobDefinition<object> }

const storedEveryMs = 5000

/** Ollama fetches a model, which is then used. */
export function pullLanguageJob(deps: () => PullLanguageDeps): JobDefinition<PullLanguagePayload> {
  return {
    name: 'pull-language-model',
    lane: 'download',
    ofAdministrators: true,
    maxAttempts: 3,
    payload,
    subject: (p) => modelNumber(p.modelId),
    handler: async () => (given, context) => pull(deps(), given, context),
    changed: (handle) => recordEvent(handle, 'language'),
  }
}

async function pull(
  { db, language, trial }: PullLanguageDeps,
  { modelId }: PullLanguagePayload,
  context: JobContext,
): Promise<void> {
  const pace = createPace()
  let storedAt = Date.now()
  try {
    await pullModel(language.server, modelId, {
      signal: context.signal,
      onProgress: ({ receivedBytes, totalBytes, step }) => {
        const share = totalBytes > 0 ? receivedBytes / totalBytes : 0
        const shown =
          step === 'Fetching' && totalBytes > 0
            ? `Downloading: ${bytes(receivedBytes)} of ${bytes(totalBytes)}`
            : step
        context.progress(share * 99, shown, pace(receivedBytes, totalBytes))
        if (Date.now() - storedAt < storedEveryMs || receivedBytes === 0) return
        storedAt = Date.now()
        context
          .partStored()
          .catch((error: unknown) => context.log.warn({ err: error }, 'not marked as going on'))
      },
      onTrouble: (error) => context.log.warn({ err: error }, 'fetching the language model was interrupted'),
    })
  } catch (error) {
    // It has tried often enough by itself.
    if (error instanceof AppError)
      throw new PermanentFailure(error.code, error.message, { cause: error.cause })
    throw error
  }
  language.modelsChanged()
  const fetched = (await language.models()).find(({ id }) => id === modelId || id === `${modelId}:latest`)
  const kind = fetched?.embeds ? 'embeddingModel' : 'model'
  // "As suits the machine" stays, and sees what is there now.
  if ((await getLanguageSettings(db.read))[kind] !== null)
    await changeLanguageSettings(db, { [kind]: modelId })
  const { model } = await language.status()
  if (model !== null && sameModel(model, modelId)) await enqueue(db.write, trial, {})
}

/** Seconds left, by the pace since the beginning of this try. */
function createPace(): (received: number, total: number) => number | null {
  const first = { at: Date.now(), received: -1 }
  return (received, total) => {
    if (first.received < 0) first.received = received
    const seconds = (Date.now() - first.at) / 1000
    const came = received - first.received
    return seconds < 2 || came <= 0 ? null : Math.ceil(((total - received) * seconds) / came)
  }
}
