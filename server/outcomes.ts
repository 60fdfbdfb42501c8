import { composeActionsSlice } from './actions/create.ts'
import type { ActionsService } from './actions/service.ts'
import type { Config } from './config.ts'
import type { Db, Handle } from './db/open.ts'
import type { RunnableJob } from './jobs/define.ts'
import type { LanguageEngine } from './language/engine.ts'
import { composeMinutesSlice } from './minutes/create.ts'
import type { MinutesService } from './minutes/service.ts'
import type { PeopleService, PersonSettings } from './people/service.ts'
import type { RecordingHooks, RecordingsService } from './recordings/service.ts'
import { createAnalysis, type AnalysisService } from './transcripts/analysis/service.ts'
import type { TranscriptsService } from './transcripts/service.ts'

export type Outcomes = { minutes: MinutesService; actions: ActionsService }

/** What is made of a meeting's words, its minutes, its actions and its speakers' names: the part of services.ts that puts them together. */
export function composeOutcomes({
  settings,
  hooks,
  ...deps
}: {
  config: Config
  db: Db
  language: LanguageEngine
  recordings: RecordingsService
  people: PeopleService
  settings: PersonSettings
  hooks: RecordingHooks
  /** Asked for when it is needed: its own jobs know of these. */
  transcripts: () => TranscriptsService
  /** Names of the jobs that change the words, or who said them; the transcription first. */
  before: string[]
}): Outcomes & {
  analysis: AnalysisService
  outcomeJobs: RunnableJob[]
  /** One of the jobs before has moved. */
  wordsMoved: (handle: Handle, recordingId: number) => Promise<void>
  /** A text has come that no appliance has written. */
  textArrived: (handle: Handle, recordingId: number) => Promise<void>
} {
  const { minutes, jobs, agreed, naming } = composeMinutesSlice({
    ...deps,
    wantedBy: async (handle, userId) => (await settings.get(handle, userId)).autoGenerateSummary,
    actions: {
      written: (handle, id) => actions.minutesWritten(handle, id),
      judged: (handle, id, judgement) => actions.judged(handle, id, judgement),
    },
  })
  const { actions, job } = composeActionsSlice({ ...deps, hooks, agreed, naming })
  const analysis = createAnalysis({ ...deps, speakers: () => deps.transcripts().speakers })
  hooks.summaryWritten.push(minutes.written)
  return {
    minutes,
    actions,
    analysis,
    outcomeJobs: [...jobs, job, ...analysis.jobs],
    async wordsMoved(handle, recordingId) {
      await minutes.workMoved(handle, recordingId)
      await actions.wordsMoved(handle, recordingId)
      await analysis.due(handle, recordingId)
    },
    async textArrived(handle, recordingId) {
      await minutes.textArrived(handle, recordingId)
      await analysis.due(handle, recordingId)
    },
  }
}
