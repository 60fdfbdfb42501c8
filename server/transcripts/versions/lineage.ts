import type { Attendee, Segment } from '#contract/transcripts.ts'
import type { Handle } from '../../db/open.ts'
import { meetingInfo } from '../../meetings/service.ts'
import type { RecordingsService } from '../../recordings/service.ts'
import { withKnownName } from '../speakers/attendees.ts'
import type { SpeakersService } from '../speakers/service.ts'
import { findTranscript, segmentsOf, type TranscriptRow } from '../store.ts'
import { findVersion } from './versions-store.ts'

/** Where the words of a version come from, as numbers of versions. */
export type WordsOf = {
  /** The version that first had these words, whoever was named in them since. */
  worded: number
  /** The one that the appliance made or somebody uploaded, whatever people have changed in it since. */
  made: number
}

/** The segments' speakers are labels. */
export type Spoken = {
  segments: Segment[]
  /** By label, of those whose names are known. */
  names: ReadonlyMap<string, string>
  attendees: Attendee[]
}

/** What those who read the words of a recording ask about them; in a transaction too. */
export function createWordsOf({
  recordings,
  speakers,
}: {
  recordings: RecordingsService
  speakers: Pick<SpeakersService, 'knownNames'>
}) {
  async function currentRow(handle: Handle, recordingId: number): Promise<TranscriptRow | null> {
    const id = await recordings.currentTranscript(handle, recordingId)
    return id === null ? null : findTranscript(handle, id)
  }

  return {
    /** Of the current version, or another; null: it has no words. @throws AppError not_found */
    async wordsOf(handle: Handle, recordingId: number, version?: number): Promise<WordsOf | null> {
      const row =
        version === undefined
          ? await currentRow(handle, recordingId)
          : await findVersion(handle, recordingId, version)
      if (!row?.words) return null
      const worded = await before(handle, row, ['naming', 'restore'])
      const made = await before(handle, worded, ['naming', 'restore', 'edit'])
      return { worded: worded.version, made: made.version }
    },

    /** Who says what in the current version, and who is listed; null: it has no words. @throws AppError not_found */
    async spoken(handle: Handle, recordingId: number): Promise<Spoken | null> {
      const row = await currentRow(handle, recordingId)
      if (!row) return null
      const { meetingId } = await recordings.get(handle, recordingId)
      const names = await speakers.knownNames(handle, row)
      const { attendees } = await meetingInfo(handle, meetingId)
      return {
        segments: await segmentsOf(handle, row.id),
        names,
        attendees: attendees.map((attendee) => withKnownName(attendee, names)),
      }
    },
  }
}

/** The version that this one came from by steps of these kinds. */
async function before(
  handle: Handle,
  row: TranscriptRow,
  steps: TranscriptRow['origin'][],
): Promise<TranscriptRow> {
  let at = row
  while (at.based_on !== null && steps.includes(at.origin)) {
    const earlier = await findVersion(handle, at.recording_id, at.based_on)
    if (!earlier) break
    at = earlier
  }
  return at
}
