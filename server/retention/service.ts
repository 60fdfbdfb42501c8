import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import {
  retentionChanged,
  type DueItem,
  type RetentionRule,
  type RetentionView,
} from '#contract/retention.ts'
import type { AuditService } from '../audit/service.ts'
import { publishChange } from '../db/events.ts'
import { transact, transactDurably, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { isMissing } from '../files/exists.ts'
import { recordingPaths, type Paths } from '../files/paths.ts'
import type { JobDefinition } from '../jobs/define.ts'
import { enqueue, isActive, newestJob } from '../jobs/queue.ts'
import type { PeopleService } from '../people/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import { certificateOf } from './certificate.ts'
import { checkRules, dueNow, ruleInWords, type Due } from './due.ts'
import { retentionSubject, type RetentionPayload } from './jobs.ts'
import * as store from './store.ts'

const dayMs = 86_400_000

export type RetentionService = ReturnType<typeof createRetention>

/** What is disposed of by rule, and what must not be. Off until somebody sets a rule. */
export function createRetention({
  db,
  paths,
  version,
  people,
  audit,
  recordings,
  job,
}: {
  db: Db
  paths: Paths
  version: string
  people: PeopleService
  audit: AuditService
  recordings: Pick<RecordingsService, 'disposeSound' | 'removeForGood'>
  job: () => JobDefinition<RetentionPayload>
}) {
  async function dueWith(rules: readonly RetentionRule[]): Promise<Due[]> {
    const now = new Date()
    return (await store.candidates(db.read)).flatMap((row) => dueNow(rules, row, now) ?? [])
  }

  async function view(): Promise<RetentionView> {
    const holds = await store.openHolds(db.read)
    const names = await people.namesOf(
      db.read,
      holds.flatMap(({ placed_by }) => placed_by ?? []),
    )
    return {
      rules: await store.listRules(db.read),
      series: await store.listSeries(db.read),
      holds: holds.map((row) => ({
        ...{ id: row.id, meetingId: row.meeting_id, title: row.title, reason: row.reason },
        placedBy: row.placed_by === null ? null : (names.get(row.placed_by) ?? null),
        placedAt: row.placed_at,
      })),
      runs: await store.runsWithDisposals(db.read),
      job: await newestJob(db.read, job().name),
    }
  }

  /** Of the sound as it lies there; null: there is none. */
  async function checksum(row: store.CandidateRow): Promise<string | null> {
    if (row.audio_file === null) return null
    const hash = createHash('sha256')
    try {
      for await (const part of createReadStream(
        join(recordingPaths(paths, row.folder).folder, row.audio_file),
      ))
        hash.update(part as Buffer)
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
    return hash.digest('hex')
  }

  /** @returns false: it stays, since somebody put it on hold or works on it, or it has gone already */
  async function disposeOf(runId: number, { kind, rule, recordingId }: Due): Promise<boolean> {
    // Once more, and now: a hold may have been placed, or the bin may have it.
    const [row] = await store.candidates(db.read, recordingId)
    if (!row || row.on_hold === 1) return false
    const sha256 = await checksum(row)
    const id = await transact(db, (trx) =>
      store.insertDisposal(trx, {
        ...{ run_id: runId, kind, recording_id: recordingId, title: row.title, sha256 },
        held_at: row.held_at ?? row.created_at,
        rule: ruleInWords(rule),
        bytes: row.audio_bytes ?? 0,
      }),
    )
    try {
      await (kind === 'sound' ? recordings.disposeSound(recordingId) : recordings.removeForGood(recordingId))
    } catch (error) {
      const stays =
        error instanceof AppError && ['legal_hold', 'in_progress', 'not_found'].includes(error.code)
      await transact(db, (trx) => store.settleDisposal(trx, id, false))
      if (stays) return false
      throw error
    }
    await transact(db, (trx) => store.settleDisposal(trx, id, true))
    return true
  }

  /** What a run noted down and then broke off: it went, or it did not. */
  async function settleBrokenOff(runId: number): Promise<void> {
    for (const row of await store.disposalsOf(db.read, runId)) {
      if (row.done === 1) continue
      const [there] = await store.candidates(db.read, row.recording_id)
      const gone = row.kind === 'sound' ? there?.audio_file == null : there === undefined
      await transact(db, (trx) => store.settleDisposal(trx, row.id, gone))
    }
  }

  return {
    view,

    preview: async (rules: readonly RetentionRule[]): Promise<DueItem[]> => {
      checkRules(rules)
      return (await dueWith(rules)).map(({ rule: _rule, ...item }) => item)
    },

    /** @throws AppError bad_request */
    async setRules(rules: readonly RetentionRule[], personId: number): Promise<void> {
      checkRules(rules)
      await transactDurably(db, async (trx) => {
        await store.replaceRules(trx, rules)
        await audit.record(trx, {
          personId,
          act: 'retention.rulesChanged',
          details: Object.fromEntries(
            rules.map(({ kind, seriesId, after }) => [
              seriesId ? `${kind} of series ${seriesId}` : kind,
              after,
            ]),
          ),
        })
        await publishChange(trx, retentionChanged)
      })
    },

    /** @throws AppError not_found */
    async hold(recordingId: number, reason: string, personId: number): Promise<void> {
      await transactDurably(db, async (trx) => {
        const [row] = await store.candidates(trx, recordingId)
        if (!row) throw new AppError('not_found', 'This recording does not exist or has been deleted.')
        await store.insertHold(trx, { meetingId: row.meeting_id, reason, personId })
        await audit.record(trx, {
          ...{ personId, act: 'meeting.holdPlaced', subjectKind: 'meeting', subjectId: row.meeting_id },
        })
        await publishChange(trx, retentionChanged)
      })
    },

    /** @throws AppError not_found */
    async lift(id: number, personId: number): Promise<void> {
      await transactDurably(db, async (trx) => {
        const meetingId = (await store.openHolds(trx)).find((row) => row.id === id)?.meeting_id
        if (meetingId === undefined || !(await store.closeHold(trx, id, personId)))
          throw new AppError('not_found', 'There is no such hold, or it was lifted before.')
        await audit.record(trx, {
          ...{ personId, act: 'meeting.holdLifted', subjectKind: 'meeting', subjectId: meetingId },
        })
        await publishChange(trx, retentionChanged)
      })
    },

    refuseDelete: async (handle: Handle, recordingId: number): Promise<AppError | null> =>
      (await store.isOnHold(handle, recordingId))
        ? new AppError('legal_hold', 'This meeting is on legal hold: nothing of it can be deleted.')
        : null,

    forgetHolds: (trx: Handle, meetingId: number): Promise<void> => store.forgetHolds(trx, meetingId),

    start: (): Promise<void> => transact(db, (trx) => enqueue(trx, job(), {}).then(() => undefined)),

    /** Begins the day's run when there are rules. Called every hour, in the server alone. */
    async look(): Promise<void> {
      if ((await store.listRules(db.read)).length === 0) return
      if (await isActive(db.read, job().name, retentionSubject)) return
      const last = await store.lastRunAt(db.read)
      if (last !== null && Date.now() - Date.parse(last) < dayMs) return
      await transact(db, (trx) => enqueue(trx, job(), {}))
    },

    /** Deletes what is due. What was broken off goes on, under the same certificate. */
    async dispose(signal: AbortSignal, progress: (done: number, all: number) => void): Promise<void> {
      const broken = await store.openRun(db.read)
      const runId = broken ?? (await transact(db, store.insertRetentionRun))
      if (broken !== null) await settleBrokenOff(broken)
      const due = (await dueWith(await store.listRules(db.read))).filter(({ held }) => !held)
      for (const [i, item] of due.entries()) {
        signal.throwIfAborted()
        progress(i, due.length)
        await disposeOf(runId, item)
      }
      const gone = await store.disposalsOf(db.read, runId)
      const run = await store.findRun(db.read, runId)
      const text = gone.length === 0 ? null : certificateOf({ id: runId, at: run!.at }, gone, version)
      const sha256 = text && createHash('sha256').update(text).digest('hex')
      await transactDurably(db, async (trx) => {
        await store.closeRun(trx, runId, sha256)
        if (sha256)
          await audit.record(trx, {
            ...{ personId: null, act: 'retention.disposed', subjectKind: 'retention', subjectId: runId },
            details: { items: gone.length, sha256 },
          })
        await publishChange(trx, retentionChanged)
      })
    },

    /** @throws AppError not_found */
    async certificate(id: number): Promise<string> {
      const run = await store.findRun(db.read, id)
      if (!run?.sha256) throw new AppError('not_found', 'There is no such certificate.')
      return certificateOf({ id, at: run.at }, await store.disposalsOf(db.read, id), version)
    },
  }
}
