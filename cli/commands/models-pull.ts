import { setTimeout as pause } from 'node:timers/promises'
import type { ModelFetch } from '#contract/models.ts'
import { errorCodes } from '#contract/errors.ts'
import { AppError } from '../../server/errors.ts'
import { findRunningServer } from '../../server/files/lock.ts'
import { diarisationId } from '../../server/speech/catalogue.ts'
import type { Services } from '../../server/services.ts'
import { bytes, createProgressLine, duration, exitCodes, note } from '../output.ts'
import { createStandIn, type StandIn } from '../stand-in.ts'

const lookMs = 300

/**
 * Fetches a model: the running server does it, or this process while there is none.
 * @throws AppError with the reason when it did not come
 */
export async function pullModel(services: Services, id: string | undefined): Promise<ModelFetch> {
  const wanted = id === diarisationId ? await pairToFetch(services) : await modelToFetch(services, id)
  const { jobId } = await services.modelFetches.request(wanted.id)
  note(`Fetching ${wanted.shown} …`)
  const standIn = createStandIn(services)
  const stop = (): void => void giveUpWaiting(services, standIn)
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    const ended = await waitFor(services, jobId, standIn)
    if (ended.state === 'done') return ended
    await services.modelFetches.tidy()
    const code = errorCodes.find((known) => known === ended.errorCode)
    throw new AppError(code ?? 'model_unreachable', ended.errorMessage ?? 'The fetching was cancelled.')
  } finally {
    process.removeListener('SIGINT', stop)
    process.removeListener('SIGTERM', stop)
    await standIn.stop()
  }
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

async function giveUpWaiting(services: Services, standIn: StandIn): Promise<void> {
  const mine = standIn.isWorking()
  await standIn.stop()
  const server = mine ? null : await findRunningServer(services.paths)
  note(
    server
      ? '\nThe running appliance goes on fetching it. `npx appliance models cancel` or the System page ends that.'
      : '\nWhat has come is kept: `npx appliance models pull`, or the next start of the appliance, goes on from there.',
  )
  process.exit(exitCodes.interrupted)
}

async function waitFor({ modelFetches }: Services, jobId: number, standIn: StandIn): Promise<ModelFetch> {
  const line = createProgressLine()
  try {
    for (;;) {
      await standIn.ensure()
      const fetch = await modelFetches.newest()
      if (!fetch || fetch.jobId !== jobId)
        throw new AppError('model_unreachable', 'Another model is being fetched meanwhile.')
      if (fetch.state !== 'queued' && fetch.state !== 'running') return fetch
      show(line, fetch)
      await pause(lookMs)
    }
  } finally {
    line.end()
  }
}

function show(line: ReturnType<typeof createProgressLine>, fetch: ModelFetch): void {
  const percent = Math.floor(fetch.percent)
  const step = fetch.step ?? 'Waiting'
  const left = fetch.secondsLeft ? `, about ${duration(fetch.secondsLeft)} left` : ''
  line.show(
    `${step} ${Math.floor(percent / 10)}`,
    `${step}: ${percent} %, ${bytes(fetch.receivedBytes)} of ${bytes(fetch.totalBytes)}${left}`,
  )
}
