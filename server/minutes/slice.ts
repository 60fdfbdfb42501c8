import type { Handle } from '../db/open.ts'
import { followedBy, runnable } from '../jobs/define.ts'
import { enqueue, isActive, latestJobs } from '../jobs/queue.ts'
import type { PeopleService, PersonSettings } from '../people/service.ts'
import { diarisationJobName, transcriptionJobName, type RecordingsService } from '../recordings/service.ts'
import type { Ports, Slice } from '../slice.ts'
import type { TranscriptsService } from '../transcripts/service.ts'
import type { Agreed } from './agreed.ts'
import type { ActionJudged } from './minutes-edits.ts'
import { createComposer } from './composer.ts'
import { minutesJobs, trialJob, type TrialJob } from './jobs.ts'
import { namingOf, type Naming } from './naming.ts'
import { minutesRoutes } from './routes.ts'
import { createMinutes, type MinutesService } from './service.ts'
import { findMinutes } from './store.ts'
import { strikeMinutes } from './strike-store.ts'
import { createTemplates } from './templates.ts'
import type { WriteDeps } from './write.ts'

/** What minutes report of actions to the slice that keeps them; each in the transaction of the change. */
export type ActionHooks = {
  /** Minutes of a recording were written that it may have other actions by. */
  written: ((handle: Handle, recordingId: number) => Promise<void>)[]
  judged: ActionJudged[]
}

export type MinutesServices = {
  minutes: MinutesService
  /** Has a language model that is chosen tried once (trial.ts), for the System screen. */
  trial: TrialJob
  /** For the slice `actions`. */
  agreement: {
    /** What was agreed on in a meeting. */
    agreed: (recordingId: number, signal: AbortSignal) => Promise<Agreed>
    /** Whom the minutes mean by a speaker's label. */
    naming: (handle: Handle, recordingId: number) => Promise<Naming>
    actionHooks: ActionHooks
  }
}

type Needs = Ports & {
  people: PeopleService
  settings: PersonSettings
  recordings: RecordingsService
  transcripts: TranscriptsService
}

/** Minutes: the service, and the kinds of work that write them. */
export function createMinutesSlice(core: Needs): Slice<MinutesServices> {
  const { config, db, language, people, recordings, settings, transcripts } = core
  const { timezone } = config
  const actionHooks: ActionHooks = { written: [], judged: [] }
  const britishDates: WriteDeps['britishDates'] = async (handle, userId) =>
    (await settings.get(handle, userId)).britishDates
  const templates = createTemplates({ appRoot: config.appRoot, dataDir: config.dataDir })
  const compose = createComposer(config.appRoot)
  const deps: WriteDeps = {
    ...{ db, recordings, transcripts, templates, compose, timezone, britishDates },
    async writtenByRules(recordingId) {
      if ((await language.status()).state !== 'ready') return
      // Somebody has asked for it already.
      if (!(await isActive(db.read, jobs.model.name, recordingId)))
        await enqueue(db.write, jobs.model, {
          recordingId,
          transcript: await transcripts.currentVersion(db.read, recordingId),
        })
    },
  }
  const written = async (handle: Handle, id: number): Promise<void> => {
    for (const hook of actionHooks.written) await hook(handle, id)
  }
  const { rules, model } = minutesJobs(() => ({ ...deps, language }))
  const jobs = {
    // The words are as they were, and what the rules find in them too, unless somebody has been named since.
    rules: followedBy(rules, async (handle, id) => {
      const last = (await latestJobs(handle, rules.name, [id])).get(id)
      if (last?.state !== 'done') return
      const made = await findMinutes(handle, { job_id: last.id })
      if (made && made.person_id !== null) await written(handle, id)
    }),
    model: followedBy(model, async (handle, id) => {
      if ((await latestJobs(handle, model.name, [id])).get(id)?.state === 'done') await written(handle, id)
    }),
  }
  const minutes = createMinutes({
    ...{ db, language, people, recordings, transcripts, templates, jobs, timezone, britishDates },
    before: [transcriptionJobName, diarisationJobName],
    wantedBy: async (handle, userId) => (await settings.get(handle, userId)).autoGenerateSummary,
    async actionJudged(handle, id, judgement) {
      for (const hook of actionHooks.judged) await hook(handle, id, judgement)
    },
  })
  const trial = trialJob(() => ({ db, language }))
  const agreement: MinutesServices['agreement'] = {
    async agreed(recordingId, signal) {
      const { createAgreed } = await import('./agreed.ts')
      return createAgreed(deps)(recordingId, signal)
    },
    naming: (handle, recordingId) => namingOf(transcripts, handle, recordingId),
    actionHooks,
  }
  return {
    name: 'minutes',
    service: { minutes, trial, agreement },
    routes: (router) => minutesRoutes(router, { minutes }),
    recordingJobs: [runnable(jobs.rules), runnable(jobs.model)],
    jobs: [runnable(trial)],
    recordings: { summaryWritten: minutes.written, struck: strikeMinutes },
    transcripts: { workMoved: minutes.workMoved, textArrived: minutes.textArrived },
  }
}
