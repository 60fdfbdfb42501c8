import { availableParallelism, loadavg } from 'node:os'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import type { Log } from '../log.ts'
import { isLoopback } from '../variables.ts'
import { createLanguageCatalogue } from './catalogue.ts'
import { createOllama, type OllamaEngine } from './ollama.ts'

export type Language = OllamaEngine & {
  /** Ollama computes on the appliance's own machine, as the settings say, else as far as its address tells. */
  isHere: boolean
}

const fewCores = 2
/** Each change makes Ollama load the model anew. */
const looksEveryMs = 10 * 60_000

/**
 * One on a small machine that has other work: threads that wait for each other spin, and two of them are slower there than
 * one.
 */
export function threadsHere(
  { cores, load }: { cores: number; load: () => number } = {
    cores: availableParallelism(),
    load: () => loadavg()[0]!,
  },
): () => number | undefined {
  let last = { at: Number.NEGATIVE_INFINITY, threads: undefined as number | undefined }
  return () => {
    if (cores > fewCores) return undefined
    if (Date.now() - last.at > looksEveryMs)
      last = { at: Date.now(), threads: load() > cores + 1 ? 1 : undefined }
    return last.threads
  }
}

/** The language model as the settings have it. */
export function createLanguage({ config, db, log }: { config: Config; db: Db; log: Log }): Language {
  const { hostname } = new URL(config.ollamaHost)
  const isHere = config.ollamaHere ?? isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'))
  const engine = createOllama({
    ...{ url: config.ollamaHost, db, log },
    catalogue: createLanguageCatalogue(config),
    ...(isHere && { threads: threadsHere() }),
  })
  return { ...engine, isHere }
}
