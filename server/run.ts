import { join } from 'node:path'
import { createApp } from './app.ts'
import { ConfigError, loadConfig } from './config.ts'
import { findRunningServer, lockDataDirectory } from './files/lock.ts'
import { dataPaths, makeFolders } from './files/paths.ts'
import { sweepUploads } from './files/sweep.ts'
import { createEventHub } from './http/events.ts'
import { serve } from './http/serve.ts'
import { createLog } from './log.ts'
import { startRuntime } from './runtime.ts'
import { createServices } from './services.ts'
import { describeEvent } from './events.ts'

/**
 * The appliance: config → lock → database → pages and calls → engine and worker. SIGTERM and Ctrl-C end it in good
 * order: what is running is handed back to the queue.
 */
export async function runServer(): Promise<void> {
  const config = loadConfig()
  const log = createLog(config, 'server')
  const paths = dataPaths(config.dataDir)
  await makeFolders(paths)
  const lock = await lockDataDirectory(paths)
  if (!lock) {
    const other = await findRunningServer(paths)
    throw new ConfigError(
      `The data directory ${config.dataDir} is in use: ${other?.url ? `an appliance answers at ${other.url}` : 'another appliance process holds it'}. Stop that one, or choose another folder with APPLIANCE_DATA_DIR.`,
    )
  }
  const services = await createServices(config, log)
  await sweepUploads(paths)
  const runtime = await startRuntime(services)
  const events = await createEventHub({
    db: services.db,
    log,
    version: config.version,
    describe: (row) => describeEvent(services, row),
  })
  runtime.onEngineChange((engine) => events.broadcast({ type: 'engine', engine }))
  const app = createApp(services, { engineStatus: runtime.engineStatus, events })

  const stopAll = async (): Promise<void> => {
    await runtime.stop()
    await services.close()
    await lock.release()
  }
  let serving
  try {
    serving = await serve(app, config, { beforeClose: events.close })
  } catch (error) {
    events.close()
    await stopAll()
    throw error
  }
  await lock.announce(serving.url)

  let stopping = false
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    await serving.close()
    await stopAll()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      stop(signal).then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'stopping failed')
          process.exit(1)
        },
      )
    })
  // stdout is for people; the log goes to stderr.
  process.stdout.write(`The appliance is ready: ${serving.url}\n`)
  log.info({ dataDir: config.dataDir, web: join(config.appRoot, 'dist', 'web') }, 'serving')
}
