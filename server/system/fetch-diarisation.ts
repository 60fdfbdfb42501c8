import { mkdir } from 'node:fs/promises'
import { AppError } from '../errors.ts'
import type { JobContext } from '../jobs/define.ts'
import { diarisationId } from '../speech/catalogue.ts'
import { removePart } from '../speech/fetch-part.ts'
import { fetchFile, type FetchProgress } from '../speech/fetch.ts'
import type { DiarisationFile } from '../speech/diarisation-models.ts'
import { fetchedPercent, type FetchModelDeps } from './fetch-deps.ts'
import { partOfPair } from './jobs.ts'

type ProgressOf = (context: JobContext) => (progress: FetchProgress) => void

/** Fetches the two models that tell speakers apart, one after the other; then they are tried and used. */
export async function fetchDiarisation(
  { config, catalogue, diarisationModels }: FetchModelDeps,
  context: JobContext,
  progressOf: ProgressOf,
): Promise<void> {
  // A crash between the last step and the job's end.
  if ((await diarisationModels.installed())?.bundled === false) return
  const pair = await catalogue.diarisation()
  if (!pair) throw new AppError('model_unknown', 'The list of models has none that tell speakers apart.')
  if (config.offline) throw new AppError('offline', 'APPLIANCE_OFFLINE is set, so no model can be fetched.')
  await mkdir(config.modelsDir, { recursive: true, mode: 0o700 })
  const { segmentation, embedding, settings } = pair
  const totalBytes = segmentation.sizeBytes + embedding.sizeBytes
  const report = progressOf(context)
  const parts = {
    segmentation: partOfPair(config.modelsDir, diarisationId, 'segmentation'),
    embedding: partOfPair(config.modelsDir, diarisationId, 'embedding'),
  }
  let before = 0
  async function fetched(part: 'segmentation' | 'embedding'): Promise<DiarisationFile> {
    const known = pair![part]
    const { sha256, sizeBytes } = await fetchFile({ ...known, sha1: null }, parts[part], {
      signal: context.signal,
      onProgress: (progress) =>
        report({ ...progress, receivedBytes: before + progress.receivedBytes, totalBytes }),
      onTrouble: (error) => context.log.warn({ err: error }, 'fetching the model was interrupted'),
    })
    before += sizeBytes
    return { name: known.name, file: parts[part], sha256, sizeBytes }
  }
  const files = { segmentation: await fetched('segmentation'), embedding: await fetched('embedding') }
  await context.partStored()
  context.progress(fetchedPercent, 'Checking')
  try {
    await diarisationModels.takeIn(files, settings)
  } catch (error) {
    // The same bytes would come again.
    if (!(error instanceof AppError && error.code === 'model_damaged')) throw error
    throw new AppError(
      'model_damaged',
      'What was fetched cannot tell speakers apart: it is damaged or not of the right kind. It was deleted; what was in use stays in use.',
      { cause: error.cause },
    )
  } finally {
    if (!context.signal.aborted) for (const part of Object.values(parts)) await removePart(part)
  }
}
