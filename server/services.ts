import type { Config } from './config.ts'
import { recordEvent } from './db/events.ts'
import { migrate } from './db/migrate.ts'
import { openDb, type Db } from './db/open.ts'
import { decideAccess } from './decisions.ts'
import { dataPaths, makeFolders, type Paths } from './files/paths.ts'
import { aloneWith } from './files/running.ts'
import { createJobRegistry } from './jobs/define.ts'
import { forgetJobs } from './jobs/queue.ts'
import { smallMachine } from './jobs/speech-first.ts'
import { stopJobs } from './jobs/stop.ts'
import { createAsked } from './language/asked.ts'
import { createLanguage } from './language/compose.ts'
import type { Log } from './log.ts'
import { addHandlers, newHooks } from './recordings/service.ts'
import { isAnyUnderWay } from './recordings/under-way-store.ts'
import type { PersonalData, Ports, Slice } from './slice.ts'
import { createSlices, type SliceServices } from './slices.ts'
import { ffmpegFinder } from './speech/audio.ts'
import { createCatalogue } from './speech/catalogue.ts'
import { createDiarisationModels } from './speech/diarisation-models.ts'
import { createGate } from './speech/gate.ts'
import { createModels } from './speech/models.ts'
import { createCertificates } from './tls/certificates.ts'
import { addTranscriptHandlers, newTranscriptHooks } from './transcripts/service.ts'

/** Everything that the appliance can do, put together once: for the server, the worker, the CLI and the tests alike. */
export type Services = Ports &
  SliceServices & {
    slices: readonly Slice[]
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
  const db = await openDatabase(paths, log, lockHeld)

  const registry = createJobRegistry()
  const findings: NonNullable<Slice['findings']>[] = []
  const personalData: PersonalData[] = []
  const metrics: NonNullable<Slice['metrics']>[] = []
  const language = createLanguage({ config, db, log })
  const catalogue = createCatalogue(config)
  const ports: Ports = {
    ...{ config, log, db, paths, language, catalogue, findings, personalData, metrics },
    ffmpeg: ffmpegFinder(config),
    certificates: createCertificates({ config, paths, log, announce: () => recordEvent(db.write, 'tls') }),
    gate: createGate(),
    models: createModels(config, db, catalogue),
    diarisationModels: createDiarisationModels(config, db, catalogue),
    asked: createAsked({ db, log }),
    small: smallMachine(language.isHere, () => isAnyUnderWay(db.read)),
    jobs: registry.jobs,
    hooks: newHooks(),
    transcriptHooks: newTranscriptHooks(),
    directory: { namesOf: async () => new Map(), fullNameOf: async () => null },
  }

  const slices: Slice[] = []
  const ofRecordings: string[] = []
  const services = createSlices(ports, (slice) => {
    slices.push(slice)
    registry.add([...(slice.jobs ?? []), ...(slice.recordingJobs ?? [])])
    ofRecordings.push(...(slice.recordingJobs ?? []).map(({ name }) => name))
    addHandlers(ports.hooks, slice.recordings ?? {})
    addTranscriptHandlers(ports.transcriptHooks, slice.transcripts ?? {})
    if (slice.personalData) personalData.push(slice.personalData)
    if (slice.findings) findings.push(slice.findings)
    if (slice.metrics) metrics.push(slice.metrics)
    return slice
  })
  for (const slice of slices)
    for (const [kind, decide] of Object.entries(slice.access ?? {})) services.access.register(kind, decide)
  decideAccess({ ...services, jobs: registry.jobs, ofRecordings })
  for (const source of slices.flatMap((slice) => slice.search ?? [])) services.search.register(source)
  // Last: what else works on a recording has been left by then.
  addHandlers(ports.hooks, {
    stopWork: (_db, id) => stopJobs(db, registry.jobs, ofRecordings, id),
    deleting: (trx, id) => forgetJobs(trx, id, ofRecordings),
  })

  return {
    ...ports,
    ...services,
    slices,
    async close() {
      for (const slice of slices.toReversed()) await slice.close?.()
      await language.close()
      await db.close()
    },
  }
}

async function openDatabase(paths: Paths, log: Log, lockHeld: boolean): Promise<Db> {
  const db = await openDb(paths.database)
  try {
    const { applied, copy } = await migrate(db, {
      copies: paths.copies,
      alone: (work) => (lockHeld ? work() : aloneWith(paths, work)),
    })
    if (applied.length > 0) log.info({ applied, copy }, 'database migrated')
    return db
  } catch (error) {
    await db.close() // an open pool keeps the process from ending
    throw error
  }
}
