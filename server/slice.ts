import type Router from '@koa/router'
import type { Finding } from '#contract/system.ts'
import type { ActionsService } from './actions/service.ts'
import type { AuditService } from './audit/service.ts'
import type { Config } from './config.ts'
import type { Db, Handle } from './db/open.ts'
import type { Paths } from './files/paths.ts'
import type { HoldsService } from './holds/service.ts'
import type { Gate } from './http/gate.ts'
import type { JobDefinitions, RunnableJob } from './jobs/define.ts'
import type { SmallMachine } from './jobs/speech-first.ts'
import type { Asked } from './language/asked.ts'
import type { Language } from './language/compose.ts'
import type { Log } from './log.ts'
import type { AccessService, Decide } from './meetings/service.ts'
import type { Metric } from './metrics.ts'
import type { MinutesService } from './minutes/service.ts'
import type { AccountService, PeopleService, PersonSettings } from './people/service.ts'
import type { PlacesService } from './places/service.ts'
import type { RecordingHandlers, RecordingHooks, RecordingsService } from './recordings/service.ts'
import type { SearchService, SearchSource } from './search/service.ts'
import type { Ffmpeg } from './speech/audio.ts'
import type { Catalogue } from './speech/catalogue.ts'
import type { DiarisationModels } from './speech/diarisation-models.ts'
import type { EngineGate } from './speech/gate.ts'
import type { SpeechModels } from './speech/models.ts'
import type { LiveState } from './system/service.ts'
import type { Certificates } from './tls/certificates.ts'
import type { TranscriptHandlers, TranscriptHooks, TranscriptsService } from './transcripts/service.ts'

/** What every slice is made with before there are others. */
export type Ports = {
  config: Config
  log: Log
  db: Db
  paths: Paths
  ffmpeg: () => Promise<Ffmpeg>
  /** null: HTTPS is off. */
  certificates: Certificates | null
  /** Where the worker waits for the speech engine; other processes never open it. */
  gate: EngineGate
  /** The models that can be downloaded. */
  catalogue: Catalogue
  models: SpeechModels
  diarisationModels: DiarisationModels
  /** What answers questions and writes minutes; beside the appliance or elsewhere (OLLAMA_HOST). */
  language: Language
  /** Puts a person's question before batch work of the language model. */
  asked: Asked
  /** null: the machine is large enough for speech and language at once. */
  small: SmallMachine | null
  /** Every kind of work, also of slices that are made later: read it when work is done, not when a slice is made. */
  jobs: JobDefinitions
  /** For a handler that the slice cannot declare, and the two questions that one slice answers. */
  hooks: RecordingHooks
  transcriptHooks: TranscriptHooks
  /** What people are called; answered by the slices `people` and `profile` (the full name; null: they have not said). */
  directory: {
    namesOf: PeopleService['namesOf']
    fullNameOf: (handle: Handle, personId: number) => Promise<string | null>
  }
  /** What each slice knows of a person, and what it reports; complete once all slices are made. */
  personalData: readonly PersonalData[]
  findings: readonly (() => Promise<Finding[]>)[]
  metrics: readonly (() => Promise<Metric[]>)[]
}

/** What a new slice can use: the ports, and the services of the slices that most others stand on. */
export type Core = Ports & {
  search: SearchService
  /** Who did what: `audit.record(trx, …)` in the transaction of the act. */
  audit: AuditService
  /** Which meetings must be kept whatever happens. */
  holds: HoldsService
  people: PeopleService
  account: AccountService
  access: AccessService
  settings: PersonSettings
  places: PlacesService
  recordings: RecordingsService
  transcripts: TranscriptsService
  minutes: MinutesService
  actions: ActionsService
}

/** What only the running server knows. */
export type Running = LiveState & { gate: Gate }

/** What a slice keeps about a person: for their export and their erasure. */
export type PersonalData = {
  /** Names the part of the export: `documents`. */
  name: string
  /** JSON values; null: there is nothing. */
  collect(handle: Handle, personId: number, names: readonly string[]): Promise<unknown>
  /**
   * Runs in the transaction that erases the person.
   * @param names what they are called, for what is kept under a name alone (voices)
   * @throws AppError when something must be kept
   */
  erase(trx: Handle, personId: number, names: readonly string[]): Promise<void>
  /** Deletes what lies in files, after that transaction. */
  eraseFiles?(personId: number): Promise<void>
}

/**
 * A part of the appliance, as it declares itself in its slice.ts. Everything but the name and the service is optional.
 * The topics that its pages follow are in its contract (contract/topic.ts). How to add one: docs/architecture.md.
 */
export type Slice<Service = unknown> = {
  name: string
  /** For the slices below, by name in slices.ts, and for the command line. */
  service: Service
  /** Mounts its calls. */
  routes?(router: Router, running: Running): void
  jobs?: RunnableJob[]
  /** Work whose subject is a recording: it is stopped and forgotten when the recording is deleted. */
  recordingJobs?: RunnableJob[]
  /** What of it can be found. */
  search?: SearchSource[]
  /** What recordings ask and report: whether one may be deleted, that it changed. */
  recordings?: RecordingHandlers
  /** What transcripts report: that the work on one moved, that a text was attached. */
  transcripts?: TranscriptHandlers
  /** Who may do what with its things, by the kind that its routes name: `access: reads('document')`. */
  access?: Record<string, Decide>
  personalData?: PersonalData
  /** For `appliance doctor` and the System screen. */
  findings?(): Promise<Finding[]>
  /** For Prometheus. */
  metrics?(): Promise<Metric[]>
  /** Begins what runs by itself (schedules, watches), in the server alone. @returns what ends it */
  start?(): Promise<Stop> | Stop
  /** Ends what it holds open, in every process: connections, children. */
  close?(): Promise<void> | void
}

export type Stop = () => Promise<void> | void
