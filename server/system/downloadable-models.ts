import type { ModelFetch } from '#contract/models.ts'
import { AppError } from '../errors.ts'
import type { newestJob } from '../jobs/queue.ts'
import { diarisationId, hostOf, type Catalogue } from '../speech/catalogue.ts'
import { lookAtPart } from '../speech/fetch-part.ts'
import { fetchedPercent } from './fetch-deps.ts'
import { partFile, partOfPair } from './jobs.ts'

type NewestJob = NonNullable<Awaited<ReturnType<typeof newestJob>>>

/** A model that can be downloaded, and the files that its bytes go into. */
export type DownloadableModel = {
  id: string
  name: string
  url: string
  parts: { file: string; sizeBytes: number }[]
}

/** The catalogue's models, and the pair that tells speakers apart. */
export async function downloadableModels(
  catalogue: Catalogue,
  modelsDir: string,
): Promise<DownloadableModel[]> {
  const speech = (await catalogue.list()).map((model) => ({
    ...model,
    parts: [{ file: partFile(modelsDir, model.id), sizeBytes: model.sizeBytes }],
  }))
  const pair = await catalogue.diarisation()
  if (!pair) return speech
  const { segmentation, embedding } = pair
  const parts = Object.entries({ segmentation, embedding }).map(([part, { sizeBytes }]) => ({
    file: partOfPair(modelsDir, diarisationId, part),
    sizeBytes,
  }))
  const name = 'models to tell speakers apart'
  return [...speech, { id: diarisationId, name, url: segmentation.url, parts }]
}

/** @throws AppError model_unknown */
export async function downloadableModel(
  catalogue: Catalogue,
  modelsDir: string,
  id: string,
): Promise<DownloadableModel> {
  const found = (await downloadableModels(catalogue, modelsDir)).find((one) => one.id === id)
  if (found) return found
  if (id !== diarisationId) await catalogue.find(id) // which says what there is
  throw new AppError('model_unknown', 'The list of models has none that tell speakers apart.')
}

/** How far a download is, by its job and the part of the file that is on disk. */
export async function describeDownload(newest: NewestJob, model: DownloadableModel): Promise<ModelFetch> {
  const looks = await Promise.all(
    model.parts.map(async ({ file, sizeBytes }) => ({ sizeBytes, found: await lookAtPart(file) })),
  )
  const part = looks.some(({ found }) => found) && {
    size: looks.reduce((sum, { found }) => sum + (found?.size ?? 0), 0),
  }
  const totalBytes = looks.reduce((sum, { found, sizeBytes }) => sum + (found?.total ?? sizeBytes), 0)
  // Without a part it has not begun, or is in its place already.
  const receivedBytes = part ? part.size : newest.progress >= fetchedPercent ? totalBytes : 0
  return {
    jobId: newest.id,
    modelId: model.id,
    modelName: model.name,
    source: hostOf(model.url),
    state: newest.state,
    receivedBytes,
    totalBytes,
    percent:
      receivedBytes < totalBytes
        ? (receivedBytes / totalBytes) * fetchedPercent
        : Math.max(fetchedPercent, newest.progress),
    step: newest.step,
    secondsLeft: newest.secondsLeft,
    errorCode: newest.errorCode,
    errorMessage: newest.errorMessage,
  }
}
