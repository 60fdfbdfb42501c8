import type { Db } from '../../db/open.ts'
import type { RecordingsService } from '../../recordings/service.ts'
import type { Open } from '../finish/closing.ts'
import type { CaptureWatch } from './capture-watch.ts'
import { lastHeard, readEpochs } from './epochs.ts'
import { createTurns } from './in-turn.ts'
import { createClaims } from './recorder-claims.ts'

export type OpenCaptures = ReturnType<typeof createOpenCaptures>

/** The recordings that are receiving sound, and which recorder each of them has. */
export function createOpenCaptures({
  db,
  recordings,
  watch,
}: {
  db: Db
  recordings: RecordingsService
  watch: CaptureWatch[]
}) {
  /** Kept in memory, so that a chunk needs no query. */
  const open = new Map<number, Open>()
  const claims = createClaims()
  const startedAt = Date.now()

  /** When sound came last, or a sign of life from a page that pauses; in milliseconds. */
  const heardAt = async (id: number, pieces: string): Promise<number> =>
    Math.max(claims.lastHeard(id), await lastHeard(pieces))

  return {
    claims,
    startedAt,
    heardAt,
    inTurn: createTurns(),

    /** While we were away nobody could be heard: recorders have as long after a start. */
    signOfLife: async (id: number, pieces: string): Promise<number> =>
      Math.max(startedAt, await heardAt(id, pieces)),

    /** @throws AppError not_found */
    async load(id: number): Promise<Open> {
      const known = open.get(id)
      if (known) return known
      const capture = await recordings.capture(db.read, id)
      const found = { ...capture, epochs: await readEpochs(capture.pieces) }
      if (found.phase === 'open') open.set(id, found)
      return found
    },

    /** What is remembered of it; undefined: nothing. */
    known: (id: number): Open | undefined => open.get(id),

    remember: (capture: Open): void => void open.set(capture.recordingId, capture),

    /** What is on disk counts, not what we remember. */
    drop: (id: number): void => void open.delete(id),

    /** The recording has its sound, or is gone. */
    forget(id: number): void {
      open.delete(id)
      for (const watcher of watch) watcher.forget(id)
    },

    /** It is being recorded from now on, perhaps again. */
    async reopen(capture: Open): Promise<void> {
      await recordings.setCapturePhase(capture.recordingId, 'open')
      capture.phase = 'open'
      capture.ended = null
      open.set(capture.recordingId, capture)
    },

    /** No more sound comes for now. */
    tellEnd: (id: number): Promise<unknown> => Promise.all(watch.map((watcher) => watcher.ended(id))),
  }
}
