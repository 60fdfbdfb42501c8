import { transact, type Db } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import type { JobDefinition } from '../../jobs/define.ts'
import { enqueue, isActive, latestJobs } from '../../jobs/queue.ts'
import type { RecordingsService } from '../../recordings/service.ts'
import type { DiarisationModels } from '../../speech/diarisation-models.ts'
import { bundledDiarised, turnsOf } from './diarisation-store.ts'
import { findTranscript } from '../store.ts'
import type { DiarisePayload } from '../runs/jobs.ts'

/** What a person may ask of who spoke when. */
export function createDiariseRequests({
  db,
  recordings,
  diarisation,
  diarisationOn,
  models,
}: {
  db: Db
  recordings: RecordingsService
  diarisation: JobDefinition<DiarisePayload>
  /** Whether speakers are told apart on this appliance. */
  diarisationOn: boolean
  models: Pick<DiarisationModels, 'active'>
}) {
  return {
    /**
     * Tells the speakers apart (again).
     * @throws AppError not_found, no_audio, no_transcript, in_progress, diarisation_off
     */
    async diarise(recordingId: number, wishes: Omit<DiarisePayload, 'recordingId'>): Promise<void> {
      if (!diarisationOn)
        throw new AppError(
          'diarisation_off',
          'Speaker identification is switched off on this appliance (APPLIANCE_DIARISATION is 0).',
        )
      await recordings.sound(db.read, recordingId)
      await transact(db, async (trx) => {
        if ((await recordings.currentTranscript(trx, recordingId)) === null)
          throw new AppError('no_transcript', 'There is no transcript of this recording yet.')
        if (await isActive(trx, diarisation.name, recordingId))
          throw new AppError('in_progress', 'The speakers of this recording are already being identified.')
        // What is asked now takes the place of what was said when it came.
        await recordings.setSpeakerCount(trx, recordingId, wishes.speakers ?? null)
        await enqueue(trx, diarisation, { recordingId, ...wishes })
      })
    },

    /**
     * Real models serve: speakers that the bundled models told apart are told apart again, except where people have edited.
     * @returns how many recordings were queued
     */
    async replaceBundledSpeakers(): Promise<number> {
      if (!diarisationOn || (await models.active()).bundled) return 0
      return transact(db, async (trx) => {
        const rows = await bundledDiarised(trx)
        const ids = rows.map(({ recording_id }) => recording_id)
        const jobs = await latestJobs(trx, diarisation.name, ids)
        let count = 0
        for (const { recording_id: recordingId, speakers_asked: asked } of rows) {
          // What failed or was cancelled since waits for a person to try it again.
          if ((jobs.get(recordingId)?.state ?? 'done') !== 'done') continue
          const current = await recordings.currentTranscript(trx, recordingId)
          const row = current === null ? null : await findTranscript(trx, current)
          if (!row || row.edited === 1) continue
          const said = asked === null ? {} : { speakers: asked }
          await enqueue(trx, diarisation, { recordingId, ...said })
          count++
        }
        return count
      })
    },

    /** @throws AppError not_found */
    async turns(recordingId: number): Promise<{ speaker: string; start: number; end: number }[]> {
      await recordings.get(db.read, recordingId)
      const turns = await turnsOf(db.read, recordingId)
      return turns.map(({ speaker, startMs, endMs }) => ({
        speaker,
        start: startMs / 1000,
        end: endMs / 1000,
      }))
    },
  }
}
