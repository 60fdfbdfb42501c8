import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { recordEvent } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { recordingPaths, type Paths, type RecordingPaths } from '../files/paths.ts'
import { moveIntoPlace, syncFolder } from '../files/write.ts'
import { readEnded, writeEnded, type Ended } from './ended.ts'
import { readJoints, writeGaps, type Breaks } from './gaps.ts'
import { requireRecording } from './require-recording.ts'
import type { RecordingHooks } from './hooks.ts'
import { inPhase, neverBegun, updateRecordingRow, type RecordingRow } from './store.ts'

/**
 * How far the sound of a recorder's recording has come; null: nothing has.
 * `open`: it is coming. `lapsed`: none came for a while and what there was became the recording; more may still come.
 * `joined`: closed, the recording has its sound, and what came may go. `closed`: nothing is left to do.
 */
export type CapturePhase = 'open' | 'lapsed' | 'joined' | 'closed'

/** A recording as its sound comes. */
export type Capture = {
  recordingId: number
  personId: number
  phase: CapturePhase | null
  folder: string
  /** Where the pieces lie. */
  pieces: string
  /** The sound that it has by now. */
  original: { path: string; bytes: number } | null
  /** It was made by the recorder, or has had sound from it. */
  ofRecorder: boolean
  /** Of one that lapsed. */
  ended: Ended | null
  /** Where the parts of its sound join, as far as they are known; milliseconds. */
  joints: number[]
}

/** What is known of a recording's sound beside itself; what lies between its parts. */
export type Captured = Breaks & {
  /** By the page's clock; left out: nobody said, and what is known stays. */
  elapsedMs?: number
  /** Bare samples, as they were decoded while it was recorded; without a length they are not all, or of another copy. */
  decoded: { file: string; durationMs: number | null } | null
}

/** Ends what works on a recording. @returns false: it did not end in time */
export async function endWork(
  db: Db,
  hooks: RecordingHooks,
  id: number,
  patienceMs: number,
): Promise<boolean> {
  const until = Date.now() + patienceMs
  for (const stop of hooks.stopWork)
    while (!(await stop(db, id))) {
      if (Date.now() > until) return false
      await pause(100) // the worker looks once a second
    }
  return true
}

const columnsOf = ({ elapsedMs, gaps, pauses, joints, takes }: Partial<Captured>): Partial<RecordingRow> => ({
  ...(elapsedMs !== undefined && { elapsed_ms: Math.round(elapsedMs) }),
  ...(gaps && { gaps: writeGaps(gaps) }),
  ...(pauses && { pauses: writeGaps(pauses) }),
  ...(takes && { takes: writeGaps(takes) }),
  ...(joints && { joints: JSON.stringify(joints) }),
})

async function setFacts(handle: Handle, id: number, facts: Partial<Captured>): Promise<void> {
  await updateRecordingRow(handle, id, columnsOf(facts))
  await recordEvent(handle, 'recording', id)
}

/** @returns the length of the sound, when all of it has been decoded */
async function takeDecoded({ decoded }: Captured, files: RecordingPaths): Promise<number | null> {
  if (!decoded) return null
  await moveIntoPlace(decoded.file, decoded.durationMs === null ? files.followed : files.speechBare)
  return decoded.durationMs
}

/** A new place for the sound: the one it has stays until the new one counts. */
function placeFor(files: RecordingPaths, row: RecordingRow, extension: string): string {
  const plain = files.original(extension)
  return row.audio_file === basename(plain)
    ? join(files.folder, `original-${randomUUID()}.${extension}`)
    : plain
}

/** Takes in sound after the recording was added. */
export function createIntake({ db, paths, hooks }: { db: Db; paths: Paths; hooks: RecordingHooks }) {
  return {
    /** @throws AppError not_found */
    async capture(handle: Handle, id: number): Promise<Capture> {
      const row = await requireRecording(handle, id)
      const files = recordingPaths(paths, row.folder)
      const bytes = row.audio_bytes ?? 0
      return {
        recordingId: id,
        personId: row.person_id,
        phase: row.capture,
        folder: files.folder,
        pieces: files.capture,
        original: row.audio_file === null ? null : { path: join(files.folder, row.audio_file), bytes },
        ofRecorder: row.source_type === 'recorder' || row.capture !== null,
        ended: readEnded(row.ended),
        joints: readJoints(row.joints),
      }
    },

    capturesIn: (handle: Handle, phase: CapturePhase): Promise<number[]> => inPhase(handle, phase),

    neverBegun: (handle: Handle, moment: string): Promise<number[]> => neverBegun(handle, moment),

    /** @param ended of one that lapsed */
    async setCapturePhase(id: number, phase: CapturePhase, ended: Ended | null = null): Promise<void> {
      await transact(db, async (trx) => {
        const row = await requireRecording(trx, id)
        await updateRecordingRow(trx, id, {
          capture: phase,
          ended: writeEnded(ended),
          ...(phase === 'open' && { started_at: row.started_at ?? new Date().toISOString() }),
        })
        await recordEvent(trx, 'recording', id)
      })
    },

    /** What the page's clock said when it stopped. */
    setCaptured: (handle: Handle, id: number, facts: Pick<Captured, 'elapsedMs'>): Promise<void> =>
      setFacts(handle, id, facts),

    /** What lies between the parts that have come. */
    keepBreaks: (id: number, breaks: Breaks): Promise<void> =>
      transact(db, (trx) => setFacts(trx, id, breaks)),

    /** How far the authoritative words are there. */
    setTranscribed: (handle: Handle, id: number, ms: number): Promise<void> =>
      updateRecordingRow(handle, id, { transcribed_ms: Math.round(ms) }),

    /**
     * Gives a recording its sound, or fuller sound than it had (which then goes), and queues the work on it.
     * @param sound.path on the data volume; the file is moved
     * @throws AppError not_found, in_progress when the work on the earlier sound does not end
     */
    async addSound(
      id: number,
      sound: {
        path: string
        extension: string
        phase: CapturePhase
        ended: Ended | null
        captured: Captured
      },
    ): Promise<void> {
      const row = await requireRecording(db.read, id)
      const files = recordingPaths(paths, row.folder)
      const before = row.audio_file
      if (before !== null && !(await endWork(db, hooks, id, 20_000)))
        throw new AppError('in_progress', 'The transcription of this recording is still being stopped.')
      const original = placeFor(files, row, sound.extension)
      await rm(files.cache, { recursive: true, force: true }) // copies of the earlier sound
      await mkdir(files.cache, { recursive: true, mode: 0o700 })
      const known = await takeDecoded(sound.captured, files)
      const { size } = await stat(sound.path)
      await moveIntoPlace(sound.path, original)
      await syncFolder(paths.recordings)
      try {
        await transact(db, async (trx) => {
          await requireRecording(trx, id)
          await updateRecordingRow(trx, id, {
            audio_file: basename(original),
            original_name: row.original_name ?? `recording-${id}.${sound.extension}`,
            audio_format: sound.extension,
            audio_bytes: size,
            duration_ms: Math.round(known ?? 0),
            captured_ms: Math.round(known ?? 0),
            duration_read: known === null ? 0 : 1,
            capture: sound.phase,
            ended: writeEnded(sound.ended),
            ...columnsOf(sound.captured),
            started_at: row.started_at ?? row.created_at,
          })
          if (before !== null) for (const hook of hooks.soundReplaced) await hook(trx, id)
          for (const hook of hooks.soundArrived) await hook(trx, id)
          await recordEvent(trx, 'recording', id)
        })
      } catch (error) {
        await rename(original, sound.path)
        throw error
      }
      if (before !== null) await rm(join(files.folder, before), { force: true })
    },
  }
}
