import type { Handle } from '../db/open.ts'
import type { PeopleService, PersonSettings } from '../people/service.ts'
import { diarisationJobName, transcriptionJobName, type RecordingsService } from '../recordings/service.ts'
import type { Ports, Slice } from '../slice.ts'
import type { TranscriptsService } from '../transcripts/service.ts'
import { composeMinutesSlice } from './create.ts'
import { minutesRoutes } from './routes.ts'
import { runnable } from '../jobs/define.ts'
import type { TrialJob } from './jobs.ts'
import type { ActionJudged } from './minutes-edits.ts'
import type { MinutesService } from './service.ts'
import { strikeMinutes } from './strike-store.ts'

/** What minutes report of actions to the slice that keeps them; each in the transaction of the change. */
export type ActionHooks = {
  /** Minutes of a recording were written that it may have other actions by. */
  written: ((handle: Handle, recordingId: number) => Promise<void>)[]
  judged: ActionJudged[]
}

export type MinutesServices = {
  minutes: MinutesService
  /** For the System screen. */
  trial: TrialJob
  /** For the slice `actions`: what was agreed on in a meeting, and whom a speaker's label means there. */
  agreement: Pick<ReturnType<typeof composeMinutesSlice>, 'agreed' | 'naming'> & { actionHooks: ActionHooks }
}

type Needs = Ports & {
  people: PeopleService
  settings: PersonSettings
  recordings: RecordingsService
  transcripts: TranscriptsService
}

export function createMinutesSlice(core: Needs): Slice<MinutesServices> {
  const { config, db, language, people, recordings, settings, transcripts } = core
  const actionHooks: ActionHooks = { written: [], judged: [] }
  const { minutes, jobs, trial, agreed, naming } = composeMinutesSlice({
    ...{ config, db, language, people, recordings },
    transcripts: () => transcripts,
    before: [transcriptionJobName, diarisationJobName],
    wantedBy: async (handle, userId) => (await settings.get(handle, userId)).autoGenerateSummary,
    britishDates: async (handle, userId) => (await settings.get(handle, userId)).britishDates,
    actions: {
      async written(handle, id) {
        for (const hook of actionHooks.written) await hook(handle, id)
      },
      async judged(handle, id, judgement) {
        for (const hook of actionHooks.judged) await hook(handle, id, judgement)
      },
    },
  })
  return {
    name: 'minutes',
    service: { minutes, trial, agreement: { agreed, naming, actionHooks } },
    routes: (router) => minutesRoutes(router, { minutes }),
    recordingJobs: jobs,
    jobs: [runnable(trial)],
    recordings: { summaryWritten: minutes.written, struck: strikeMinutes },
    transcripts: { workMoved: minutes.workMoved, textArrived: minutes.textArrived },
  }
}
