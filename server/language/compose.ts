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

/** The language model as the settings have it. */
export function createLanguage({ config, db, log }: { config: Config; db: Db; log: Log }): Language {
  const engine = createOllama({ url: config.ollamaHost, db, log, catalogue: createLanguageCatalogue(config) })
  const { hostname } = new URL(config.ollamaHost)
  const isHere = config.ollamaHere ?? isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'))
  return { ...engine, isHere }
}
