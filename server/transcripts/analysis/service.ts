import type { JobView } from '#contract/jobs.ts'
import { transact, type Db, type Handle } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import { runnable, type RunnableJob } from '../../jobs/define.ts'
import { enqueue, isActive, latestJobs } from '../../jobs/queue.ts'
import type { LanguageEngine } from '../../language/engine.ts'
import { plainly } from '../../language/plain.ts'
import type { RecordingsService } from '../../recordings/service.ts'
import { confirmedNames, isOwnLabel, labelsIn } from '../speakers/overview.ts'
import type { SpeakersService } from '../speakers/service.ts'
import { namingsOf } from '../speakers/store.ts'
import { findTranscript, linesOf } from '../store.ts'
import { analysisJobs } from './jobs.ts'
import { findReading, noteAgain, noteReading } from './store.ts'
import type { VerifyNames } from './name-verifier.ts'

export type AnalysisService = ReturnType<typeof createAnalysis>

/** What a language model reads of the speakers' names: when it is asked, and how that went. */
export function createAnalysis({
  db,
  recordings,
  language,
  speakers,
  before,
  verify,
}: {
  db: Db
  recordings: RecordingsService
  language: LanguageEngine
  /** Asked for when it is needed: its own service knows of this. */
  speakers: () => Pick<SpeakersService, 'unsure'>
  /** Jobs that change who says what. */
  before: string[]
  verify: VerifyNames
}) {
  const jobs = analysisJobs(() => ({ db, recordings, language, speakers: speakers(), verify }), look)

  async function look(recordingId: number): Promise<void> {
    if ((await speakers().unsure(recordingId)) === null) return
    if ((await language.status()).state === 'ready') await enqueue(db.write, jobs.analyse, { recordingId })
  }

  /** A text has come, or work on it has moved: once none is left, its nameless speakers are looked at, once a version. */
  async function due(trx: Handle, recordingId: number): Promise<void> {
    for (const name of before) if (await isActive(trx, name, recordingId)) return
    const id = await recordings.currentTranscript(trx, recordingId)
    const row = id === null ? null : await findTranscript(trx, id)
    if (row?.state !== 'complete' || (await findReading(trx, row.id))) return
    const labels = labelsIn(await linesOf(trx, row.id)).filter(isOwnLabel)
    const named = confirmedNames(labels, await namingsOf(trx, row.id))
    if (labels.every((label) => named.has(label)) || !(await noteReading(trx, row.id))) return
    await enqueue(trx, jobs.look, { recordingId })
  }

  return {
    due,
    jobs: [runnable(jobs.look), runnable(jobs.analyse)] satisfies RunnableJob[],

    /** Under way, else the last try when it failed or was cancelled. */
    async work(recordingId: number): Promise<JobView | null> {
      const last = (await latestJobs(db.read, jobs.analyse.name, [recordingId])).get(recordingId)
      return last && last.state !== 'done' ? last : null
    },

    /**
     * A person wants it done (again).
     * @throws AppError not_found, no_transcript, in_progress, language_no_model, language_unreachable
     */
    async request(recordingId: number): Promise<void> {
      await recordings.get(db.read, recordingId)
      if ((await speakers().unsure(recordingId)) === null)
        throw new AppError('no_transcript', 'There is no speaker without a name in this transcript.')
      const { state } = await language.status()
      if (state !== 'ready') {
        const code = state === 'no_model' ? 'language_no_model' : 'language_unreachable'
        throw new AppError(code, plainly(code))
      }
      await transact(db, async (trx) => {
        for (const name of before)
          if (await isActive(trx, name, recordingId))
            throw new AppError('in_progress', 'This recording is still being worked on. Try again then.')
        const id = await recordings.currentTranscript(trx, recordingId)
        if (id !== null && !(await isActive(trx, jobs.analyse.name, recordingId))) await noteAgain(trx, id)
        await enqueue(trx, jobs.analyse, { recordingId }, 'asked')
      })
    },
  }
}
