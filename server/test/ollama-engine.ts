import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { loadConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { openDb } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { createLanguageCatalogue } from '../language/catalogue.ts'
import type { LanguageRequest } from '../language/engine.ts'
import { createOllama, type OllamaEngine, type OllamaOptions } from '../language/ollama.ts'
import { changeLanguageSettings } from '../language/settings.ts'
import { createLog } from '../log.ts'
import { temporaryFolder } from './files.ts'
import { realOllama } from './ollama.ts'

/** The engine against the Ollama at `url`, with a database of its own; both end with the test. */
export async function engineAt(
  url: string,
  timing: OllamaOptions['timing'] = {},
  settings: Parameters<typeof changeLanguageSettings>[1] = {},
): Promise<OllamaEngine> {
  const folder = await temporaryFolder()
  const db = await openDb(join(folder, 'appliance.db'))
  await migrate(db, { copies: folder, alone: (work) => work() })
  await changeLanguageSettings(db, settings)
  const config = loadConfig({ APPLIANCE_LOG: 'error' })
  const engine = createOllama({
    url,
    db,
    log: createLog(config, 'test'),
    catalogue: createLanguageCatalogue(config, 8e9),
    timing: { pauseMs: () => 20, ...timing },
  })
  onTestFinished(async () => {
    await engine.close()
    await db.close()
  })
  return engine
}

export const asking = (more: Partial<LanguageRequest> = {}): LanguageRequest => ({
  system: 'You are brief.',
  messages: [{ role: 'user', content: 'What was decided?' }],
  signal: new AbortController().signal,
  deadlineMs: realOllama ? 300_000 : 20_000,
  ...more,
})

/** The error that a call ends with. */
export async function failure(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof AppError) return error
  throw new Error(`expected an AppError, got ${String(error)}`)
}
