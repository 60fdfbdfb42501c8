import { recordEvent } from '../../db/events.ts'
import { transact, type Db, type Handle } from '../../db/open.ts'
import { isActive } from '../../jobs/queue.ts'
import { transcriptionJobName, type RecordingsService } from '../../recordings/service.ts'
import { wavDurationMs } from '../../speech/audio.ts'
import { visibleTranscript } from '../versions/base-version.ts'
import { deleteLive, insertLive, liveRows, type LiveRow } from './captions-store.ts'
import {
  findRunning,
  hasSegments,
  lastSegmentEnd,
  piecesOf,
  type StoredSegment,
  type TranscriptRow,
} from '../store.ts'
import { insertSegments, nameModel } from '../versions/versions-store.ts'
import { withWordTimes } from './caption-word-times.ts'

export { liveBundled } from './captions-store.ts'

export type StoredCaptions = ReturnType<typeof createStoredCaptions>

/**
 * The words of the live pass: no version of a transcript, but what there is to read until the authoritative one is there.
 * A recorder whose sound comes over HTTP alone has no socket that tells it its words: whoever wants to see them as they
 * come says `listen_for_transcript`, or fetches the transcript.
 */
export function createStoredCaptions({ db, recordings }: { db: Db; recordings: RecordingsService }) {
  const told = new Map<number, number>()

  /** Who reads along without the socket fetches again; not for each sentence. */
  async function tell(trx: Handle, recordingId: number): Promise<void> {
    if (Date.now() - (told.get(recordingId) ?? 0) < tellEveryMs) return
    told.set(recordingId, Date.now())
    await recordEvent(trx, 'transcript', recordingId)
  }

  /** What comes after the run has ended would never be replaced. */
  async function areOfUse(trx: Handle, recordingId: number): Promise<boolean> {
    const { phase } = await recordings.capture(trx, recordingId)
    if (phase === 'open') return true
    if (!(await isActive(trx, transcriptionJobName, recordingId))) return false
    // A job counts as active for a moment after its run has ended.
    const had = await recordings.currentTranscript(trx, recordingId)
    return had === null || (await findRunning(trx, recordingId)) !== null
  }

  return {
    /** Keeps what was committed while it is of use; segments that are there already stay as they are. @throws AppError not_found */
    add(
      recordingId: number,
      segments: { id: string; text: string; startMs: number; endMs: number }[],
      model: { name: string; bundled: boolean },
    ): Promise<void> {
      return transact(db, async (trx) => {
        if (!(await areOfUse(trx, recordingId))) return
        await insertLive(
          trx,
          segments.map(({ id, text, startMs, endMs }) => ({
            recording_id: recordingId,
            id,
            start_ms: Math.round(startMs),
            end_ms: Math.round(endMs),
            text,
            model_name: model.name,
            bundled: model.bundled ? 1 : 0,
          })),
        )
        await tell(trx, recordingId)
      })
    },

    /** Up to where there are words of the recording, of either pass; in milliseconds. */
    async until(recordingId: number): Promise<number> {
      const rows = await liveRows(db.read, recordingId)
      const transcript = await visibleTranscript(db.read, recordings, recordingId)
      // The times of a text that a person attached are not those of this sound.
      const ofSound = transcript !== null && transcript.origin !== 'upload'
      const last = ofSound ? await lastSegmentEnd(db.read, transcript.id) : 0
      return Math.max(last, rows.at(-1)?.end_ms ?? 0)
    },
  }
}

const tellEveryMs = 3000

/** Whether more of the recording's sound or a run over it is to come. */
async function isAwaited(
  handle: Handle,
  recordings: RecordingsService,
  recordingId: number,
): Promise<boolean> {
  const { phase } = await recordings.capture(handle, recordingId)
  return phase === 'open' || isActive(handle, transcriptionJobName, recordingId)
}

/**
 * The live words that no authoritative piece has taken the place of yet. Beside a version that is complete (one that was
 * attached, or made before more was recorded) they show only as long as a run is to come.
 * @param row the transcript that shows
 * @param last where its last segment ends, in milliseconds; null: it has none
 */
export async function liveRest(
  handle: Handle,
  recordings: RecordingsService,
  recordingId: number,
  row: TranscriptRow | null,
  last: number | null,
): Promise<LiveRow[]> {
  const rows = await liveRows(handle, recordingId)
  if (rows.length === 0 || row === null) return rows
  if (row.state === 'complete' && !(await isAwaited(handle, recordings, recordingId))) return []
  if (last === null) return rows
  const until = row.state === 'complete' ? last : await doneUntil(handle, row)
  return rows.filter((live) => live.end_ms > until + overlapMs)
}

/** The two passes do not end a word at the same moment. */
const overlapMs = 300

/** How far the authoritative words of a run are there, in milliseconds; Infinity: to the end. */
export async function doneUntil(handle: Handle, row: TranscriptRow): Promise<number> {
  const open = (await piecesOf(handle, row.id)).find((piece) => piece.finished_at === null)
  return open?.start_ms ?? row.planned_ms ?? Infinity
}

/** What a run that has ended may keep of the live words, as far as it takes sound to know; read before anything is written. */
export type LiveHeard = {
  rows: LiveRow[]
  /** The same with times for their words; none where they are not needed. */
  segments: StoredSegment[]
}

/**
 * @param run.sound what the run heard
 * @throws AppError not_found
 */
export async function readLiveWords(
  handle: Handle,
  recordings: RecordingsService,
  { recordingId, transcriptId, sound }: { recordingId: number; transcriptId: number; sound: string },
): Promise<LiveHeard> {
  const all = await liveRows(handle, recordingId)
  if (all.length === 0) return { rows: [], segments: [] }
  const { phase } = await recordings.capture(handle, recordingId)
  // It goes on to be recorded, after a while without sound: of what came since, this run knows nothing.
  const heardMs = phase === 'open' ? await wavDurationMs(sound) : Infinity
  const rows = all.filter((row) => row.end_ms <= heardMs)
  const needed = rows.length > 0 && !(await hasSegments(handle, transcriptId))
  return { rows, segments: needed ? await withWordTimes(rows, sound) : [] }
}

/**
 * A run has ended: it takes the place of the live words in the sound that it heard; one that heard nothing gets them, since
 * they are better than nothing. What was said live since they were read is of sound after the run's.
 */
export async function keepLiveWords(
  trx: Handle,
  { rows, segments }: LiveHeard,
  transcriptId: number,
): Promise<void> {
  const last = rows.at(-1)
  if (last && segments.length > 0) {
    await insertSegments(trx, transcriptId, segments)
    await nameModel(trx, transcriptId, {
      name: last.model_name,
      bundled: rows.some((row) => row.bundled === 1),
    })
  }
  await deleteLive(trx, rows)
}
