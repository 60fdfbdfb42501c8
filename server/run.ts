import { createApp, webFolder } from './app.ts'
import { ConfigError, loadConfig, type Config } from './config.ts'
import { describeEvent } from './events.ts'
import { findRunningServer, lockDataDirectory, type DataLock } from './files/lock.ts'
import { dataPaths, makeFolders } from './files/paths.ts'
import { sweepUploads } from './files/sweep.ts'
import { createClientReader } from './http/client.ts'
import { createEventHub } from './http/events.ts'
import { createGate } from './http/gate.ts'
import { createOriginCheck } from './http/guard.ts'
import { serve, type Serving } from './http/serve.ts'
import { createResumableUploads, type ResumableUploads } from './http/resumable.ts'
import { signInFiles } from './http/static.ts'
import { startRounds } from './live/rounds.ts'
import { createLog, type Log } from './log.ts'
import { newSecret } from './people/secrets.ts'
import { checkUpload, titleFromFileName } from './recordings/service.ts'
import { startRuntime, type Runtime } from './runtime.ts'
import { createServices, type Services } from './services.ts'
import type { OpenCertificates } from './tls/certificates.ts'

export type RunningServer = {
  /** For this machine itself. */
  url: string
  serving: Serving
  certificates: OpenCertificates | null
  services: Services
  runtime: Runtime
  uploads: ResumableUploads
  stop(): Promise<void>
}

/**
 * Brings the appliance up: lock → database → engine and worker → pages and calls.
 * @throws ConfigError when the data directory is in use or the port is taken; nothing is left running then
 */
export async function startServer(config: Config, log: Log): Promise<RunningServer> {
  const undo: (() => Promise<void> | void)[] = []
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const lock = await takeLock(config)
    undo.push(() => lock.release())
    const services = await createServices(config, log, { lockHeld: true })
    undo.push(() => services.close())
    await sweepUploads(services.paths, (folder) => services.recordings.hasFolder(services.db.read, folder))
    await services.models.sweep()
    await checkSpeechModel(config, services)
    const certificates = (await services.certificates?.open()) ?? null
    undo.push(() => certificates?.close())
    const runtime = await startRuntime(services)
    undo.push(() => runtime.stop())
    undo.push(startRounds(services.live, log))
    const events = await createEventHub({
      db: services.db,
      log,
      version: config.version,
      describe: (row) => describeEvent(services, row),
      notice: (row) => {
        if (row.topic === 'models') runtime.modelsChanged()
        if (row.topic === 'tls') void certificates?.look()
      },
    })
    undo.push(() => events.close())
    runtime.onEngineChange((engine) => events.broadcast({ type: 'engine', engine }))
    const readClient = createClientReader(config)
    const checkOrigin = createOriginCheck(config, readClient)
    const commandKey = newSecret()
    const { people, signIn } = services
    const publicFiles = await signInFiles(webFolder(config))
    const gate = createGate({ config, db: services.db, people, signIn, readClient, commandKey, publicFiles })
    const uploads = createResumableUploads({
      folder: services.paths.resumable,
      log,
      check: (file) => void checkUpload(withTitle(file)),
      keep: async (file) => (await services.recordings.keep({ ...withTitle(file), source: 'upload' })).id,
    })
    undo.push(uploads.startRounds())
    const app = createApp(services, {
      engineStatus: runtime.engineStatus,
      events,
      checkOrigin,
      gate,
      uploads,
    })
    const serving = await serve(app, config, {
      log,
      checkOrigin,
      readClient,
      certificates,
      admit: async (request) => (await gate.identify(request, 'look')) !== null,
      beforeClose: events.close,
    })
    undo.push(() => serving.close())
    await lock.announce({ url: serving.localUrl, publicUrl: serving.urls[0] ?? null, commandKey })
    return { url: serving.localUrl, serving, certificates, services, runtime, uploads, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const withTitle = <F extends { title: string | null; name: string }>(file: F): F & { title: string } => ({
  ...file,
  title: file.title ?? titleFromFileName(file.name),
})

/** A model that the administrator fixed and that is not there would have every recording wait for ever. */
async function checkSpeechModel({ speechModel }: Config, { models }: Services): Promise<void> {
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

/** Where other machines find the appliance, and how they come to trust it. */
function describeFrontDoor({ serving, certificates }: RunningServer): string {
  const others = serving.urls.filter((url) => url !== serving.localUrl)
  const lines = others.map((url, i) => `${i === 0 ? 'From other machines:' : ' '.repeat(20)} ${url}`)
  const authority = certificates?.authority
  if (authority)
    lines.push(
      `From another machine: ${serving.trustUrl} shows how to trust it`,
      `SHA-256 fingerprint of its authority: ${authority.fingerprint}`,
    )
  return lines.map((line) => `${line}\n`).join('')
}

/** The server as a program: until SIGTERM or Ctrl-C, which end it in good order (what runs is handed back to the queue). */
export async function runServer(): Promise<void> {
  const config = loadConfig()
  const log = createLog(config, 'server')
  for (const name of config.unknownVariables)
    log.warn(`${name} is not a setting of the appliance and does nothing`)
  const server = await startServer(config, log)
  // stdout is for people; the log goes to stderr.
  process.stdout.write(`The appliance is ready: ${server.url}\n${describeFrontDoor(server)}`)
  const link = await server.services.people.firstLink()
  if (link)
    process.stdout.write(
      `Nobody can sign in yet. Open this link within 15 minutes to choose your passphrase; it works once:\n  ${link.url}\n`,
    )

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
