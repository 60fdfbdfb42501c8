import type { z } from 'zod'
import type { extractActions } from '#contract/actions.ts'
import { recordEvent } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { JobDefinition } from '../jobs/define.ts'
import { enqueue, isActive, latestJobs } from '../jobs/queue.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { TranscriptsService } from '../transcripts/service.ts'
import type { ExtractPayload } from './jobs.ts'
import { findExtraction, wantExtraction } from './store.ts'

/** Queues the search for actions in a meeting's transcript. */
export function createExtractionRequests({
  db,
  recordings,
  transcripts,
  job,
  before,
}: {
  db: Db
  recordings: RecordingsService
  transcripts: () => TranscriptsService
  job: JobDefinition<ExtractPayload>
  before: string[]
}) {
  async function look(trx: Handle, recordingId: number, version: number): Promise<number> {
    await wantExtraction(trx, recordingId, version)
    return enqueue(trx, job, { recordingId })
  }

  /** Whether something is still changing the words, or who said them. */
  async function isChanging(trx: Handle, recordingId: number): Promise<boolean> {
    for (const name of before) if (await isActive(trx, name, recordingId)) return true
    return false
  }

  /** Looks through words that have not been looked through; what people have edited in them is no reason. */
  async function wordsMoved(trx: Handle, recordingId: number): Promise<void> {
    const words = await transcripts().wordsOf(trx, recordingId)
    if (!words || (await findExtraction(trx, recordingId))?.asked_version === words.made) return
    if (!(await isChanging(trx, recordingId))) await look(trx, recordingId, words.made)
  }

  return {
    /** Has them looked for, whatever was found before. @throws AppError not_found, no_transcript */
    async extract(recordingId: number): Promise<z.infer<typeof extractActions.response>> {
      await recordings.get(db.read, recordingId)
      await transact(db, async (trx) => {
        const words = await transcripts().wordsOf(trx, recordingId)
        if (!words)
          throw new AppError(
            'no_transcript',
            'This recording has no transcript yet, so there are no actions to find.',
          )
        await look(trx, recordingId, words.made)
      })
      const queued = (await latestJobs(db.write, job.name, [recordingId])).get(recordingId)
      if (!queued) throw new AppError('not_found', 'The recording has since been deleted.')
      return { job: queued }
    },

    wordsMoved,

    /** Minutes of it were written that it may have other actions by. */
    async minutesWritten(trx: Handle, recordingId: number): Promise<void> {
      const words = await transcripts().wordsOf(trx, recordingId)
      if (words) await look(trx, recordingId, words.made)
    },

    /** A job that looks has moved; what came while it read is looked at by another. */
    async extractionMoved(trx: Handle, recordingId: number): Promise<void> {
      await recordEvent(trx, 'actions', recordingId)
      const last = (await latestJobs(trx, job.name, [recordingId])).get(recordingId)
      const extraction = await findExtraction(trx, recordingId)
      if (last?.state === 'done' && extraction && extraction.done < extraction.wanted)
        await enqueue(trx, job, { recordingId })
    },
  }
}
