import type { z } from 'zod'
import type { Handle } from '../db/open.ts'
import type { Log } from '../log.ts'
import type { Lane } from './lanes.ts'

/** What a running job can use. */
export type JobContext = {
  /** The job's own, for what is to be found by it later. */
  id: number
  /** Fires when the person cancels, when the worker stops, or when the lease was lost. */
  signal: AbortSignal
  /**
   * Says how far it is. Written at most once a second, beside the work: a write that fails is logged and nothing else.
   * @param percent 0 to 100
   * @param step what it is doing, for a person
   * @param secondsLeft estimate, null when unknown
   */
  progress(percent: number, step: string, secondsLeft?: number | null): void
  /** Returns when what `progress` said last is written: before work that hands nothing back to the event loop. */
  progressWritten(): Promise<void>
  /**
   * Part of the work is safely stored: what comes now is a new try, so earlier crashes no longer count. Only a job
   * that crashes at the same place again and again runs out of attempts.
   */
  partStored(): Promise<void>
  /**
   * Between two steps of work that may wait: returns when nothing that goes before it is left (lanes.ts). Meanwhile the
   * job says that it waits, and keeps its place.
   * @throws the signal's reason when it fires while waiting
   */
  giveWay(): Promise<void>
  log: Log
}

/** Throw it to end a job at once, without further tries: trying again cannot help. */
export class PermanentFailure extends Error {
  readonly code: string
  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'PermanentFailure'
    this.code = code
  }
}

/**
 * A kind of work, as data. The handler is loaded in the worker, when the first such job runs.
 * A job that fails or whose worker dies is tried again until `maxAttempts`, then failed with its reason.
 */
export type JobDefinition<P = unknown> = {
  name: string
  lane: Lane
  maxAttempts: number
  payload: z.ZodType<P>
  /** The id of the recording (or other thing) that the job is about: finds and deduplicates its jobs. */
  subject(payload: P): number
  /** What else two of a subject must have in common to be one piece of work; absent: nothing. */
  sameWork?(payload: P): string
  /** Only administrators may cancel it. */
  ofAdministrators?: boolean
  /** The kind of its subject, as routes name it (`reads('document')`): its owner may cancel it. Absent: administrators. */
  of?: string
  handler(): Promise<(payload: P, context: JobContext) => Promise<void>>
  /** Runs in the transaction that changes the job's state: says to the open tabs that its subject changed. */
  changed(handle: Handle, subject: number): Promise<void>
}

/** A kind of work as the queue and the worker see it, whatever its payload: `run` checks the stored JSON and does it. */
export type RunnableJob = Pick<
  JobDefinition,
  'name' | 'lane' | 'maxAttempts' | 'changed' | 'ofAdministrators' | 'of'
> & {
  run(payloadJson: string, context: JobContext): Promise<void>
}

/** A definition as the queue takes it: its payload is checked when the job runs. */
export function runnable<P>(definition: JobDefinition<P>): RunnableJob {
  const { name, lane, maxAttempts, changed, ofAdministrators = false, of } = definition
  return {
    name,
    lane,
    maxAttempts,
    changed,
    ofAdministrators,
    ...(of !== undefined && { of }),
    run: async (payloadJson, context) => {
      const handle = await definition.handler()
      await handle(definition.payload.parse(JSON.parse(payloadJson)), context)
    },
  }
}

/** A kind of work, and what is to be told in the same transaction when one of it has moved. */
export const followedBy = <P>(
  definition: JobDefinition<P>,
  then: (handle: Handle, subject: number) => Promise<void>,
): JobDefinition<P> => ({
  ...definition,
  async changed(handle, subject) {
    await definition.changed(handle, subject)
    await then(handle, subject)
  },
})

/** Every kind of work that there is, by name. */
export type JobDefinitions = ReadonlyMap<string, RunnableJob>

/** Collects the kinds of work as the parts of the appliance are put together. `add` throws when two have one name. */
export function createJobRegistry(): { jobs: JobDefinitions; add(jobs: readonly RunnableJob[]): void } {
  const jobs = new Map<string, RunnableJob>()
  return {
    jobs,
    add(more) {
      for (const job of more) {
        if (jobs.has(job.name)) throw new Error(`Two jobs are called ${job.name}`)
        jobs.set(job.name, job)
      }
    },
  }
}
