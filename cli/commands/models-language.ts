import { setTimeout as pause } from 'node:timers/promises'
import { errorCodes } from '#contract/errors.ts'
import type { LanguagePull } from '#contract/language.ts'
import { AppError } from '../../server/errors.ts'
import { findRunningServer } from '../../server/files/lock.ts'
import type { Services } from '../../server/services.ts'
import { createProgressLine, duration, exitCodes, note, print, printJson } from '../output.ts'
import { createStandIn, type StandIn } from '../stand-in.ts'

/** What the language models are called where a speech model's id is asked for. */
export const languageId = 'llm'

const lookMs = 300

/** `models pull llm`: Ollama fetches it, asked by the running server, or by this process while there is none. */
export async function pullLanguage(services: Services, id: string | undefined, json: boolean): Promise<void> {
  const { languageModels } = services
  const modelId = id ?? (await languageModels.recommended())
  const { jobId } = await languageModels.pull(modelId)
  note(`Ollama at ${services.language.server.host} fetches ${modelId} …`)
  const standIn = createStandIn(services)
  const stop = (): void => void giveUpWaiting(services, standIn)
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    const ended = await waitFor(services, jobId, standIn)
    if (ended.state === 'done') {
      if (json) return printJson({ id: modelId, pulled: true })
      return print(`${modelId} is there and in use from now on.`)
    }
    const code = errorCodes.find((known) => known === ended.errorCode)
    throw new AppError(code ?? 'model_unreachable', ended.errorMessage ?? 'The fetching was cancelled.')
  } finally {
    process.removeListener('SIGINT', stop)
    process.removeListener('SIGTERM', stop)
    await standIn.stop()
  }
}

async function giveUpWaiting(services: Services, standIn: StandIn): Promise<void> {
  const mine = standIn.isWorking()
  await standIn.stop()
  const server = mine ? null : await findRunningServer(services.paths)
  note(
    server
      ? '\nThe running appliance goes on. `npx appliance models cancel` or the System page ends that.'
      : '\nOllama keeps what has come: `npx appliance models pull llm`, or the next start of the appliance, goes on from there.',
  )
  process.exit(exitCodes.interrupted)
}

async function waitFor({ languageModels }: Services, jobId: number, standIn: StandIn): Promise<LanguagePull> {
  const line = createProgressLine()
  try {
    for (;;) {
      await standIn.ensure()
      const pull = await languageModels.newest()
      if (!pull || pull.jobId !== jobId)
        throw new AppError('model_unreachable', 'Another language model is being fetched meanwhile.')
      if (pull.state !== 'queued' && pull.state !== 'running') return pull
      const left = pull.secondsLeft ? `, about ${duration(pull.secondsLeft)} left` : ''
      const percent = Math.floor(pull.percent)
      const step = pull.step ?? 'Waiting'
      line.show(`${step.split(':')[0]} ${Math.floor(percent / 10)}`, `${percent} %, ${step}${left}`)
      await pause(lookMs)
    }
  } finally {
    line.end()
  }
}

/** For `models list`. */
export async function languageLine({ language }: Services): Promise<string> {
  const { state, model, host, message } = await language.status()
  return state === 'ready' ? `Language model: ${model}, at ${host}.` : `Language model: none. ${message}`
}

/** For `models list --all`. */
export async function languageCatalogueRows({ languageModels }: Services): Promise<string[]> {
  const { catalogue } = await languageModels.overview()
  return catalogue.map(({ id, installed, recommended, suits, licence }) => {
    const mark = installed ? '+' : recommended ? '>' : ' '
    return `  ${mark} ${id} (licence ${licence}): ${suits}`
  })
}
