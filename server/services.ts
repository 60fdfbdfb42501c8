import { availableParallelism } from 'node:os'
import { composeClara, type Clara } from './clara.ts'
import type { Config } from './config.ts'
import { recordEvent } from './db/events.ts'
import { migrate } from './db/migrate.ts'
import { openDb, type Db, type Handle } from './db/open.ts'
import { dataPaths, makeFolders, type Paths } from './files/paths.ts'
import { aloneWith, publicOrigin } from './files/running.ts'
import { collectJobs, runnable, type JobDefinitions } from './jobs/define.ts'
import { forgetJobs } from './jobs/queue.ts'
import { stopJobs } from './jobs/stop.ts'
import { smallMachine, type SmallMachine } from './jobs/speech-first.ts'
import { createLanguage, type Language } from './language/compose.ts'
import { createLive, type LiveService } from './live/service.ts'
import { createFeed } from './live/feed.ts'
import { createSessions, type Sessions } from './live/session.ts'
import { createSounds, type LiveSounds } from './live/sounds.ts'
import { createLiveTranscription } from './live/words.ts'
import type { Log } from './log.ts'
import { followedBy } from './minutes/create.ts'
import { composeOutcomes, type Outcomes } from './outcomes.ts'
import { createLiveEngine, type LiveEngine } from './processes/live-engine.ts'
import { createOwnEngine } from './processes/own-engine.ts'
import { createAccount, type AccountService } from './people/account.ts'
import { createPeople, type PeopleService } from './people/service.ts'
import { createPersonSettings, type PersonSettings } from './people/settings.ts'
import { createSignIn, type SignInService } from './people/sign-in.ts'
import { createPlaces, type PlacesService } from './places/service.ts'
import { createConversions, type Conversions } from './recordings/conversions.ts'
import { createSample, type SampleMeeting } from './recordings/sample.ts'
import { isAnyUnderWay } from './recordings/under-way-store.ts'
import {
  createRecordings,
  newHooks,
  type RecordingHooks,
  type RecordingsService,
} from './recordings/service.ts'
import { ffmpegFinder, type Ffmpeg } from './speech/audio.ts'
import { createGate, type EngineGate } from './speech/gate.ts'
import { createCatalogue, type Catalogue } from './speech/catalogue.ts'
import { modelForLive } from './speech/live-model.ts'
import { createDiarisationModels, type DiarisationModels } from './speech/diarisation-models.ts'
import { createModels, type SpeechModels } from './speech/models.ts'
import { createCertificates, type Certificates } from './tls/certificates.ts'
import { createModelFetches, type ModelFetches } from './system/fetches.ts'
import { examineFrontDoor } from './system/front-door.ts'
import { fetchModelJob } from './system/jobs.ts'
import { pullLanguageJob } from './system/language-jobs.ts'
import { createLanguageModels, type LanguageModels } from './system/language.ts'
import { createSystem, type SystemHooks, type SystemService } from './system/service.ts'
import { createFollowPass } from './live/follow.ts'
import { decodedFile } from './live/sound.ts'
import { diariseJob, followJob, transcribeJob } from './transcripts/jobs.ts'
import { createGuesser } from './transcripts/names/guesser.ts'
import { createSpeakers } from './transcripts/speakers.ts'
import { createKeptWords, liveDemo, type KeptWords } from './transcripts/live-words.ts'
import { createTranscripts, type TranscriptsService } from './transcripts/service.ts'
import { createTerms, type TermsService } from './transcripts/terms/service.ts'
import { createVoices, type VoicesService } from './transcripts/voices/service.ts'

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
  diarisationModels: DiarisationModels
  /** What answers questions and writes minutes; beside the appliance or elsewhere (OLLAMA_HOST). */
  language: Language
  languageModels: LanguageModels
  /** null: the machine is large enough for speech and language at once. */
  small: SmallMachine | null
  system: SystemService
  settings: PersonSettings
  places: PlacesService
  recordings: RecordingsService
  recordingHooks: RecordingHooks
  live: LiveService
  /** The decoded sound of recordings under way; in the server's process alone. */
  sounds: LiveSounds
  sessions: Sessions
  liveEngine: LiveEngine
  conversions: Conversions
  sample: SampleMeeting
  transcripts: TranscriptsService
  terms: TermsService
  voices: VoicesService
  keptWords: KeptWords
  /** null: HTTPS is off. */
  certificates: Certificates | null
  close(): Promise<void>
} & Clara &
  Outcomes

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

  const ffmpeg = ffmpegFinder(config)

  const certificates = createCertificates({
    config,
    paths,
    log,
    announce: () => recordEvent(db.write, 'tls'),
  })
  const gate = createGate()
  const catalogue = createCatalogue(config)
  const models = createModels(config, db, catalogue)
  const diarisationModels = createDiarisationModels(config, db, catalogue)
  const people = createPeople({ config, db, origin: () => publicOrigin(config, paths) })
  const signIn = createSignIn({ db, log, people })
  const account = createAccount({ config, db })
  const settings = createPersonSettings({ db })
  const places = createPlaces({ config, db, log })
  const hooks = newHooks()
  const recordings = createRecordings({ db, paths, people, hooks })
  const sounds = createSounds({ ffmpeg, keepBreaks: recordings.keepBreaks, log })
  const live = createLive({ db, recordings, ffmpeg, log, watch: [sounds.watch], heard: sounds.heard })
  const conversions = createConversions(ffmpeg)
  const sample = createSample({ appRoot: config.appRoot, paths, recordings })
  const terms = createTerms({ db, recordings })
  const voices = createVoices({ config, db, recordings, people, models: diarisationModels, ffmpeg })
  const wordsMoved = (handle: Handle, id: number): Promise<void> => outcomes.wordsMoved(handle, id)
  const diarisation = followedBy(
    diariseJob(() => ({
      appRoot: config.appRoot,
      db,
      recordings,
      models: diarisationModels,
      ffmpeg,
      // Half of the machine: transcription, which goes first, may be at work beside it.
      threads: Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2))),
      speakers,
      alike: voices.alike,
    })),
    wordsMoved,
  )
  const speakers = createSpeakers({
    recordings,
    models: diarisationModels,
    job: diarisation,
    wanted: async (handle, recordingId) => {
      if (!config.diarisation) return false
      const { userId } = await recordings.get(handle, recordingId)
      const { speakerDiarization } = await settings.get(handle, userId)
      return (await recordings.wantsSpeakers(handle, recordingId)) ?? speakerDiarization
    },
  })
  const job = followedBy(
    transcribeJob(() => ({
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
      terms,
      language: config.language,
      publishRun: transcripts.publishRun,
      speakers,
    })),
    wordsMoved,
  )
  const follow = followJob(() => ({
    appRoot: config.appRoot,
    db,
    recordings,
    gate,
    terms,
    language: config.language,
    growingSound: decodedFile,
  }))
  const fetchJob = fetchModelJob(() => ({ config, catalogue, models, diarisationModels }))
  const modelFetches = createModelFetches({ config, db, job: fetchJob, models, diarisationModels, catalogue })
  const language = createLanguage({ config, db, log })
  const pullJob = pullLanguageJob(() => ({ db, language }))
  const languageModels = createLanguageModels({ config, db, language, job: pullJob })
  const outcomes = composeOutcomes({
    ...{ config, db, language, recordings, people, settings, hooks },
    transcripts: () => transcripts,
    before: [job.name, diarisation.name],
  })
  const systemHooks: SystemHooks = {
    findings: [...examineFrontDoor({ config, db, people, certificates }), languageModels.findings],
    certificate: async () => (await certificates?.view()) ?? null,
  }
  const system = createSystem({ config, db, paths, models, hooks: systemHooks })
  const small = smallMachine(language.isHere, () => isAnyUnderWay(db.read))
  const clara = composeClara({ ...outcomes, config, db, log, language, small, recordings, hooks })
  const ofMeetings = [runnable(job), runnable(follow), runnable(diarisation), ...outcomes.outcomeJobs]
  const jobs = collectJobs([...clara.claraJobs, ...ofMeetings, runnable(fetchJob), runnable(pullJob)])
  const ofRecordings = ofMeetings.map(({ name }) => name)
  const transcripts = createTranscripts({
    db,
    recordings,
    people,
    models,
    language: config.language,
    job,
    follow,
    diarisation,
    whoSpoke: speakers,
    diarisationOn: config.diarisation,
    diarisationModels,
    places,
    terms,
    voices,
    guess: createGuesser(config.appRoot),
    analysis: outcomes.analysis,
    textArrived: outcomes.textArrived,
  })

  const feed = createFeed()
  const liveEngine = createLiveEngine({
    engineDir: config.engineDir,
    runDir: paths.run,
    model: async () =>
      config.liveModel
        ? models.find(config.liveModel)
        : modelForLive(await models.list(), await models.active(db.read), config.language),
    log,
  })
  const keptWords = createKeptWords({ db, recordings })
  const liveWords = createLiveTranscription({
    engine: liveEngine,
    feed,
    keep: keptWords,
    expect: terms.promptFor,
    language: config.language,
    appRoot: config.appRoot,
    log,
  })
  sounds.onOpen(liveWords.follow)
  sounds.onOpen(createFollowPass({ transcripts, log, onTime: () => !liveWords.isLate() }))
  const sessions = createSessions({
    live,
    feed,
    version: config.version,
    log,
    keepWishes: (id, wanted) => recordings.setWishes(db.write, id, wanted),
    words: {
      soFar: liveWords.soFar,
      withoutWords() {
        liveWords.prepare()
        return liveEngine.whyNot()
      },
      needRecording: async (id) => void (await recordings.get(db.read, id)),
      completeVersion: (id) => transcripts.finalVersion(id),
      async complete(id) {
        const { text, segments, demo, version } = await transcripts.get(id)
        return { type: 'transcript_complete', recordingId: id, version, text, segments, demo }
      },
    },
  })

  hooks.captureNow = live.now
  hooks.liveDemo = liveDemo
  hooks.soundArrived.push((trx, recordingId) => transcripts.soundArrived(trx, recordingId))
  hooks.soundReplaced.push(async (trx, recordingId) => {
    await transcripts.dropUnfinished(trx, recordingId)
    await speakers.forget(trx, recordingId)
  })
  hooks.refuseDelete.push((handle, recordingId) => live.refuseDelete(handle, recordingId))
  hooks.stopWork.push((_db, id) => live.leave(id).then(() => stopJobs(db, jobs, ofRecordings, id)))
  hooks.deleting.push(async (trx, recordingId) => {
    live.forget(recordingId)
    await forgetJobs(trx, recordingId, ofRecordings)
  })

  return {
    ...clara,
    ...outcomes,
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
    diarisationModels,
    language,
    languageModels,
    small,
    system,
    settings,
    places,
    recordings,
    recordingHooks: hooks,
    live,
    sounds,
    sessions,
    liveEngine,
    conversions,
    sample,
    transcripts,
    terms,
    voices,
    keptWords,
    certificates,
    async close() {
      liveWords.stop()
      await sounds.stop()
      await liveEngine.stop()
      await language.close()
      await db.close()
    },
  }
}
