import type { JobView } from '#contract/jobs.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import type { JobDefinition, JobDefinitions, RunnableJob } from './define.ts'
import type { Lane } from './lanes.ts'

/** A claim holds this long without a heartbeat. */
export const leaseMs = 30_000

export type JobRow = {
  id: number
  name: string
  lane: Lane
  payload: string
  subject: number
  state: JobView['state']
  progress: number
  step: string | null
  seconds_left: number | null
  attempts: number
  max_attempts: number
  worker: string | null
  cancel_requested: 0 | 1
  error_code: string | null
  error_message: string | null
}

const now = (): string => new Date().toISOString()
const later = (ms: number): string => new Date(Date.now() + ms).toISOString()

const keyOf = <P>(definition: JobDefinition<P>, payload: P): string =>
  [definition.name, definition.subject(payload), definition.sameWork?.(payload)]
    .filter((one) => one)
    .join(':')

/**
 * Puts work into the queue. While a job of this kind for the same subject waits or runs, that one is meant, unless the kind
 * tells them apart (`sameWork`).
 * @param lane where it waits, when not in its kind's own; one that waits elsewhere already is moved there
 * @returns the id of the job that will do it
 */
export async function enqueue<P>(
  handle: Handle,
  definition: JobDefinition<P>,
  payload: P,
  lane?: Lane,
): Promise<number> {
  const subject = definition.subject(payload)
  const dedupeKey = keyOf(definition, payload)
  const existing: Pick<JobRow, 'id'> | undefined = await handle('job')
    .where({ dedupe_key: dedupeKey })
    .whereIn('state', ['queued', 'running'])
    .first('id')
  if (existing) {
    if (lane !== undefined) await handle('job').where({ id: existing.id, state: 'queued' }).update({ lane })
    return existing.id
  }
  const [id] = await handle('job').insert({
    name: definition.name,
    lane: lane ?? definition.lane,
    payload: JSON.stringify(definition.payload.parse(payload)),
    subject,
    dedupe_key: dedupeKey,
    max_attempts: definition.maxAttempts,
    run_after: now(),
    created_at: now(),
  })
  await definition.changed(handle, subject)
  return id!
}

/** What waits or runs of a kind as `payload` says alone, where the kind tells its work apart; null: nothing. */
export async function findSameWork<P>(
  handle: Handle,
  definition: JobDefinition<P>,
  payload: P,
): Promise<{ id: number; state: JobView['state']; payload: P } | null> {
  const row: Pick<JobRow, 'id' | 'state' | 'payload'> | undefined = await handle('job')
    .where({ dedupe_key: keyOf(definition, payload) })
    .whereIn('state', ['queued', 'running'])
    .first('id', 'state', 'payload')
  return row ? { ...row, payload: definition.payload.parse(JSON.parse(row.payload)) } : null
}

/**
 * Work that nobody asked for becomes what a person asks for: a second piece of it would be the same. What waits is done in the
 * given lane; what runs reads its new payload when it ends (`payloadOf`).
 */
export async function promote<P>(
  handle: Handle,
  definition: JobDefinition<P>,
  { id, payload, lane }: { id: number; payload: P; lane: Lane },
): Promise<void> {
  const wanted = {
    payload: JSON.stringify(definition.payload.parse(payload)),
    dedupe_key: keyOf(definition, payload),
  }
  await handle('job').where({ id }).update(wanted)
  await handle('job').where({ id, state: 'queued' }).update({ lane })
}

/** As it is now: see `promote`. */
export async function payloadOf<P>(
  handle: Handle,
  definition: Pick<JobDefinition<P>, 'payload'>,
  id: number,
): Promise<P> {
  const row: Pick<JobRow, 'payload'> = await handle('job').where({ id }).first('payload')
  return definition.payload.parse(JSON.parse(row.payload))
}

/** Takes the next waiting job of a lane for `worker`, in one statement; null when there is none. */
export async function claim(
  db: Db,
  definitions: JobDefinitions,
  lane: Lane,
  worker: string,
): Promise<JobRow | null> {
  return transact(db, async (trx) => {
    const rows: JobRow[] = await trx.raw(
      `UPDATE job SET state = 'running', worker = ?, lease_until = ?, attempts = attempts + 1,
         started_at = coalesce(started_at, ?), step = NULL, error_code = NULL, error_message = NULL
       WHERE id = (SELECT id FROM job WHERE state = 'queued' AND lane = ? AND run_after <= ? ORDER BY run_after, id LIMIT 1)
       RETURNING *`,
      [worker, later(leaseMs), now(), lane, now()],
    )
    const row = rows[0]
    if (!row) return null
    await definitions.get(row.name)?.changed(trx, row.subject)
    return row
  })
}

/** The lanes with a job that could begin now. */
export async function dueLanes(handle: Handle): Promise<Set<Lane>> {
  const due = handle('job').where({ state: 'queued' }).where('run_after', '<=', now())
  const lanes: Lane[] = await due.distinct('lane').pluck('lane')
  return new Set(lanes)
}

/** Whether work of these lanes is running or could run now. */
export async function hasWork(handle: Handle, inLanes: Lane[]): Promise<boolean> {
  if (inLanes.length === 0) return false
  const row: unknown = await handle('job')
    .whereIn('lane', inLanes)
    .where(
      (open) =>
        void open
          .where({ state: 'running' })
          .orWhere((due) => void due.where({ state: 'queued' }).where('run_after', '<=', now())),
    )
    .first('id')
  return row !== undefined
}

/** What the running jobs of these lanes are at. */
export function stepsOf(
  handle: Handle,
  inLanes: readonly Lane[],
): Promise<{ lane: Lane; step: string | null }[]> {
  return handle('job').whereIn('lane', inLanes).where({ state: 'running' }).select('lane', 'step')
}

/** Keeps a claim. @returns whether it still holds, and whether the person wants it to end */
export async function heartbeat(
  handle: Handle,
  id: number,
  worker: string,
): Promise<{ held: boolean; cancel: boolean }> {
  const held = await handle('job')
    .where({ id, worker, state: 'running' })
    .update({ lease_until: later(leaseMs) })
  if (held === 0) return { held: false, cancel: false }
  const row: { cancel_requested: number } = await handle('job').where({ id }).first('cancel_requested')
  return { held: true, cancel: row.cancel_requested === 1 }
}

/**
 * How far a running job is, for whoever watches; of one that no longer runs nothing changes.
 * @param progress.percent 0 to 100 @param progress.secondsLeft null: nobody knows
 */
export async function storeProgress(
  db: Db,
  definition: RunnableJob,
  job: JobRow,
  progress: { percent: number; step: string; secondsLeft: number | null },
): Promise<void> {
  await transact(db, async (trx) => {
    await trx('job')
      .where({ id: job.id, state: 'running' })
      .update({ progress: progress.percent, step: progress.step, seconds_left: progress.secondsLeft })
    await definition.changed(trx, job.subject)
  })
}

/** See JobContext.partStored. */
export async function forgetAttempts(handle: Handle, id: number): Promise<void> {
  await handle('job').where({ id, state: 'running' }).update({ attempts: 1 })
}

export type Outcome =
  | { state: 'done' }
  | { state: 'cancelled' }
  | { state: 'failed'; code: string; message: string; permanent: boolean }
  /** The worker is going down in good order: somebody else goes on, and it does not count as a try. */
  | { state: 'handed back' }

/** Ends a claim. A failure that may pass is queued again with a growing pause until the attempts are used up. */
export async function settle(
  db: Db,
  definitions: JobDefinitions,
  job: JobRow,
  outcome: Outcome,
): Promise<void> {
  await transact(db, async (trx) => {
    const mine = trx('job').where({ id: job.id, worker: job.worker, state: 'running' })
    const row: JobRow | undefined = await mine.clone().first()
    if (!row) return
    if (row.cancel_requested === 1 && outcome.state !== 'done') {
      await mine.update({ ...released, state: 'cancelled', finished_at: now() })
    } else if (outcome.state === 'handed back') {
      await mine.update({ ...released, state: 'queued', attempts: trx.raw('max(attempts - 1, 0)') })
    } else if (outcome.state === 'failed') {
      const failure = { error_code: outcome.code, error_message: outcome.message }
      if (!outcome.permanent && row.attempts < row.max_attempts)
        await mine.update({
          ...released,
          ...failure,
          state: 'queued',
          run_after: later(2000 * 4 ** row.attempts),
        })
      else await mine.update({ ...released, ...failure, state: 'failed', finished_at: now() })
    } else {
      await mine.update({
        ...released,
        state: outcome.state,
        finished_at: now(),
        ...(outcome.state === 'done' ? { progress: 100, error_code: null, error_message: null } : {}),
      })
    }
    await definitions.get(job.name)?.changed(trx, job.subject)
  })
}

const released = { worker: null, lease_until: null, step: null, seconds_left: null }

/**
 * Takes running jobs back whose worker is gone: all of `worker`'s, or with null all whose lease ran out.
 * Each goes back into the queue, or is failed when it has brought its worker down as often as it may.
 */
export async function takeBack(db: Db, definitions: JobDefinitions, worker: string | null): Promise<number> {
  return transact(db, async (trx) => {
    const orphans = trx('job').where({ state: 'running' })
    const rows: JobRow[] = await (worker === null
      ? orphans.andWhere('lease_until', '<', now())
      : orphans.andWhere({ worker }))
    for (const row of rows) {
      const next =
        row.cancel_requested === 1
          ? { state: 'cancelled', finished_at: now() }
          : row.attempts >= row.max_attempts
            ? {
                state: 'failed',
                finished_at: now(),
                error_code: 'worker_crashed',
                error_message: `The work stopped unexpectedly ${row.attempts} times at the same place, so it was not tried again. Nothing saved is lost.`,
              }
            : { state: 'queued', run_after: now() }
      await trx('job')
        .where({ id: row.id })
        .update({ ...released, ...next })
      await definitions.get(row.name)?.changed(trx, row.subject)
    }
    return rows.length
  })
}

/**
 * The server refuses to boot on work that nobody here can do (a newer version queued it).
 * @throws naming the kinds of work
 */
export async function requireHandlers(handle: Handle, definitions: JobDefinitions): Promise<void> {
  const names: string[] = await handle('job').whereIn('state', ['queued', 'running']).distinct().pluck('name')
  const unknown = names.filter((name) => !definitions.has(name))
  if (unknown.length > 0)
    throw new Error(
      `The queue holds work that this version does not know (${unknown.join(', ')}): start the newer version that queued it.`,
    )
}

/** At boot no worker of ours runs: whatever says it is running was left by a crash. */
export async function takeBackAll(db: Db, definitions: JobDefinitions): Promise<number> {
  const workers: string[] = await db
    .write('job')
    .where({ state: 'running' })
    .whereNotNull('worker')
    .distinct()
    .pluck('worker')
  let count = 0
  for (const worker of workers) count += await takeBack(db, definitions, worker)
  return count
}

/**
 * Ends a job that waits, or asks the worker to end one that runs.
 * @returns false when it has already ended
 */
export async function cancel(handle: Handle, definitions: JobDefinitions, id: number): Promise<boolean> {
  const job: JobRow | undefined = await handle('job')
    .where({ id })
    .whereIn('state', ['queued', 'running'])
    .first()
  if (!job) return false
  if (job.state === 'queued')
    await handle('job')
      .where({ id })
      .update({ ...released, state: 'cancelled', finished_at: now(), cancel_requested: 1 })
  else await handle('job').where({ id }).update({ cancel_requested: 1 })
  await definitions.get(job.name)?.changed(handle, job.subject)
  return true
}

/** Whether a job that was running is still at it: after `cancel`, until the worker has let go. */
export async function isActive(handle: Handle, name: string, subject: number): Promise<boolean> {
  const row: unknown = await handle('job')
    .where({ name, subject })
    .whereIn('state', ['queued', 'running'])
    .first('id')
  return row !== undefined
}

/** What waits or runs of these kinds for a subject: what runs first, then in the order in which it came. */
export async function activeJobs(handle: Handle, names: string[], subject: number): Promise<JobView[]> {
  const rows: JobRow[] = await handle('job')
    .where({ subject })
    .whereIn('name', names)
    .whereIn('state', ['queued', 'running'])
    .orderBy('id')
  return rows.map(view).sort((a, b) => Number(b.state === 'running') - Number(a.state === 'running'))
}

/** The newest job of a kind for each subject. */
export async function latestJobs(
  handle: Handle,
  name: string,
  subjects?: number[],
): Promise<Map<number, JobView>> {
  const newest = handle('job')
    .where({ name })
    .modify((query) => void (subjects && query.whereIn('subject', subjects)))
    .groupBy('subject')
    .max({ id: 'id' })
  const rows: JobRow[] = await handle('job').whereIn('id', newest)
  return new Map(rows.map((row) => [row.subject, view(row)]))
}

/** The newest job of a kind, whatever its subject. */
export async function newestJob(
  handle: Handle,
  name: string,
): Promise<(JobView & { subject: number; payload: string }) | null> {
  const row: JobRow | undefined = await handle('job').where({ name }).orderBy('id', 'desc').first()
  return row ? { ...view(row), subject: row.subject, payload: row.payload } : null
}

/** What it is about. */
export async function subjectOf(
  handle: Handle,
  id: number,
): Promise<Pick<JobRow, 'name' | 'subject'> | null> {
  const row: Pick<JobRow, 'name' | 'subject'> | undefined = await handle('job')
    .where({ id })
    .first('name', 'subject')
  return row ?? null
}

/** null: there is no such job, or it was forgotten. */
export async function findJob(handle: Handle, id: number): Promise<JobView | null> {
  const row: JobRow | undefined = await handle('job').where({ id }).first()
  return row ? view(row) : null
}

/** Removes all jobs of these names with this subject, whatever their state; for what is being deleted. */
export async function forgetJobs(handle: Handle, subject: number, names: string[]): Promise<void> {
  await handle('job').where({ subject }).whereIn('name', names).delete()
}

function view(row: JobRow): JobView {
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    progress: row.progress,
    step: row.step,
    secondsLeft: row.seconds_left,
    attempts: row.attempts,
    errorCode: row.error_code,
    errorMessage: row.error_message,
  }
}
