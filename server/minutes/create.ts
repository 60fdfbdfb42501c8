import type { Config } from '../config.ts'
import type { Db, Handle } from '../db/open.ts'
import { runnable, type JobDefinition, type RunnableJob } from '../jobs/define.ts'
import { enqueue, isActive, latestJobs } from '../jobs/queue.ts'
import type { LanguageEngine } from '../language/engine.ts'
import type { PeopleService } from '../people/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { TranscriptsService } from '../transcripts/service.ts'
import type { Agreed } from './agreed.ts'
import { createComposer } from './composer.ts'
import { minutesJobs, trialJob, type TrialJob } from './jobs.ts'
import { namingOf, type Naming } from './naming.ts'
import type { ActionJudged } from './minutes-edits.ts'
import { createMinutes, type MinutesService } from './service.ts'
import { findMinutesOfJob } from './store.ts'
import { createTemplates } from './templates.ts'
import type { WriteDeps } from './write.ts'

/** Minutes: the service, and the kinds of work that write them. */
export function composeMinutesSlice({
  config,
  db,
  language,
  transcripts,
  actions,
  ...rest
}: {
  config: Config
  db: Db
  language: LanguageEngine
  recordings: RecordingsService
  /** Asked for when it is needed: its own jobs know of this slice. */
  transcripts: () => TranscriptsService
  people: PeopleService
  /** Whether a person's settings want minutes made by themselves. */
  wantedBy: (handle: Handle, userId: number) => Promise<boolean>
  britishDates: (handle: Handle, userId: number) => Promise<boolean>
  /** Names of the jobs after which minutes are made by themselves; the transcription first. */
  before: string[]
  /** What minutes tell of actions, to whoever keeps them. */
  actions: {
    /** Minutes of a recording were written that it may have other actions by. */
    written: (handle: Handle, recordingId: number) => Promise<void>
    judged: ActionJudged
  }
}): {
  minutes: MinutesService
  jobs: RunnableJob[]
  /** Has a language model that is chosen tried once; see trial.ts. */
  trial: TrialJob
  agreed: (recordingId: number, signal: AbortSignal) => Promise<Agreed>
  /** Whom the minutes mean by a speaker's label. */
  naming: (handle: Handle, recordingId: number) => Promise<Naming>
} {
  const templates = createTemplates({ appRoot: config.appRoot, dataDir: config.dataDir })
  const compose = createComposer(config.appRoot)
  const deps = (): WriteDeps => ({
    db,
    recordings: rest.recordings,
    transcripts: transcripts(),
    templates,
    compose,
    timezone: config.timezone,
    britishDates: rest.britishDates,
    async writtenByRules(recordingId) {
      if ((await language.status()).state !== 'ready') return
      // Somebody has asked for it already.
      if (!(await isActive(db.read, jobs.model.name, recordingId)))
        await enqueue(db.write, jobs.model, {
          recordingId,
          transcript: await transcripts().currentVersion(db.read, recordingId),
        })
    },
  })
  const { rules, model } = minutesJobs(deps, () => ({ ...deps(), language }))
  const jobs = {
    // The words are as they were, and what the rules find in them too, unless somebody has been named since.
    rules: followedBy(rules, async (handle, id) => {
      const last = (await latestJobs(handle, rules.name, [id])).get(id)
      if (last?.state !== 'done') return
      const made = await findMinutesOfJob(handle, last.id)
      if (made && made.person_id !== null) await actions.written(handle, id)
    }),
    model: followedBy(model, async (handle, id) => {
      if ((await latestJobs(handle, model.name, [id])).get(id)?.state === 'done')
        await actions.written(handle, id)
    }),
  }
  const minutes = createMinutes({
    ...rest,
    db,
    language,
    transcripts,
    templates,
    jobs,
    timezone: config.timezone,
    actionJudged: actions.judged,
  })
  return {
    minutes,
    jobs: [runnable(jobs.rules), runnable(jobs.model)],
    trial: trialJob(() => ({ db, language })),
    async agreed(recordingId, signal) {
      const { createAgreed } = await import('./agreed.ts')
      return createAgreed(deps())(recordingId, signal)
    },
    naming: (handle, recordingId) => namingOf(transcripts(), handle, recordingId),
  }
}

/** A kind of work, and what is to be told in the same transaction when one of it has moved. */
export const followedBy = <P>(
  definition: JobDefinition<P>,
  then: (handle: Handle, subject: number) => Promise<void>,
): JobDefinition<P> => ({
  ...definition,
  async changed(handle, subject) {
    await definition.changed(handle, subject)
    await then(handle, subject)
  },
})
