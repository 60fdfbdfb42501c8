import type { ServerMessage } from '#contract/live.ts'
import { audienceChanged } from '#contract/meetings.ts'
import { createApp, webFolder } from './app.ts'
import { ConfigError, loadConfig, type Config } from './config.ts'
import type { EventRow } from './db/events.ts'
import { describeEvent, isPersonal, mayHear } from './events.ts'
import { findRunningServer, lockDataDirectory, type DataLock } from './files/lock.ts'
import { dataPaths, makeFolders } from './files/paths.ts'
import { sweepUploads } from './files/sweep.ts'
import { createClientReader } from './http/client.ts'
import { createEventHub } from './http/events.ts'
import { createGate } from './http/gate.ts'
import { createConnectionHub, type ConnectionHub } from './http/connections.ts'
import { createOriginCheck } from './http/guard.ts'
import { serve, type Serving } from './http/serve.ts'
import { createResumableUploads, type ResumableUploads } from './http/resumable.ts'
import { signInFiles } from './http/static.ts'
import { startAttendance } from './live/finish/rounds.ts'
import { createKeptLog, type Log } from './log.ts'
import { newSecret } from './people/secrets.ts'
import type { runWorkerProcess } from './processes/worker.ts'
import { checkUpload, titleFromFileName } from './recordings/service.ts'
import { startRuntime, type Runtime } from './runtime.ts'
import { createServices, type Services } from './services.ts'
import { createFirstModel, type Terminal } from './system/first-model.ts'
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
 * @param options.runWorker as startRuntime takes it
 * @throws ConfigError when the data directory is in use or the port is taken; nothing is left running then
 */
export async function startServer(
  config: Config,
  log: Log,
  { terminal = silent, runWorker }: { terminal?: Terminal; runWorker?: typeof runWorkerProcess } = {},
): Promise<RunningServer> {
  const startedAt = new Date().toISOString()
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
    await services.modelFetches.tidy()
    const { catalogue, modelFetches: fetches } = services
    const first = createFirstModel({ config, catalogue, fetches, log, terminal })
    undo.push(() => first.stop())
    const runtime = await startRuntime(services, {
      firstModel: (await first.isDue()) ? first.start : null,
      ...(runWorker && { runWorker }),
    })
    undo.push(() => runtime.stop())
    for (const slice of services.slices) if (slice.start) undo.push(await slice.start())
    const connections = createConnectionHub({
      log,
      heartbeat: () => JSON.stringify({ type: 'heartbeat', timestamp: Date.now() } satisfies ServerMessage),
    })
    undo.push(() => connections.close())
    const events = await createEventHub({
      db: services.db,
      log,
      version: config.version,
      describe: (row) => describeEvent(services, row),
      isPersonal,
      mayHear: (row, person) => mayHear(services, row, person),
      notice: (row) => heed(row, { services, runtime, certificates, connections, log }),
    })
    undo.push(() => events.close())
    undo.push(
      startAttendance(services.live, log, async (id) => {
        await events.tell({ id: 0, topic: 'recording', subject: id })
      }),
    )
    runtime.onEngineChange((engine) => events.broadcast({ type: 'engine', engine }))
    const readClient = createClientReader(config)
    const checkOrigin = createOriginCheck(config, readClient)
    const commandKey = newSecret()
    const { people, signIn } = services
    const publicFiles = await signInFiles(webFolder(config))
    const gate = createGate({ config, db: services.db, people, signIn, readClient, commandKey, publicFiles })
    const urls: string[] = []
    let trustUrl: string | null = null
    const { engineStatus, workerRunning } = runtime
    const live = { engineStatus, workerRunning, startedAt, urls: () => urls, trustUrl: () => trustUrl }
    const uploads = createResumableUploads({
      folder: services.paths.resumable,
      log,
      check: (file) => void checkUpload(withTitle(file)),
      requireQuota: services.recordings.requireQuota,
      keep: async (file) => (await services.recordings.keep({ ...withTitle(file), source: 'upload' })).id,
    })
    undo.push(uploads.startRounds())
    const app = createApp(services, { ...live, events, connections, checkOrigin, gate, uploads })
    const serving = await serve(app, config, {
      log,
      checkOrigin,
      readClient,
      certificates,
      admit: async (request) => (await gate.identify(request, 'look')) !== null,
      beforeClose: () => {
        services.minutes.stopWaiting()
        events.close()
        connections.close()
      },
    })
    urls.push(...serving.urls)
    if (certificates?.authority) trustUrl = serving.trustUrl
    undo.push(() => serving.close())
    const { host, httpPort, https, access, admins, publicUrl, allowedHosts, trustedProxies, inbox } = config
    const settings = { host, httpPort, https, access, admins, publicUrl, allowedHosts, trustedProxies, inbox }
    await lock.announce({ url: serving.localUrl, publicUrl: serving.linkUrl, commandKey, settings })
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

const silent: Terminal = { say: () => undefined, progress: () => undefined }

/** What the server itself does about a change, whoever made it. */
function heed(
  { topic, subject }: EventRow,
  on: {
    services: Services
    runtime: Runtime
    certificates: OpenCertificates | null
    connections: ConnectionHub
    log: Log
  },
): void {
  const { services, runtime, log } = on
  const failed = (what: string) => (error: unknown) => log.error({ err: error }, what)
  if (topic === 'tls') void on.certificates?.look()
  if (topic === 'me') on.connections.look(subject)
  if (topic === audienceChanged.topic)
    services.sessions.revisit().catch(failed('a listener could not be looked at again'))
  if ((topic === 'recording' || topic === 'transcript') && subject !== null)
    services.sessions.changed(subject).catch(failed('listeners could not be told of a changed transcript'))
  if (topic === 'models' || topic === 'model_fetch') runtime.modelsChanged()
  if (topic === 'model_fetch') services.modelFetches.tidy().catch(failed('tidying the models failed'))
}

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

/** Where other machines find the appliance, and how they come to trust it. */
function describeFrontDoor({ serving, certificates }: RunningServer): string[] {
  const others = serving.urls.filter((url) => url !== serving.localUrl)
  const authority = certificates?.authority
  const addresses = others.map((url, i) => `${i === 0 ? 'From other machines:' : ' '.repeat(20)} ${url}`)
  if (!authority) return addresses
  return [
    `On each other device, once: ${serving.trustUrl} shows how to trust the appliance.`,
    `The fingerprint to compare there (SHA-256): ${authority.fingerprint}`,
    ...addresses,
  ]
}

/** The server as a program: until SIGTERM or Ctrl-C, which end it in good order (what runs is handed back to the queue). */
export async function runServer(): Promise<void> {
  const config = loadConfig()
  const log = createKeptLog(config, 'server')
  for (const name of config.unknownVariables)
    log.warn(`${name} is not a setting of the appliance and does nothing`)
  const terminal = createTerminal()
  const server = await startServer(config, log, { terminal })
  terminal.say(`The appliance is ready: ${server.url}`)
  for (const line of describeFrontDoor(server)) terminal.say(line)
  for (const finding of await server.services.system.examineFrontDoor())
    if (finding.state !== 'ok' && finding.todo && config.access === 'header')
      terminal.say(`${finding.what}: ${finding.found}. ${finding.todo}`)
  const link = await server.services.people.firstLink()
  if (link) {
    terminal.say(
      'Nobody can sign in yet. Open this link within 15 minutes to choose your passphrase; it works once:',
    )
    terminal.say(`  ${link.url}`)
  }

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
