import type { Handle } from '../db/open.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { SpeakersService } from './speakers/service.ts'
import { findTranscript, type TranscriptRow } from './store.ts'
import { findVersion } from './versions-store.ts'

/** Where the words of a version come from, as numbers of versions. */
export type WordsOf = {
  /** The version that first had these words, whoever was named in them since. */
  worded: number
  /** The one that the appliance made or somebody uploaded, whatever people have changed in it since. */
  made: number
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

    /** What each speaker of the current version is called, by label, where that is known. @throws AppError not_found */
    async speakerNames(handle: Handle, recordingId: number): Promise<ReadonlyMap<string, string>> {
      const row = await currentRow(handle, recordingId)
      return row ? speakers.knownNames(handle, row) : new Map()
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
