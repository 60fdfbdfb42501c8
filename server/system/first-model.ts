import { setTimeout as pause } from 'node:timers/promises'
import type { ModelFetch } from '#contract/models.ts'
import type { Config } from '../config.ts'
import { bytes } from '../files/size.ts'
import type { Log } from '../log.ts'
import { hostOf, type Catalogue } from '../speech/catalogue.ts'
import { whyUnreachable } from '../speech/fetch.ts'
import { isActive, type ModelFetches } from './fetches.ts'

/** Where the server speaks to whoever started it. */
export type Terminal = {
  say(line: string): void
  /** A line that gives way to the next; `kind` changes when it is worth one of its own in a log. */
  progress(kind: string, line: string): void
}

const reachTimeoutMs = 5000
const lookMs = 1000

/** While there is none but the model that came along: fetches the one that suits this machine, and says so. */
export function createFirstModel({
  config,
  catalogue,
  fetches,
  log,
  terminal,
}: {
  config: Pick<Config, 'offline'>
  catalogue: Catalogue
  fetches: ModelFetches
  log: Log
  terminal: Terminal
}) {
  const stopping = new AbortController()
  let following: Promise<void> = Promise.resolve()

  /** Asks the source whether it is there, and queues the fetch. @returns null when it is not */
  async function begin(): Promise<ModelFetch | null> {
    const model = await catalogue.recommended()
    const source = hostOf(model.url)
    const why = await whyUnreachable(model.url, reachTimeoutMs)
    if (why !== null) {
      log.warn({ source, why }, 'the speech model cannot be fetched')
      terminal.say(
        `${source} cannot be reached (${why}), so no larger speech model is fetched. \`npx appliance models pull\` fetches one later, \`npx appliance models add FILE\` takes one from a file.`,
      )
      return null
    }
    const fetch = await fetches.request(model.id)
    log.info({ model: model.id, source }, 'a larger speech model is fetched')
    terminal.say(
      `Downloading the speech model ${model.id} (about ${bytes(model.sizeBytes)}, licence ${model.licence}) from ${source}; the one that came along works meanwhile.`,
    )
    return fetch
  }

  async function follow(): Promise<void> {
    for (;;) {
      const fetch = await fetches.newest()
      if (!fetch) return
      if (!isActive(fetch)) return terminal.say(howItEnded(fetch))
      const percent = Math.floor(fetch.percent)
      terminal.progress(
        String(Math.floor(percent / 10)),
        `Speech model ${fetch.modelId}: ${percent}%, ${bytes(fetch.receivedBytes)} of ${bytes(fetch.totalBytes)}`,
      )
      await pause(lookMs, undefined, { signal: stopping.signal })
    }
  }

  return {
    /** Not when somebody ended it before, or chose the one that came along: then the person knows best. */
    async isDue(): Promise<boolean> {
      if (config.offline) return false
      return (await fetches.wantsLargerModel()) && !(await fetches.wasCancelled())
    },

    /** Decides, and returns as soon as that is done; the terminal is told how it goes until it has ended. */
    async start(): Promise<void> {
      const running = await fetches.current()
      if (running && isActive(running))
        terminal.say(`Going on with fetching the speech model ${running.modelId} from ${running.source}.`)
      else if (!(await begin())) return
      following = follow().catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: error }, 'the fetch could not be followed')
      })
    },

    async stop(): Promise<void> {
      stopping.abort()
      await following
    },
  }
}

function howItEnded(fetch: ModelFetch): string {
  if (fetch.state === 'done') return `The speech model ${fetch.modelId} is here and is used from now on.`
  const then = 'The model that came along stays in use: `npx appliance models pull` tries again.'
  return fetch.state === 'cancelled'
    ? `Downloading the speech model was cancelled. ${then}`
    : `${fetch.errorMessage ?? 'The speech model could not be fetched.'} ${then}`
}
