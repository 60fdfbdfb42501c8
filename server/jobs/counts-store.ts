import type { Handle } from '../db/open.ts'
import { lanes, type Lane } from './lanes.ts'

export type JobCounts = { queued: number; running: number; failed: number }

/** Jobs by state, of all lanes `but` these. What failed and was tried again counts as what became of it. */
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

/** What is at work now, in the order of the lanes. */
export async function runningJobs(handle: Handle): Promise<
  {
    name: string
    subject: number
    lane: Lane
    progress: number
    step: string | null
    secondsLeft: number | null
  }[]
> {
  const rows: {
    name: string
    subject: number
    lane: Lane
    progress: number
    step: string | null
    seconds_left: number | null
  }[] = await handle('job').where({ state: 'running' }).orderBy('id')
  const order = (lane: Lane): number => lanes.findIndex(({ name }) => name === lane)
  return rows
    .toSorted((a, b) => order(a.lane) - order(b.lane))
    .map(({ name, subject, lane, progress, step, seconds_left: secondsLeft }) => ({
      ...{ name, subject, lane, progress, step, secondsLeft },
    }))
}
