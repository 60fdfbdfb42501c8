import { createApp } from './app.ts'
import { ConfigError, loadConfig, type Config } from './config.ts'
import { describeEvent } from './events.ts'
import { findRunningServer, lockDataDirectory, type DataLock } from './files/lock.ts'
import { dataPaths, makeFolders } from './files/paths.ts'
import { sweepUploads } from './files/sweep.ts'
import { createClientReader } from './http/client.ts'
import { createEventHub } from './http/events.ts'
import { createOriginCheck } from './http/guard.ts'
import { serve } from './http/serve.ts'
import { createLog, type Log } from './log.ts'
import { startRuntime, type Runtime } from './runtime.ts'
import { createServices, type Services } from './services.ts'
import { createFirstModel, type Terminal } from './system/first-model.ts'

export type RunningServer = { url: string; services: Services; runtime: Runtime; stop(): Promise<void> }

/**
 * Brings the appliance up: lock → database → engine and worker → pages and calls.
 * @throws ConfigError when the data directory is in use or the port is taken; nothing is left running then
 */
export async function startServer(
  config: Config,
  log: Log,
  terminal: Terminal = silent,
): Promise<RunningServer> {
  const startedAt = new Date().toISOString()
  const undo: (() => Promise<void> | void)[] = []
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const lock = await takeLock(config)
    undo.push(() => lock.release())
    const services = await createServices(config, log)
    undo.push(() => services.close())
    await sweepUploads(services.paths, (folder) => services.recordings.hasFolder(services.db.read, folder))
    await services.models.sweep()
    await checkSpeechModel(config, services)
    await services.modelFetches.tidy()
    const { catalogue, modelFetches: fetches } = services
    const first = createFirstModel({ config, catalogue, fetches, log, terminal })
    undo.push(() => first.stop())
    const runtime = await startRuntime(services, (await first.isDue()) ? first.start : null)
    undo.push(() => runtime.stop())
    const events = await createEventHub({
      db: services.db,
      log,
      version: config.version,
      describe: (row) => describeEvent(services, row),
      notice: (row) => {
        if (row.topic === 'models' || row.topic === 'model_fetch') runtime.modelsChanged()
        if (row.topic === 'model_fetch')
          fetches.tidy().catch((error: unknown) => log.error({ err: error }, 'tidying the models failed'))
      },
    })
    undo.push(() => events.close())
    runtime.onEngineChange((engine) => events.broadcast({ type: 'engine', engine }))
    const readClient = createClientReader(config)
    const checkOrigin = createOriginCheck(config, readClient)
    const urls: string[] = []
    const { engineStatus, workerRunning } = runtime
    const live = { engineStatus, workerRunning, startedAt, urls: () => urls }
    const app = createApp(services, { ...live, events, checkOrigin })
    const serving = await serve(app, config, { checkOrigin, beforeClose: events.close })
    urls.push(serving.url)
    undo.push(() => serving.close())
    await lock.announce(serving.url)
    return { url: serving.url, services, runtime, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const silent: Terminal = { say: () => undefined, progress: () => undefined }

/** stdout is for people; the log goes to stderr. On a terminal progress stays in one line. */
function createTerminal(): Terminal {
  const inPlace = process.stdout.isTTY
  let lastKind = ''
  return {
    say: (line) => void process.stdout.write(`${inPlace ? '\r\u001b[K' : ''}${line}\n`),
    progress(kind, line) {
      if (inPlace) process.stdout.write(`\r\u001b[K${line}`)
      else if (kind !== lastKind) process.stdout.write(`${line}\n`)
      lastKind = kind
    },
  }
}

/**
 * A model that the administrator fixed and that is not there would have every recording wait for ever; a list of models
 * that is wrong is better told now than when one is wanted.
 */
async function checkSpeechModel({ speechModel }: Config, { models, catalogue }: Services): Promise<void> {
  await catalogue.list()
  const ids = (await models.list()).map((model) => model.id)
  if (speechModel && !ids.includes(speechModel))
    throw new ConfigError(
      `APPLIANCE_SPEECH_MODEL is "${speechModel}"; it takes the id of an installed model: ${ids.join(', ')}.`,
    )
}

async function takeLock(config: Config): Promise<DataLock> {
  const paths = dataPaths(config.dataDir)
  await makeFolders(paths)
  const lock = await lockDataDirectory(paths)
  if (lock) return lock
  const other = await findRunningServer(paths)
  const who = other?.url ? `an appliance answers at ${other.url}` : 'another appliance process holds it'
  throw new ConfigError(
    `The data directory ${config.dataDir} is in use: ${who}. Stop that one, or choose another folder with APPLIANCE_DATA_DIR.`,
  )
}

/** The server as a program: until SIGTERM or Ctrl-C, which end it in good order (what runs is handed back to the queue). */
export async function runServer(): Promise<void> {
  const config = loadConfig()
  const log = createLog(config, 'server')
  for (const name of config.unknownVariables)
    log.warn(`${name} is not a setting of the appliance and does nothing`)
  const terminal = createTerminal()
  const server = await startServer(config, log, terminal)
  terminal.say(`The appliance is ready: ${server.url}`)

  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      log.info({ signal }, 'stopping')
      server.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'stopping failed')
          process.exit(1)
        },
      )
    })
}
