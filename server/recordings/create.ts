import { transact, type Db, type Handle } from '../db/open.ts'
import { newFolderName } from '../files/paths.ts'
import { createMeeting } from '../meetings/service.ts'
import { findRecording, insertRecording } from './store.ts'
import type { TellChanged } from './tell.ts'
import { saidAtStart } from './told.ts'

export type NewRecording = {
  title: string
  personId: number
  source: 'recorder' | 'uploaded_transcript'
  heldAt: string | null
  /** The recorder's: whether those present were told; null: nobody said. */
  peopleTold?: boolean | null
  /** Sound that its browser kept, and that this recording no longer takes: it is of the same meeting. */
  restOf?: { recordingId: number; startedAt: string } | null
}

/** A recording without sound yet, as the recorder makes it before it starts. @returns its id */
export function insertNew(db: Db, input: NewRecording, tellChanged: TellChanged): Promise<number> {
  return transact(db, async (trx) => {
    const { restOf } = input
    const recordingId = await insertRecording(trx, {
      meeting_id:
        (restOf && (await meetingOf(trx, restOf.recordingId))) ??
        (await createMeeting(trx, { title: input.title, heldAt: input.heldAt })),
      person_id: input.personId,
      source_type: input.source,
      folder: newFolderName(),
      audio_file: null,
      original_name: null,
      audio_format: null,
      audio_bytes: null,
      ...saidAtStart(input.peopleTold ?? null, input.personId),
      ...(restOf && { started_at: new Date(restOf.startedAt).toISOString() }),
    })
    await tellChanged(trx, recordingId)
    return recordingId
  })
}

/** Null: it is gone, and its meeting perhaps with it. */
const meetingOf = async (handle: Handle, recordingId: number): Promise<number | null> =>
  (await findRecording(handle, recordingId))?.meeting_id ?? null
