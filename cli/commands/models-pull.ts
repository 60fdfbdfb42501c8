import type { ModelFetch } from '#contract/models.ts'
import { diarisationId } from '../../server/speech/catalogue.ts'
import type { Services } from '../../server/services.ts'
import { untilFetched, whyNotFetched } from '../fetching.ts'
import { bytes, note } from '../output.ts'

/**
 * Fetches a model: the running server does it, or this process while there is none.
 * @throws AppError with the reason when it did not come
 */
export async function pullModel(services: Services, id: string | undefined): Promise<ModelFetch> {
  const { modelFetches } = services
  const wanted = id === diarisationId ? await pairToFetch(services) : await modelToFetch(services, id)
  const { jobId } = await modelFetches.request(wanted.id)
  note(`Fetching ${wanted.shown} …`)
  const ended = await untilFetched(services, {
    jobId,
    newest: () => modelFetches.newest(),
    stepOf: ({ step, receivedBytes, totalBytes }) =>
      `${step ?? 'Waiting'}: ${bytes(receivedBytes)} of ${bytes(totalBytes)}`,
    another: 'Another model is already being downloaded.',
    goesOn:
      'The running appliance goes on fetching it. `npx appliance models cancel` or the System page ends that.',
    isKept:
      'What has come is kept: `npx appliance models pull`, or the next start of the appliance, goes on from there.',
  })
  if (ended.state === 'done') return ended
  await modelFetches.tidy()
  throw whyNotFetched(ended)
}

type Wanted = { id: string; shown: string }

async function modelToFetch({ catalogue }: Services, wished: string | undefined): Promise<Wanted> {
  const model = wished === undefined ? await catalogue.recommended() : await catalogue.find(wished)
  const { id, sizeBytes, licence, url } = model
  return { id, shown: `${id} (about ${bytes(sizeBytes)}, licence ${licence}) from ${url}` }
}

async function pairToFetch({ catalogue }: Services): Promise<Wanted> {
  const pair = await catalogue.diarisation()
  const files = pair ? [pair.segmentation, pair.embedding] : []
  const shown = files.map(
    ({ name, sizeBytes, licence, url }) =>
      `${name} (about ${bytes(sizeBytes)}, licence ${licence}) from ${url}`,
  )
  return { id: diarisationId, shown: shown.join(' and ') }
}
