import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import { isBusy, type Db } from '../db/open.ts'
import type { Log } from '../log.ts'
import { PermanentFailure, type JobContext, type JobDefinitions, type RunnableJob } from './define.ts'
import { before, isOfModel, lanes, type Lane } from './lanes.ts'
import {
  claim,
  dueLanes,
  forgetAttempts,
  hasWork,
  heartbeat,
  leaseMs,
  settle,
  storeProgress,
  type JobRow,
  type Outcome,
} from './queue.ts'
import { speechAtWork, type SmallMachine } from './speech-first.ts'

/** Failures that no further try can mend. */
const permanentCodes = new Set([
  'audio_unreadable',
  'no_audio',
  'not_found',
  'invalid_input',
  'model_language',
  'model_unknown',
  'language_no_model',
  'language_truncated',
])

/** The reasons that a job's signal may fire with. */
const cancelled = Symbol('cancelled')
const stopping = Symbol('stopping')
const leaseLost = Symbol('lease lost')

/**
 * Runs the queue's jobs until `signal` fires, then hands back what it is doing.
 * @param name who holds the claims; the server takes back what a dead worker of this name held
 */
export async function runWorker(options: {
  db: Db
  definitions: JobDefinitions
  name: string
  /** The machine is too small for speech and language at once (lanes.ts); absent: it is not. */
  small?: SmallMachine | null
  /** Somebody waits for an answer of the language model: its batch work waits, on any machine. */
  isAsked?: () => Promise<boolean>
  log: Log
  signal: AbortSignal
}): Promise<void> {
  setMaxListeners(0, options.signal) // each lane waits by it
  const look = shareLooks(options.db)
  const slots = lanes.flatMap((lane) => Array.from({ length: lane.atOnce }, () => lane.name))
  await Promise.all(slots.map((lane) => runLane(lane, look, options)))
}

const idleMs = 400
const lookMs = 200

/** One look at the queue serves all lanes: when each looked for itself, an idle machine spent 5 % of a processor on it. */
function shareLooks(db: Db): () => Promise<Set<Lane>> {
  let last: { at: number; due: Promise<Set<Lane>> } | null = null
  return () => {
    if (!last || performance.now() - last.at >= lookMs)
      last = { at: performance.now(), due: dueLanes(db.read) }
    return last.due
  }
}

const waiting = 'Waiting until recordings are transcribed'
const waitingForQuestion = 'Waiting until a question is answered'
const waitingForAsked = 'Waiting until what somebody asked for is done'

type Others = Pick<Parameters<typeof runWorker>[0], 'small' | 'isAsked'>

/** Why work of this lane does not go on now; null: it does. */
async function mustWait(db: Db, lane: Lane, { small, isAsked }: Others): Promise<string | null> {
  if (!isOfModel(lane)) return null
  if (await isAsked?.()) return waitingForQuestion
  if ((await speechAtWork(db, small)) !== null) return waiting
  const first = before(lane, { small: small != null })
  return (await hasWork(db.read, first.filter(isOfModel))) ? waitingForAsked : null
}

async function runLane(
  lane: Lane,
  look: () => Promise<Set<Lane>>,
  options: Parameters<typeof runWorker>[0],
): Promise<void> {
  const { db, definitions, name, log, signal } = options
  while (!signal.aborted) {
    try {
      const waits = await mustWait(db, lane, options)
      const job = waits ? null : await claim(db, definitions, lane, name)
      if (job) await runJob(job, options)
      else
        do await pause(waits ? idleMs : lookMs, undefined, { signal }).catch(ignoreAbort)
        while (!signal.aborted && !(await look()).has(lane))
    } catch (error) {
      if (!isBusy(error)) throw error
      // What it was doing is taken up again when its lease has run out.
      log.warn({ err: error, lane }, 'the database was held by somebody else for minutes; going on')
    }
  }
  log.debug({ lane }, 'lane stopped')
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error
}

async function runJob(
  job: JobRow,
  { db, definitions, name, small, isAsked, log, signal }: Parameters<typeof runWorker>[0],
): Promise<void> {
  const definition = definitions.get(job.name)
  const jobLog = log.child({ job: job.id, name: job.name, subject: job.subject, attempt: job.attempts })
  if (!definition) {
    // Boot refuses such work; a newer version's command line queued it since.
    await settle(db, definitions, job, {
      state: 'failed',
      code: 'internal',
      message: 'This version does not know this kind of work.',
      permanent: true,
    })
    return
  }
  const abort = new AbortController()
  const stop = (): void => abort.abort(stopping)
  signal.addEventListener('abort', stop, { once: true })
  const beat = setInterval(
    () => {
      heartbeat(db.write, job.id, name).then(
        ({ held, cancel }) => {
          if (!held) abort.abort(leaseLost)
          else if (cancel) abort.abort(cancelled)
        },
        (error: unknown) => jobLog.warn({ err: error }, 'heartbeat failed'),
      )
    },
    Math.min(1000, leaseMs / 3),
  )
  let outcome: Outcome
  try {
    jobLog.info('started')
    await definition.run(
      job.payload,
      contextFor({ db, small, isAsked }, definition, job, abort.signal, jobLog),
    )
    outcome = { state: 'done' }
  } catch (error) {
    outcome = outcomeOf(error, abort.signal)
    if (outcome.state === 'failed') logFailure(jobLog, error)
  } finally {
    clearInterval(beat)
    signal.removeEventListener('abort', stop)
  }
  if (abort.signal.reason === leaseLost) jobLog.warn('another worker has it now')
  else await settle(db, definitions, job, outcome)
  jobLog.info({ outcome: outcome.state }, 'ended')
}

/** A file that cannot be read is the user's news, not ours: one line. What was not expected gets its stack. */
function logFailure(log: Log, error: unknown): void {
  if (error instanceof AppError || error instanceof PermanentFailure)
    log.warn(
      { code: error.code, cause: error.cause instanceof Error ? error.cause.message : undefined },
      error.message,
    )
  else log.error({ err: error }, 'failed')
}

function outcomeOf(error: unknown, signal: AbortSignal): Outcome {
  if (signal.reason === cancelled) return { state: 'cancelled' }
  if (signal.reason === stopping) return { state: 'handed back' }
  if (error instanceof PermanentFailure)
    return { state: 'failed', code: error.code, message: error.message, permanent: true }
  if (error instanceof AppError)
    return {
      state: 'failed',
      code: error.code,
      message: error.message,
      permanent: permanentCodes.has(error.code),
    }
  return {
    state: 'failed',
    code: 'internal',
    message: 'Something went wrong inside the appliance; the details are in its log. Nothing saved is lost.',
    permanent: false,
  }
}

function contextFor(
  { db, ...others }: Pick<Parameters<typeof runWorker>[0], 'db' | 'small' | 'isAsked'>,
  definition: RunnableJob,
  job: JobRow,
  signal: AbortSignal,
  log: Log,
): JobContext {
  let lastPercent = 0
  let writtenAt = 0
  let writtenStep = ''
  let writing: Promise<void> = Promise.resolve()
  const progress: JobContext['progress'] = (percent, step, secondsLeft = null) => {
    lastPercent = percent
    if (step === writtenStep && Date.now() - writtenAt < 1000) return
    writtenAt = Date.now()
    writtenStep = step
    writing = storeProgress(db, definition, job, { percent, step, secondsLeft }).catch((error: unknown) =>
      log.warn({ err: error }, 'progress could not be stored'),
    )
  }
  return {
    id: job.id,
    signal,
    log,
    progress,
    progressWritten: () => writing,
    partStored: () => forgetAttempts(db.write, job.id),
    async giveWay() {
      for (;;) {
        const why = signal.aborted ? null : await mustWait(db, job.lane, others)
        if (why === null) break
        progress(lastPercent, why)
        await pause(idleMs, undefined, { signal }).catch(ignoreAbort)
      }
      signal.throwIfAborted()
    },
  }
}
