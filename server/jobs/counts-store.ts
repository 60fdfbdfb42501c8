import type { Handle } from '../db/open.ts'
import { lanes, type Lane } from './lanes.ts'

export type JobCounts = { queued: number; running: number; failed: number }

export async function countJobs(handle: Handle, but: Lane[] = []): Promise<JobCounts> {
  const counts = (await countJobsByLane(handle)).filter(({ lane }) => !but.includes(lane))
  const sum = (state: keyof JobCounts): number => counts.reduce((n, lane) => n + lane[state], 0)
  return { queued: sum('queued'), running: sum('running'), failed: sum('failed') }
}

/** Every lane, in their order, also one without work. What failed and was tried again counts as what became of it. */
export async function countJobsByLane(handle: Handle): Promise<({ lane: Lane } & JobCounts)[]> {
  const rows: { lane: string; state: string; n: number }[] = await handle('job')
    .where(
      (open) =>
        void open
          .whereIn('state', ['queued', 'running'])
          .orWhereIn('id', handle('job').max('id').groupBy('name', 'subject')),
    )
    .groupBy('lane', 'state')
    .select('lane', 'state')
    .count({ n: 'id' })
  const of = (lane: Lane, state: string): number =>
    rows.find((row) => row.lane === lane && row.state === state)?.n ?? 0
  return lanes.map(({ name }) => ({
    lane: name,
    queued: of(name, 'queued'),
    running: of(name, 'running'),
    failed: of(name, 'failed'),
  }))
}
