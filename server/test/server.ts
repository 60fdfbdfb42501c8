import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { loadConfig } from '../config.ts'
import { createLog, type Log } from '../log.ts'
import { startServer, type RunningServer } from '../run.ts'
import { layDatabase } from './database.ts'
import { temporaryFolder } from './files.ts'
import { toysDir } from './toys.ts'
import { runWorkerHere } from './worker.ts'

/** The environment of a test's appliance: a data directory of its own, any free port, the engine that the test run built. */
export function testEnvironment(dataDir: string, more: Record<string, string> = {}): Record<string, string> {
  const { APPLIANCE_ENGINE_DIR, PATH, HOME } = process.env
  if (!APPLIANCE_ENGINE_DIR) throw new Error('APPLIANCE_ENGINE_DIR is not set: run the tests with `npm test`')
  return {
    PATH: PATH ?? '',
    HOME: HOME ?? '',
    APPLIANCE_DATA_DIR: dataDir,
    APPLIANCE_HTTP_PORT: '0',
    APPLIANCE_ENGINE_DIR,
    // Small models that know synthetic voices alone, to the word; tests of the real ones name their folder.
    APPLIANCE_BUNDLED_MODELS: toysDir,
    APPLIANCE_LOG: 'error',
    // No test reaches out of the machine; those of fetching turn it off and name a server of their own.
    APPLIANCE_OFFLINE: '1',
    // No language model, whatever runs on the machine; tests that want one bring the stand-in's.
    OLLAMA_HOST: 'http://127.0.0.1:2',
    // Tests of what comes after turn it on: a second version would come in the midst of the others.
    APPLIANCE_DIARISATION: '0',
    ...more,
  }
}

/** The real appliance (database, files, engine, worker, HTTP) in the test's process; stopped when the test ends. */
export async function startAppliance(
  options: { dataDir?: string; env?: Record<string, string>; log?: Log } = {},
): Promise<RunningServer> {
  const dataDir = options.dataDir ?? (await temporaryFolder())
  const config = loadConfig(testEnvironment(dataDir, options.env))
  await layDatabase(config.dataDir)
  const server = await startServer(config, options.log ?? createLog(config, 'test'), {
    runWorker: runWorkerHere,
  })
  onTestFinished(() => server.stop())
  return server
}

/**
 * One appliance for all tests of a file that have recordings of their own and look at nothing else: a start costs as much
 * as most of them.
 */
export function sharedAppliance(
  env: Record<string, string> | (() => Record<string, string>) = {},
): () => RunningServer {
  let server: RunningServer | null = null
  let dataDir = ''
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'appliance-test-'))
    const config = loadConfig(testEnvironment(dataDir, typeof env === 'function' ? env() : env))
    await layDatabase(dataDir)
    server = await startServer(config, createLog(config, 'test'), { runWorker: runWorkerHere })
  })
  afterAll(async () => {
    await server?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return () => {
    if (!server) throw new Error('the appliance is there while a test runs')
    return server
  }
}
