import type { Transcript } from '#contract/transcripts.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { JobDefinition } from '../jobs/define.ts'
import { enqueue, isActive, latestJobs } from '../jobs/queue.ts'
import type { RecordingsService } from '../recordings/service.ts'
import { contentOf, textFile } from './format.ts'
import { deleteTranscript, findRunning, findTranscript, segmentsOf, type TranscriptRow } from './store.ts'
import type { TranscribePayload } from './jobs.ts'

export type TranscriptsService = ReturnType<typeof createTranscripts>

export function createTranscripts({
  db,
  recordings,
  job,
}: {
  db: Db
  recordings: RecordingsService
  job: JobDefinition<TranscribePayload>
}) {
  /** The current transcript, or while there is none the one that is being made. */
  async function visible(handle: Handle, recordingId: number): Promise<TranscriptRow | null> {
    const current = await recordings.currentTranscript(handle, recordingId)
    return current === null ? findRunning(handle, recordingId) : findTranscript(handle, current)
  }

  async function get(recordingId: number): Promise<Transcript> {
    const row = await visible(db.read, recordingId)
    const segments = row ? await segmentsOf(db.read, row.id) : []
    return {
      content: contentOf(segments),
      text: segments.map((s) => s.text).join(' '),
      segments,
      speakers: {},
      attendees: [],
      location: null,
      version: row?.version ?? 0,
      origin: row?.origin ?? null,
      candidate: null,
      complete: row?.state === 'complete',
      demo: row?.demo === 1,
      model: row?.model_name ?? null,
      language: row?.language ?? null,
    }
  }

  return {
    get,

    /** @throws AppError no_transcript */
    async asTextFile(recordingId: number): Promise<{ title: string; text: string }> {
      const { title, status } = await recordings.get(db.read, recordingId)
      const transcript = await get(recordingId)
      if (transcript.version === 0)
        throw new AppError('no_transcript', 'There is no transcript of this recording yet.')
      const working = status === 'waiting' || status === 'transcribing'
      const state = transcript.complete ? 'complete' : working ? 'running' : 'broken off'
      return { title, text: textFile({ title, state, content: transcript.content, demo: transcript.demo }) }
    },

    /** Queues the transcription of a recording; while one waits or runs, that one is meant. */
    request: (handle: Handle, recordingId: number): Promise<number> => enqueue(handle, job, { recordingId }),

    /** The sound is another one: what was made of it so far is of no use. */
    async dropUnfinished(handle: Handle, recordingId: number): Promise<void> {
      const running = await findRunning(handle, recordingId)
      if (running) await deleteTranscript(handle, running.id)
    },

    /** @throws AppError not_found, no_audio, in_progress */
    async retry(recordingId: number): Promise<void> {
      await recordings.sound(db.read, recordingId)
      await transact(db, async (trx) => {
        if (await isActive(trx, job.name, recordingId))
          throw new AppError('in_progress', 'This recording is already being transcribed.')
        await enqueue(trx, job, { recordingId })
      })
    },

    /** A real model serves: what the demo model wrote is made again. @returns how many recordings were queued */
    async replaceDemoTranscripts(): Promise<number> {
      return transact(db, async (trx) => {
        const ids = await recordings.demoTranscribed(trx)
        const jobs = await latestJobs(trx, job.name, ids)
        // What failed or was cancelled since waits for a person to try it again.
        const due = ids.filter((id) => (jobs.get(id)?.state ?? 'done') === 'done')
        for (const id of due) await enqueue(trx, job, { recordingId: id })
        return due.length
      })
    },
  }
}
