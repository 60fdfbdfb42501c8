import { hostname } from 'node:os'
import { ConfigError, type Config } from './config.ts'
import { recordEvent } from './db/events.ts'
import { migrate } from './db/migrate.ts'
import { openDb, transact, type Db } from './db/open.ts'
import { AppError } from './errors.ts'
import { findRunningServer, lockDataDirectory } from './files/lock.ts'
import { dataPaths, makeFolders, type Paths } from './files/paths.ts'
import { collectJobs, runnable, type JobDefinitions } from './jobs/define.ts'
import { cancel, forgetJobs, isActive, latestJobs } from './jobs/queue.ts'
import { createLive, type LiveService } from './live/service.ts'
import type { Log } from './log.ts'
import { createOwnEngine } from './processes/own-engine.ts'
import { createAccount, type AccountService } from './people/account.ts'
import { createPeople, type PeopleService } from './people/service.ts'
import { createPersonSettings, type PersonSettings } from './people/settings.ts'
import { createSignIn, type SignInService } from './people/sign-in.ts'
import { createPlaces, type PlacesService } from './places/service.ts'
import { createConversions, type Conversions } from './recordings/conversions.ts'
import { createSample, type SampleMeeting } from './recordings/sample.ts'
import {
  createRecordings,
  transcriptionJobName,
  type RecordingHooks,
  type RecordingsService,
} from './recordings/service.ts'
import { findFfmpeg, type Ffmpeg } from './speech/audio.ts'
import { createGate, type EngineGate } from './speech/gate.ts'
import { createCatalogue, type Catalogue } from './speech/catalogue.ts'
import { createModels, type SpeechModels } from './speech/models.ts'
import { createCertificates, type Certificates } from './tls/certificates.ts'
import { createModelFetches, type ModelFetches } from './system/fetches.ts'
import { examineFrontDoor } from './system/front-door.ts'
import { fetchModelJob } from './system/jobs.ts'
import { createSystem, type SystemHooks, type SystemService } from './system/service.ts'
import { transcribeJob } from './transcripts/jobs.ts'
import { createTranscripts, type TranscriptsService } from './transcripts/service.ts'

/** Everything that the appliance can do, put together once: for the server, the worker, the CLI and the tests alike. */
export type Services = {
  config: Config
  log: Log
  db: Db
  paths: Paths
  jobs: JobDefinitions
  ffmpeg: () => Promise<Ffmpeg>
  /** Where the worker waits for the speech engine; in other processes nobody opens it. */
  gate: EngineGate
  models: SpeechModels
  people: PeopleService
  signIn: SignInService
  account: AccountService
  /** The models that can be fetched. */
  catalogue: Catalogue
  modelFetches: ModelFetches
  system: SystemService
  settings: PersonSettings
  places: PlacesService
  recordings: RecordingsService
  recordingHooks: RecordingHooks
  live: LiveService
  conversions: Conversions
  sample: SampleMeeting
  transcripts: TranscriptsService
  /** null: HTTPS is off. */
  certificates: Certificates | null
  close(): Promise<void>
}

/**
 * Opens the data directory (made when it is not there, migrated when it is older) and composes the services.
 * @param lockHeld this process holds the data directory: nobody else is at work in it
 */
export async function createServices(
  config: Config,
  log: Log,
  { lockHeld }: { lockHeld: boolean },
): Promise<Services> {
  const paths = dataPaths(config.dataDir)
  await makeFolders(paths)
  const db = await openDb(paths.database)
  const { applied, copy } = await migrate(db, {
    copies: paths.copies,
    alone: (work) => (lockHeld ? work() : aloneWith(paths, work)),
  }).catch(async (error: unknown) => {
    await db.close() // an open pool keeps the process from ending
    throw error
  })
  if (applied.length > 0) log.info({ applied, copy }, 'database migrated')

  let foundFfmpeg: Ffmpeg | null = null
  const ffmpeg = async (): Promise<Ffmpeg> => {
    foundFfmpeg ??= await findFfmpeg(config)
    if (foundFfmpeg) return foundFfmpeg
    throw new AppError(
      'conversion_failed',
      'ffmpeg is not installed on the appliance. `npx appliance doctor` says what to do.',
    )
  }

  const certificates = createCertificates({
    config,
    paths,
    log,
    announce: () => recordEvent(db.write, 'tls'),
  })
  const gate = createGate()
  const catalogue = createCatalogue(config)
  const models = createModels(config, db, catalogue)
  const people = createPeople({ config, db, origin: () => publicOrigin(config, paths) })
  const signIn = createSignIn({ db, log, people })
  const account = createAccount({ config, db })
  const settings = createPersonSettings({ db })
  const places = createPlaces({ config, db, log })
  const hooks: RecordingHooks = {
    soundArrived: [],
    soundReplaced: [],
    refuseDelete: [],
    stopWork: [],
    deleting: [],
  }
  const recordings = createRecordings({ db, paths, hooks })
  const live = createLive({ db, recordings, ffmpeg, log })
  const conversions = createConversions(ffmpeg)
  const sample = createSample({ appRoot: config.appRoot, paths, recordings })
  const job = transcribeJob(() => ({
    appRoot: config.appRoot,
    db,
    recordings,
    gate,
    ownEngine: async (id, jobLog) =>
      createOwnEngine({
        model: await models.find(id),
        shared: gate,
        engineDir: config.engineDir,
        runDir: paths.run,
        log: jobLog,
      }),
    ffmpeg,
    language: config.language,
    publishRun: transcripts.publishRun,
  }))
  const fetchJob = fetchModelJob(() => ({ config, catalogue, models }))
  const modelFetches = createModelFetches({ config, db, job: fetchJob, models, catalogue })
  const systemHooks: SystemHooks = {
    findings: examineFrontDoor({ config, db, people, certificates }),
    certificate: async () => (await certificates?.view()) ?? null,
  }
  const system = createSystem({ config, db, paths, models, hooks: systemHooks })
  const jobs = collectJobs([runnable(job), runnable(fetchJob)])
  const transcripts = createTranscripts({
    db,
    recordings,
    people,
    models,
    language: config.language,
    job,
    places,
  })

  hooks.soundArrived.push(async (trx, recordingId) => void (await transcripts.request(trx, recordingId)))
  hooks.soundReplaced.push((trx, recordingId) => transcripts.dropUnfinished(trx, recordingId))
  hooks.refuseDelete.push((handle, recordingId) => live.refuseDelete(handle, recordingId))
  hooks.stopWork.push(async (_db, recordingId) => {
    const current = (await latestJobs(db.read, transcriptionJobName, [recordingId])).get(recordingId)
    if (current) await transact(db, (trx) => cancel(trx, jobs, current.id))
    return !(await isActive(db.read, transcriptionJobName, recordingId))
  })
  hooks.deleting.push((trx, recordingId) => forgetJobs(trx, recordingId, [transcriptionJobName]))

  return {
    config,
    log,
    db,
    paths,
    jobs,
    ffmpeg,
    gate,
    models,
    people,
    signIn,
    account,
    catalogue,
    modelFetches,
    system,
    settings,
    places,
    recordings,
    recordingHooks: hooks,
    live,
    conversions,
    sample,
    transcripts,
    certificates,
    close: () => db.close(),
  }
}

/** A command of a newer version must not change the database under a running appliance of an older one. */
async function aloneWith<T>(paths: Paths, work: () => Promise<T>): Promise<T> {
  const lock = await lockDataDirectory(paths)
  if (!lock)
    throw new ConfigError(
      'The appliance that runs on this data directory is of an older version than this command. Stop it, and start the new one.',
    )
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

/** What people type into their browsers: for links that are handed over. */
async function publicOrigin(config: Config, paths: Paths): Promise<string> {
  if (config.publicUrl) return config.publicUrl
  const server = await findRunningServer(paths)
  if (server?.publicUrl) return server.publicUrl
  return config.https ? `https://${hostname()}:${config.https.port}` : `http://localhost:${config.httpPort}`
}
