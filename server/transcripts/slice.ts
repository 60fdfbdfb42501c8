import { availableParallelism } from 'node:os'
import type { Handle } from '../db/open.ts'
import { followedBy, runnable } from '../jobs/define.ts'
import type { PeopleService, PersonSettings } from '../people/service.ts'
import type { PlacesService } from '../places/service.ts'
import { createOwnEngine } from '../processes/own-engine.ts'
import { diarisationJobName, transcriptionJobName, type RecordingsService } from '../recordings/service.ts'
import type { SearchService } from '../search/service.ts'
import type { Ports, Slice } from '../slice.ts'
import { createAnalysis } from './analysis/service.ts'
import { languageClaims } from './analysis/store.ts'
import { callAll } from './hooks.ts'
import { createTextReader } from './import/reader.ts'
import { voicesAndWords } from './personal-data.ts'
import { createNameVerifier } from './analysis/name-verifier.ts'
import { createGuesser } from './names/guesser.ts'
import { transcriptRoutes } from './routes.ts'
import { diariseJob, followJob, transcribeJob } from './runs/jobs.ts'
import { createStoredCaptions, liveBundled, type StoredCaptions } from './runs/stored-captions.ts'
import { kindsOfRecording, meetingFacts, minutesText, spokenWords } from './search-sources.ts'
import { createTranscripts, type TranscriptsService } from './service.ts'
import { createDiarisationResults } from './speakers/diarisation-results.ts'
import { speakerRoutes } from './speakers/routes.ts'
import { createSpeakers } from './speakers/service.ts'
import { strikeWords } from './strike-store.ts'
import { termRoutes } from './terms/routes.ts'
import { createTerms, type TermsService } from './terms/service.ts'
import { voiceRoutes } from './voices/routes.ts'
import { createVoices, type VoicesService } from './voices/service.ts'

export type TranscriptServices = {
  transcripts: TranscriptsService
  terms: TermsService
  voices: VoicesService
  storedCaptions: StoredCaptions
}

type Needs = Ports & {
  people: PeopleService
  settings: PersonSettings
  places: PlacesService
  recordings: RecordingsService
  search: SearchService
  /** Where the decoded sound of a recording under way grows, by the folder of its pieces. */
  growingSound: (pieces: string) => string
}

/** Transcripts with their speakers, words and known voices. */
export function createTranscriptsSlice(core: Needs): Slice<TranscriptServices> {
  const { config, db, ffmpeg, gate, language, models, diarisationModels, people, recordings, search } = core
  const { appRoot } = config
  const terms = createTerms({ db, recordings })
  const voices = createVoices({ config, db, recordings, people, models: diarisationModels, ffmpeg })
  const guess = createGuesser(appRoot)
  const sources = [languageClaims]
  const speakers = createSpeakers({ db, recordings, jobName: transcriptionJobName, voices, guess, sources })
  const analysis = createAnalysis({
    ...{ db, recordings, language },
    speakers: () => speakers,
    before: [transcriptionJobName, diarisationJobName],
    verify: createNameVerifier(appRoot),
  })

  const reported = callAll(core.transcriptHooks.workMoved)
  /** The slices that read the transcript come first, then the model that reads its speakers' names. */
  async function workMoved(handle: Handle, recordingId: number): Promise<void> {
    await reported(handle, recordingId)
    await analysis.due(handle, recordingId)
  }
  const arrived = callAll(core.transcriptHooks.textArrived)
  async function textArrived(handle: Handle, recordingId: number): Promise<void> {
    await arrived(handle, recordingId)
    await analysis.due(handle, recordingId)
  }

  // What these jobs use is asked for where they run, in the worker: by then everything is there.
  const diarisation = followedBy(
    diariseJob(() => ({
      ...{ appRoot, db, recordings, models: diarisationModels, ffmpeg },
      // Half of the machine: transcription, which goes first, may be at work beside it.
      threads: Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2))),
      speakers: diarisationResults,
      matchVoices: voices.matchVoices,
    })),
    workMoved,
  )
  const diarisationResults = createDiarisationResults({
    recordings,
    models: diarisationModels,
    job: diarisation,
    wanted: async (handle, recordingId) => {
      if (!config.diarisation) return false
      const { userId } = await recordings.get(handle, recordingId)
      const { speakerDiarization } = await core.settings.get(handle, userId)
      return (await recordings.wantsSpeakers(handle, recordingId)) ?? speakerDiarization
    },
  })
  const transcription = followedBy(
    transcribeJob(() => ({
      ...{ appRoot, db, recordings, gate, ffmpeg, terms, speakers: diarisationResults },
      language: config.language,
      publishRun: transcripts.publishRun,
      ownEngine: async (id, log) =>
        createOwnEngine({
          ...{ model: await models.find(id), shared: gate, log },
          ...{ engineDir: config.engineDir, runDir: core.paths.run },
        }),
    })),
    workMoved,
  )
  const follow = followJob(() => ({
    ...{ appRoot, db, recordings, gate, terms },
    language: config.language,
    growingSound: core.growingSound,
  }))
  const transcripts = createTranscripts({
    ...{ db, recordings, people, models, diarisationModels, terms, guess, analysis, textArrived, speakers },
    ...{ job: transcription, follow, diarisation, diarisationResults, places: core.places },
    language: config.language,
    diarisationOn: config.diarisation,
    reader: createTextReader(appRoot),
  })
  core.hooks.liveBundled = liveBundled
  const forget = async (trx: Handle, id: number): Promise<void> => {
    for (const kind of kindsOfRecording) await search.remove(trx, kind, String(id))
  }

  return {
    name: 'transcripts',
    service: { transcripts, terms, voices, storedCaptions: createStoredCaptions({ db, recordings }) },
    routes(router) {
      transcriptRoutes(router, { transcripts })
      speakerRoutes(router, { transcripts })
      termRoutes(router, { terms })
      voiceRoutes(router, { transcripts, voices })
    },
    recordingJobs: [runnable(transcription), runnable(follow), runnable(diarisation), ...analysis.jobs],
    search: [spokenWords({ recordings }), meetingFacts({ recordings }), minutesText({ recordings })],
    personalData: voicesAndWords,
    recordings: {
      soundArrived: (trx, id) => transcripts.soundArrived(trx, id),
      async soundReplaced(trx, id) {
        await transcripts.dropUnfinished(trx, id)
        await diarisationResults.forget(trx, id)
      },
      async changed(trx, id) {
        for (const kind of kindsOfRecording) await search.refresh(trx, kind, String(id))
      },
      binned: forget,
      struck: strikeWords,
      deleting: forget,
    },
  }
}
