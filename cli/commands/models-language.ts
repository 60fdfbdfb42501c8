import type { Services } from '../../server/services.ts'
import { untilFetched, whyNotFetched } from '../fetching.ts'
import { note, print, printJson } from '../output.ts'

/** What the language models are called where a speech model's id is asked for. */
export const languageId = 'llm'

/** `models pull llm`: Ollama fetches it, asked by the running server, or by this process while there is none. */
export async function pullLanguage(services: Services, id: string | undefined, json: boolean): Promise<void> {
  const { languageModels } = services
  const modelId = id ?? (await languageModels.recommended())
  const { jobId } = await languageModels.pull(modelId)
  note(`Ollama at ${services.language.server.host} fetches ${modelId} …`)
  const ended = await untilFetched(services, {
    jobId,
    newest: () => languageModels.newest(),
    stepOf: ({ step }) => step ?? 'Waiting',
    another: 'Another language model is already being downloaded.',
    goesOn: 'The running appliance goes on. `npx appliance models cancel` or the System page ends that.',
    isKept:
      'Ollama keeps what has come: `npx appliance models pull llm`, or the next start of the appliance, goes on from there.',
  })
  if (ended.state !== 'done') throw whyNotFetched(ended)
  if (json) return printJson({ id: modelId, pulled: true })
  print(`${modelId} is there and in use from now on.`)
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
