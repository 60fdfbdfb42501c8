import { transact, type Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { JobDefinition } from '../jobs/define.ts'
import { enqueue, isActive } from '../jobs/queue.ts'
import type { RecordingsService } from '../recordings/service.ts'
import { turnsOf } from './diarisation-store.ts'
import type { DiarisePayload } from './jobs.ts'

/** What a person may ask of who spoke when. */
export function createDiariseRequests({
  db,
  recordings,
  diarisation,
  diarisationOn,
}: {
  db: Db
  recordings: RecordingsService
  diarisation: JobDefinition<DiarisePayload>
  /** Whether speakers are told apart on this appliance. */
  diarisationOn: boolean
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
          'Speakers are not told apart on this appliance (APPLIANCE_DIARISATION is 0).',
        )
      await recordings.sound(db.read, recordingId)
      await transact(db, async (trx) => {
        if ((await recordings.currentTranscript(trx, recordingId)) === null)
          throw new AppError('no_transcript', 'There is no transcript of this recording yet.')
        if (await isActive(trx, diarisation.name, recordingId))
          throw new AppError('in_progress', 'The speakers of this recording are already being told apart.')
        await enqueue(trx, diarisation, { recordingId, ...wishes })
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
