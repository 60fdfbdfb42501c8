import { transact, type Db, type Handle } from '../db/open.ts'
import { newFolderName } from '../files/paths.ts'
import { createMeeting, isVisible, meetingsById } from '../meetings/service.ts'
import { currentViewer } from '../viewer.ts'
import { findRecording, insertRecording } from './store.ts'
import type { PublishRecordingChanged } from './publish-change.ts'
import { consentNoticeAtStart } from './consent-notice.ts'

export type NewRecording = {
  title: string
  personId: number
  source: 'recorder' | 'uploaded_transcript'
  heldAt: string | null
  /** The recorder's: whether those present were told; null: nobody said. */
  peopleTold?: boolean | null
  /** One that was scheduled. */
  meetingId?: number | null
  /** Sound that its browser kept, and that this recording no longer takes: it is of the same meeting. */
  restOf?: { recordingId: number; startedAt: string } | null
}

/** A recording without sound yet, as the recorder makes it before it starts. @returns its id */
export function insertNew(
  db: Db,
  input: NewRecording,
  publishRecordingChanged: PublishRecordingChanged,
): Promise<number> {
  return transact(db, (trx) => insertNewIn(trx, input, publishRecordingChanged))
}

/** The same in a transaction that does more. */
export async function insertNewIn(
  trx: Handle,
  input: NewRecording,
  publishRecordingChanged: PublishRecordingChanged,
): Promise<number> {
  const { restOf } = input
  const recordingId = await insertRecording(trx, {
    meeting_id:
      (restOf && (await meetingOf(trx, restOf.recordingId))) ??
      (await scheduledOrNew(trx, { ...input, ownerId: input.personId })),
    person_id: input.personId,
    source_type: input.source,
    folder: newFolderName(),
    audio_file: null,
    original_name: null,
    audio_format: null,
    audio_bytes: null,
    ...consentNoticeAtStart(input.peopleTold ?? null, input.personId),
    ...(restOf && { started_at: new Date(restOf.startedAt).toISOString() }),
  })
  await publishRecordingChanged(trx, recordingId)
  return recordingId
}

/** The meeting that was scheduled, when one is named and still there; else a new one. @returns its id */
export async function scheduledOrNew(
  trx: Handle,
  meeting: { meetingId?: number | null; title: string; heldAt: string | null; ownerId: number },
): Promise<number> {
  return (await scheduled(trx, meeting.meetingId)) ?? createMeeting(trx, meeting)
}

/** Null: it has been deleted, for good or into the bin and its meeting with it, or is not this person's to see. */
async function meetingOf(handle: Handle, recordingId: number): Promise<number | null> {
  const meetingId = (await findRecording(handle, recordingId))?.meeting_id
  return meetingId !== undefined && (await isVisible(handle, currentViewer(), meetingId)) ? meetingId : null
}

/** Null: none is named, or it has been cancelled. */
async function scheduled(handle: Handle, meetingId: number | null | undefined): Promise<number | null> {
  if (meetingId == null || !(await isVisible(handle, currentViewer(), meetingId))) return null
  return (await meetingsById(handle, [meetingId])).get(meetingId)?.id ?? null
}
