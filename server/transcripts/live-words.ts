import type { Segment } from '#contract/transcripts.ts'
import { recordEvent } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import type { RecordingsService } from '../recordings/service.ts'
import { deleteLive, insertLive, liveRows, type LiveRow } from './live-store.ts'
import { hasSegments, piecesOf, type TranscriptRow } from './store.ts'
import { insertSegments, nameModel } from './versions-store.ts'

export type KeptWords = ReturnType<typeof createKeptWords>

/**
 * The words of the live pass: no version of a transcript, but what there is to read until the authoritative one is there.
 */
export function createKeptWords({ db, recordings }: { db: Db; recordings: RecordingsService }) {
  const told = new Map<number, number>()

  /** Who reads along without the socket fetches again; not for each sentence. */
  async function tell(trx: Handle, recordingId: number): Promise<void> {
    if (Date.now() - (told.get(recordingId) ?? 0) < tellEveryMs) return
    told.set(recordingId, Date.now())
    await recordEvent(trx, 'transcript', recordingId)
  }

  return {
    /** Keeps what was committed; segments that are there already stay as they are. @throws AppError not_found */
    add(
      recordingId: number,
      segments: { id: string; text: string; startMs: number; endMs: number }[],
      model: { name: string; demo: boolean },
    ): Promise<void> {
      return transact(db, async (trx) => {
        const { phase } = await recordings.capture(trx, recordingId)
        // What comes after the authoritative words would never be replaced.
        if (phase !== 'open' && (await recordings.currentTranscript(trx, recordingId)) !== null) return
        await insertLive(
          trx,
          segments.map(({ id, text, startMs, endMs }) => ({
            recording_id: recordingId,
            id,
            start_ms: Math.round(startMs),
            end_ms: Math.round(endMs),
            text,
            model_name: model.name,
            demo: model.demo ? 1 : 0,
          })),
        )
        await tell(trx, recordingId)
      })
    },
  }
}

const tellEveryMs = 3000

/**
 * The live words that no authoritative piece has taken the place of yet.
 * @param row the transcript that shows
 * @param last where its last segment ends, in milliseconds; null: it has none, so all live words show
 */
export async function liveRest(
  handle: Handle,
  recordingId: number,
  row: TranscriptRow | null,
  last: number | null,
): Promise<LiveRow[]> {
  const rows = await liveRows(handle, recordingId)
  if (rows.length === 0 || row === null || last === null) return rows
  const until = row.state === 'complete' ? last : await doneUntil(handle, row)
  return rows.filter((live) => live.end_ms > until + overlapMs)
}

/** The two passes do not end a word at the same moment. */
const overlapMs = 300

async function doneUntil(handle: Handle, row: TranscriptRow): Promise<number> {
  const open = (await piecesOf(handle, row.id)).find((piece) => piece.finished_at === null)
  return open?.start_ms ?? row.planned_ms ?? Infinity
}

/** As the API has them; a number below zero is no segment that can be edited. */
export const presentLive = (row: LiveRow): Segment => ({
  id: -row.number,
  text: row.text,
  speaker: null,
  timestamp: row.start_ms / 1000,
  start: row.start_ms / 1000,
  end: row.end_ms / 1000,
  words: [],
})

/**
 * A run has ended: it takes the place of the live words; one that heard nothing gets them, since they are better than
 * nothing.
 */
export async function keepLiveWords(trx: Handle, recordingId: number, transcriptId: number): Promise<void> {
  const rows = await liveRows(trx, recordingId)
  const last = rows.at(-1)
  if (!last) return
  if (!(await hasSegments(trx, transcriptId))) {
    await insertSegments(
      trx,
      transcriptId,
      rows.map((row) => ({ startMs: row.start_ms, endMs: row.end_ms, text: row.text, words: [] })),
    )
    await nameModel(trx, transcriptId, { name: last.model_name, demo: rows.some((row) => row.demo === 1) })
  }
  await deleteLive(trx, recordingId)
}
