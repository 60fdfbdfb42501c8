import { transact, type Db } from '../../db/open.ts'
import type { JobDefinition } from '../../jobs/define.ts'
import { enqueue, isActive, latestJobs } from '../../jobs/queue.ts'
import type { FollowPayload } from './jobs.ts'
import { findRunning, piecesOf } from '../store.ts'

/** Less sound makes no piece. */
const worthALookMs = 62_000
/** When a look found no whole piece, so much more sound is waited for. */
const nextLookMs = 10_000

/** A piece that failed is left alone for so long, and four times as long each time it fails again. */
const firstPauseMs = 60_000

/** Failures at the same place. */
type Failures = { atMs: number; jobId: number; times: number; until: number }

/** Says when a recording under way has another piece to transcribe; the worker finds out which. */
export function createFollowing({ db, job }: { db: Db; job: JobDefinition<FollowPayload> }) {
  const looks = new Map<number, { plannedMs: number; durationMs: number }>()

  const failures = new Map<number, Failures>()

  /** Whether the last job failed at this place, and it is too early to try again. */
  async function restsAfterFailure(recordingId: number, atMs: number): Promise<boolean> {
    const last = (await latestJobs(db.read, job.name, [recordingId])).get(recordingId)
    if (last?.state !== 'failed') return false
    let known = failures.get(recordingId)
    if (known?.jobId !== last.id) {
      const times = known?.atMs === atMs ? known.times + 1 : 1
      known = { atMs, jobId: last.id, times, until: Date.now() + firstPauseMs * 4 ** (times - 1) }
      failures.set(recordingId, known)
    }
    return Date.now() < known.until
  }

  return {
    /**
     * Queues the next piece, when there may be one.
     * @param durationMs of the sound that has been decoded
     */
    async follow(recordingId: number, durationMs: number): Promise<void> {
      const running = await findRunning(db.read, recordingId)
      if (running?.planned_ms === null) return // a run over the whole sound is at work
      const plannedMs = running?.planned_ms ?? 0
      const pieces = running ? await piecesOf(db.read, running.id) : []
      const open = pieces.find((piece) => piece.finished_at === null)
      const last = looks.get(recordingId)
      const waits = last?.plannedMs === plannedMs && durationMs < last.durationMs + nextLookMs
      const due = open ? open.end_ms <= durationMs : durationMs - plannedMs >= worthALookMs && !waits
      if (!due || (await isActive(db.read, job.name, recordingId))) return
      if (await restsAfterFailure(recordingId, open?.start_ms ?? plannedMs)) return
      looks.set(recordingId, { plannedMs, durationMs })
      await transact(db, (trx) => enqueue(trx, job, { recordingId }))
    },

    /** It has ended. */
    forget(recordingId: number): void {
      looks.delete(recordingId)
      failures.delete(recordingId)
    },
  }
}
