import type { Db, Handle } from '../db/open.ts'
import { enqueue, isActive, latestJobs } from '../jobs/queue.ts'
import type { LanguageEngine } from '../language/engine.ts'
import type { PeopleService } from '../people/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { TranscriptsService } from '../transcripts/service.ts'
import { createMinutesEdits, type ActionJudged } from './minutes-edits.ts'
import { createGenerate } from './generate.ts'
import type { MinutesJobs } from './jobs.ts'
import { readMeeting } from './minutes-input.ts'
import { createMinutesQueries } from './minutes-queries.ts'
import type { Heading } from './render.ts'
import { isPersons, minutesVersions } from './store.ts'
import type { Templates } from './templates.ts'

export type MinutesService = ReturnType<typeof createMinutes>

export function createMinutes(deps: {
  db: Db
  recordings: RecordingsService
  transcripts: TranscriptsService
  people: PeopleService
  wantedBy: (handle: Handle, userId: number) => Promise<boolean>
  templates: Templates
  language: LanguageEngine
  jobs: MinutesJobs
  /** Jobs after which minutes are made by themselves; the transcription first. */
  before: string[]
  timezone: string
  britishDates: (handle: Handle, userId: number) => Promise<boolean>
  actionJudged: ActionJudged
}) {
  const { db, recordings, templates, jobs } = deps
  const { present, ...queries } = createMinutesQueries(deps)
  const headingOf = async (recordingId: number): Promise<Heading> =>
    (await readMeeting(deps, db.read, recordingId)).heading

  async function makeByThemselves(trx: Handle, recordingId: number): Promise<void> {
    const recording = await recordings.get(trx, recordingId)
    if (!recording.wordCount) return
    const { auto } = await recordings.minutesFacts(trx, recordingId)
    if (!(auto ?? (await deps.wantedBy(trx, recording.userId)))) return
    const version = await deps.transcripts.currentVersion(trx, recordingId)
    const rows = await minutesVersions(trx, recordingId)
    if (rows.some((row) => !isPersons(row) && row.transcript_version === version)) return
    await enqueue(trx, jobs.rules, { recordingId })
  }

  return {
    templates,
    ...createGenerate(deps),
    ...queries,
    ...createMinutesEdits({ ...deps, present, headingOf }),

    /** Work on a recording has moved: once none is left, its minutes are made, unless nobody wants them. */
    async workMoved(trx: Handle, recordingId: number): Promise<void> {
      for (const name of deps.before) if (await isActive(trx, name, recordingId)) return
      const done = (await latestJobs(trx, deps.before[0]!, [recordingId])).get(recordingId)
      if (done?.state === 'done') await makeByThemselves(trx, recordingId)
    },

    /** A text has come, whose words are there at once. */
    textArrived: makeByThemselves,
  }
}
