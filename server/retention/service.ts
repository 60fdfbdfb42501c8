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
import type { Paths } from '../files/paths.ts'
import type { HoldsService } from '../holds/service.ts'
import type { JobDefinition } from '../jobs/define.ts'
import { enqueue, isActive, newestJob } from '../jobs/queue.ts'
import type { PeopleService } from '../people/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import { createDisposal, dueWith } from './disposal.ts'
import { checkRules } from './due.ts'
import { retentionSubject, type RetentionPayload } from './jobs.ts'
import * as store from './store.ts'

const dayMs = 86_400_000

export type RetentionService = ReturnType<typeof createRetention>

type RetentionDeps = {
  db: Db
  paths: Paths
  version: string
  people: PeopleService
  audit: AuditService
  holds: HoldsService
  recordings: Pick<RecordingsService, 'disposeSound' | 'removeForGood'>
  job: () => JobDefinition<RetentionPayload>
}

/** What is held: a recording's meeting, or the meetings of a series. */
type Held = { recordingId?: number | undefined; seriesId?: number | undefined }

/** What is disposed of by rule, and what must not be. Off until somebody sets a rule. */
export function createRetention(deps: RetentionDeps) {
  return { ...createRules(deps), ...createHolding(deps), ...createDisposal(deps) }
}

/** The rules, what they take, and when it goes. */
function createRules({ db, people, audit, holds, job }: RetentionDeps) {
  async function view(): Promise<RetentionView> {
    const held = await holds.open(db.read)
    const names = await people.namesOf(
      db.read,
      held.flatMap(({ placed_by }) => placed_by ?? []),
    )
    return {
      rules: await store.listRules(db.read),
      series: await store.listSeries(db.read),
      holds: held.map((row) => ({
        ...{ id: row.id, meetingId: row.meeting_id, title: row.title, reason: row.reason },
        placedBy: row.placed_by === null ? null : (names.get(row.placed_by) ?? null),
        placedAt: row.placed_at,
      })),
      runs: await store.runsWithDisposals(db.read),
      job: await newestJob(db.read, job().name),
    }
  }

  return {
    view,

    preview: async (rules: readonly RetentionRule[]): Promise<DueItem[]> => {
      checkRules(rules)
      return (await dueWith(db, rules)).map(({ rule: _rule, ...item }) => item)
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

    start: (): Promise<void> => transact(db, (trx) => enqueue(trx, job(), {}).then(() => undefined)),

    /** Begins the day's run when there are rules. Called every hour, in the server alone. */
    async look(): Promise<void> {
      if ((await store.listRules(db.read)).length === 0) return
      if (await isActive(db.read, job().name, retentionSubject)) return
      const last = await store.lastRunAt(db.read)
      if (last !== null && Date.now() - Date.parse(last) < dayMs) return
      await transact(db, (trx) => enqueue(trx, job(), {}))
    },
  }
}

/** Legal holds, as administrators place and lift them. */
function createHolding({ db, audit, holds }: RetentionDeps) {
  /** @throws AppError not_found */
  async function meetingsOf(trx: Handle, { recordingId, seriesId }: Held): Promise<number[]> {
    if (recordingId !== undefined) {
      const [row] = await store.candidates(trx, recordingId)
      if (!row) throw new AppError('not_found', 'This recording does not exist or has been deleted.')
      return [row.meeting_id]
    }
    const all = await holds.meetingsOfSeries(trx, seriesId ?? 0)
    if (all.length === 0) throw new AppError('not_found', 'There is no such series, or it has no meetings.')
    const held = new Set((await holds.open(trx)).map(({ meeting_id }) => meeting_id))
    return all.filter((id) => !held.has(id))
  }

  return {
    /** On a meeting, or on each that a series has now and that is not held yet. @throws AppError not_found */
    async hold(what: Held, reason: string, personId: number): Promise<void> {
      await transactDurably(db, async (trx) => {
        for (const meetingId of await meetingsOf(trx, what)) {
          await holds.place(trx, { meetingId, reason, personId })
          await audit.record(trx, {
            ...{ personId, act: 'meeting.holdPlaced', subjectKind: 'meeting', subjectId: meetingId },
          })
        }
        await publishChange(trx, retentionChanged)
      })
    },

    /** @throws AppError not_found */
    async lift(id: number, personId: number): Promise<void> {
      await transactDurably(db, async (trx) => {
        const meetingId = (await holds.open(trx)).find((row) => row.id === id)?.meeting_id
        if (meetingId === undefined || !(await holds.lift(trx, id, personId)))
          throw new AppError('not_found', 'There is no such hold, or it was lifted before.')
        await audit.record(trx, {
          ...{ personId, act: 'meeting.holdLifted', subjectKind: 'meeting', subjectId: meetingId },
        })
        await publishChange(trx, retentionChanged)
      })
    },
  }
}
