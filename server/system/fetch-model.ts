import { mkdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import { PermanentFailure, type JobContext } from '../jobs/define.ts'
import { lookAtEngineBuild } from '../processes/engine-build.ts'
import { diarisationId, type KnownModel } from '../speech/catalogue.ts'
import { removePart } from '../speech/fetch-part.ts'
import { fetchFile } from '../speech/fetch.ts'
import { fetchedPercent, type FetchModelDeps } from './fetch-deps.ts'
import { fetchDiarisation } from './fetch-diarisation.ts'
import { partFile, type FetchModelPayload } from './jobs.ts'

const storedEveryMs = 5000
const engineLookMs = 1000
/** The start script begins to build the engine at about the same time as the server starts. */
const enginePatienceMs = 60_000

/** The job: fetch (going on where an earlier try was) → check → install → use. */
export function createModelFetcher(deps: FetchModelDeps) {
  const { config, catalogue, models } = deps
  return async function run({ modelId }: FetchModelPayload, context: JobContext): Promise<void> {
    try {
      if (modelId === diarisationId) return await fetchDiarisation(deps, context, progressOf)
      // A crash between the last step and the job's end.
      if ((await models.list()).some((model) => model.id === modelId)) return
      await fetchAndInstall(await catalogue.find(modelId), context)
    } catch (error) {
      // The fetch has tried often enough by itself.
      if (error instanceof AppError)
        throw new PermanentFailure(error.code, error.message, { cause: error.cause })
      throw error
    }
  }

  async function fetchAndInstall(model: KnownModel, context: JobContext): Promise<void> {
    if (config.offline)
      throw new AppError('offline', 'APPLIANCE_OFFLINE is set, so no speech model can be fetched.')
    await mkdir(config.modelsDir, { recursive: true, mode: 0o700 })
    const file = partFile(config.modelsDir, model.id)
    const { sha256 } = await fetchFile(model, file, {
      signal: context.signal,
      onProgress: progressOf(context),
      onTrouble: (error) => context.log.warn({ err: error }, 'fetching the model was interrupted'),
    })
    await context.partStored()
    await engineBuilt(context)
    context.progress(fetchedPercent, 'Checking')
    try {
      await models.takeIn(file, { id: model.id, name: model.name, sha256 })
      await removePart(file)
    } catch (error) {
      // The checksum was right: the same bytes would come again.
      if (error instanceof AppError && error.code === 'model_damaged') await removePart(file)
      throw error
    }
  }

  async function engineBuilt({ signal, progress }: JobContext): Promise<void> {
    let patienceMs = enginePatienceMs
    for (;;) {
      const build = await lookAtEngineBuild(config.engineDir)
      if (build.state === 'built') return
      if (build.state !== 'building') patienceMs -= engineLookMs
      if (patienceMs < 0) throw new AppError('engine_missing', build.message)
      progress(fetchedPercent, 'Waiting for the speech engine to be built, which checks the model')
      await pause(engineLookMs, undefined, { signal })
    }
  }
}

/** What has come counts as stored: only a crash without any progress uses up a try. */
function progressOf(context: JobContext): NonNullable<Parameters<typeof fetchFile>[2]['onProgress']> {
  let storedAt = 0
  return ({ receivedBytes, totalBytes, step, secondsLeft }) => {
    context.progress((receivedBytes / totalBytes) * fetchedPercent, step, secondsLeft)
    if (Date.now() - storedAt < storedEveryMs || step !== 'Fetching') return
    storedAt = Date.now()
    context
      .partStored()
      .catch((error: unknown) =>
        context.log.warn({ err: error }, 'the fetch could not be marked as going on'),
      )
  }
}
