import type { Handle } from '../../db/open.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { JobDefinition } from '../../jobs/define.ts'
import type { RecordingsService } from '../../recordings/service.ts'
import { assignSpeakers, type SpokenLine } from '../../speech/assign-speakers.ts'
import type { DiarisationModels } from '../../speech/diarisation-models.ts'
import { deleteDiarisation, findDiarisation, turnsOf } from './diarisation-store.ts'
import type { DiarisePayload } from '../runs/jobs.ts'
import { publish } from '../versions/publish.ts'
import type { Part } from '../versions/revise.ts'
import {
  findTranscript,
  readStoredWords,
  segmentRows,
  type SegmentRow,
  type TranscriptRow,
} from '../store.ts'
import { findVersion, insertSegments, insertVersion, replaceSegments } from '../versions/versions-store.ts'

export type DiarisationResults = ReturnType<typeof createDiarisationResults>

/** What is known of who spoke when → who said what. */
export function createDiarisationResults({
  recordings,
  models,
  job,
  wanted,
}: {
  recordings: RecordingsService
  models: DiarisationModels
  job: JobDefinition<DiarisePayload>
  /** Whether the speakers of this recording are to be told apart, as it was recorded or uploaded. */
  wanted: (handle: Handle, recordingId: number) => Promise<boolean>
}) {
  /** @returns the same lines with speakers; null: nobody knows who spoke */
  async function spoken(handle: Handle, recordingId: number, parts: Part[]): Promise<SpokenLine[] | null> {
    const turns = await turnsOf(handle, recordingId)
    if (turns.length === 0) return null
    const lines = assignSpeakers(parts.map(lineOf), turns)
    return lines.some(({ speaker }) => speaker !== null) ? lines : null
  }

  return {
    spoken,

    /** Into a run that is about to be complete; nothing while nobody knows who spoke. */
    async giveTo(trx: Handle, recordingId: number, transcriptId: number): Promise<void> {
      const lines = await spoken(trx, recordingId, await segmentRows(trx, transcriptId))
      if (lines) await replaceSegments(trx, transcriptId, lines)
    },

    /** Queues it for a new transcript, unless it was done for this sound already (by models as good as today's) or is not wanted. */
    async request(trx: Handle, recordingId: number): Promise<void> {
      const known = await findDiarisation(trx, recordingId)
      if (known && (known.bundled === 0 || (await models.active()).bundled)) return
      const current = await recordings.currentTranscript(trx, recordingId)
      const words = current === null ? 0 : ((await findTranscript(trx, current))?.words ?? 0)
      if (words > 0 && (await wanted(trx, recordingId))) await enqueue(trx, job, { recordingId })
    },

    /**
     * The current version once more, now with speakers. Speakers in a version that people have edited stay.
     * @param options.replaceEdited a person has agreed that they go too
     */
    async publish(
      trx: Handle,
      recordingId: number,
      { replaceEdited }: { replaceEdited: boolean },
    ): Promise<void> {
      const id = await recordings.currentTranscript(trx, recordingId)
      const current = id === null ? null : await findTranscript(trx, id)
      if (!current) return
      const rows = await segmentRows(trx, current.id)
      const edited = current.edited === 1 && rows.some(({ speaker }) => speaker !== null)
      if (edited && !replaceEdited) return
      const under = await wordsBelow(trx, current)
      // Lines that were split where speakers changed are whole there.
      const lines = await spoken(
        trx,
        recordingId,
        under === current ? rows : await segmentRows(trx, under.id),
      )
      if (!lines) return
      const row = await insertVersion(trx, recordingId, {
        origin: 'speakers',
        person_id: null,
        based_on: under.version,
        edited: current.edited,
        words: current.words,
        from: current,
      })
      await insertSegments(trx, row.id, lines)
      await publish({ recordings }, trx, row)
    },

    /** The sound is another one. */
    forget: (trx: Handle, recordingId: number): Promise<void> => deleteDiarisation(trx, recordingId),
  }
}

/** The version whose words a version with speakers has; of any other version itself. */
export async function wordsUnder(handle: Handle, row: TranscriptRow): Promise<TranscriptRow> {
  if (row.origin !== 'speakers' || row.based_on === null) return row
  return (await findVersion(handle, row.recording_id, row.based_on)) ?? row
}

/** The same, also under what people have said of the speakers since. */
export async function wordsBelow(handle: Handle, row: TranscriptRow): Promise<TranscriptRow> {
  if ((row.origin !== 'speakers' && row.origin !== 'naming') || row.based_on === null) return row
  const under = await findVersion(handle, row.recording_id, row.based_on)
  return under ? wordsBelow(handle, under) : row
}

const isRow = (part: Part): part is SegmentRow => 'start_ms' in part

const lineOf = (part: Part): SpokenLine =>
  isRow(part)
    ? {
        startMs: part.start_ms,
        endMs: part.end_ms,
        text: part.text,
        words: readStoredWords(part.words),
      }
    : part
