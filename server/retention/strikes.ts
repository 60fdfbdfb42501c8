import { z } from 'zod'
import { strikesChanged, type Strikes } from '#contract/strikes.ts'
import type { AuditService } from '../audit/service.ts'
import { publishChange } from '../db/events.ts'
import { transactDurably, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { HoldsService } from '../holds/service.ts'
import { PermanentFailure, type JobDefinition } from '../jobs/define.ts'
import { enqueue, latestJobs } from '../jobs/queue.ts'
import type { PeopleService } from '../people/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { Ffmpeg } from '../speech/audio.ts'
import { strikeSound } from '../speech/strike-sound.ts'
import * as store from './strike-store.ts'

const payload = z.object({ strikeId: z.number(), recordingId: z.number() })
export type StrikePayload = z.infer<typeof payload>

export type Struck = { subjectId: number; at: string; fromMs: number; toMs: number; reason: string }

function nullIfGone(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null
  throw error
}

export type StrikesService = ReturnType<typeof createStrikes>

/** Not one of the recording's own jobs: those are stopped before a passage is struck. */
export function strikeJob(
  strike: () => (strikeId: number, signal: AbortSignal, progress: (share: number) => void) => Promise<void>,
): JobDefinition<StrikePayload> {
  return {
    name: 'strike',
    lane: 'quick',
    maxAttempts: 3,
    payload,
    subject: ({ recordingId }) => recordingId,
    sameWork: ({ strikeId }) => String(strikeId),
    of: 'recording',
    changed: (handle, recordingId) => publishChange(handle, strikesChanged, recordingId),
    handler:
      async () =>
      async ({ strikeId }, { signal, progress }) => {
        try {
          await strike()(strikeId, signal, (share) => progress(share * 95, 'Striking the passage'))
        } catch (error) {
          if (error instanceof AppError && error.code !== 'in_progress')
            throw new PermanentFailure(error.code, error.message, { cause: error })
          throw error
        }
      },
  }
}

export function createStrikes({
  db,
  ffmpeg,
  people,
  audit,
  holds,
  recordings,
  job,
}: {
  db: Db
  ffmpeg: () => Promise<Ffmpeg>
  people: PeopleService
  audit: AuditService
  holds: HoldsService
  recordings: Pick<RecordingsService, 'strike' | 'get'>
  job: () => JobDefinition<StrikePayload>
}) {
  async function view(recordingId: number): Promise<Strikes> {
    const rows = await store.strikesOf(db.read, recordingId)
    const names = await people.namesOf(
      db.read,
      rows.flatMap(({ person_id }) => person_id ?? []),
    )
    const jobs = await latestJobs(db.read, job().name, [recordingId])
    return {
      strikes: rows.map((row) => ({
        ...{ id: row.id, start: row.from_ms / 1000, end: row.to_ms / 1000, reason: row.reason },
        by: row.person_id === null ? null : (names.get(row.person_id) ?? null),
        ...{ at: row.at, doneAt: row.done_at },
      })),
      job: jobs.get(recordingId) ?? null,
    }
  }

  return {
    view,

    /** @throws AppError not_found, legal_hold, in_progress */
    async begin(
      recordingId: number,
      { start, end, reason }: { start: number; end: number; reason: string },
      personId: number,
    ): Promise<void> {
      await transactDurably(db, async (trx) => {
        const { capture, status } = await recordings.get(trx, recordingId)
        if (status === 'recording' || capture?.now)
          throw new AppError('in_progress', 'This meeting is still being recorded. Stop it first.')
        if (await holds.isOnHold(trx, recordingId))
          throw new AppError('legal_hold', 'This meeting is on legal hold: nothing of it can be taken out.')
        const [fromMs, toMs] = [Math.floor(start * 1000), Math.ceil(end * 1000)]
        const strikeId = await store.insertStrike(trx, {
          ...{ recording_id: recordingId, from_ms: fromMs, to_ms: toMs, reason, person_id: personId },
        })
        await enqueue(trx, job(), { strikeId, recordingId })
        await audit.record(trx, {
          ...{ personId, act: 'recording.strikeAsked', subjectKind: 'recording', subjectId: recordingId },
          details: { fromMs, toMs },
        })
      })
    },

    /** All that were struck, for whoever restores an older backup. */
    async done(handle: Handle): Promise<Struck[]> {
      return (await store.doneStrikes(handle)).map((row) => ({
        ...{ subjectId: row.recording_id, at: row.done_at ?? row.at, reason: row.reason },
        ...{ fromMs: row.from_ms, toMs: row.to_ms },
      }))
    },

    /** After a restore. @returns false: its recording has gone */
    again: ({ subjectId, fromMs, toMs, reason }: Struck): Promise<boolean> =>
      transactDurably(db, async (trx) => {
        const there = await recordings.get(trx, subjectId).catch(nullIfGone)
        if (!there) return false
        const passage = { recording_id: subjectId, from_ms: fromMs, to_ms: toMs }
        const same = await store.findSame(trx, passage)
        // The backup was made while it waited: its work is in the restored queue.
        if (same && same.done_at === null) return true
        const strikeId = same?.id ?? (await store.insertStrike(trx, { ...passage, reason, person_id: null }))
        await enqueue(trx, job(), { strikeId, recordingId: subjectId })
        return true
      }),

    async strike(strikeId: number, signal: AbortSignal, onProgress: (share: number) => void): Promise<void> {
      const row = await store.findStrike(db.read, strikeId)
      if (!row) return // its recording has gone meanwhile
      const passage = { fromMs: row.from_ms, toMs: row.to_ms }
      await recordings.strike(
        row.recording_id,
        passage,
        async (input, output, facts) =>
          strikeSound(await ffmpeg(), input, output, { ...passage, ...facts }, { signal, onProgress }),
        async (trx) => {
          await store.closeStrike(trx, strikeId)
          await audit.record(trx, {
            ...{ personId: row.person_id, act: 'recording.passageStruck', subjectKind: 'recording' },
            subjectId: row.recording_id,
            details: passage,
          })
          await publishChange(trx, strikesChanged, row.recording_id)
        },
      )
    },
  }
}
