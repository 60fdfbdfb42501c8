import { setTimeout as pause } from 'node:timers/promises'
import { describeExit, type Child } from './child.ts'

/** `failed`: ended or unhealthy, and it will be started again after a pause. `stopped`: by `stop()`, for good. */
export type SupervisedState = 'starting' | 'ready' | 'failed' | 'stopped'

export type ProcessLog = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export type SupervisorOptions = {
  /** For the log. */
  name: string
  log: ProcessLog
  /** Starts the program, each time anew (free port, new secret). */
  start: () => Child | Promise<Child>
  /** Whether this child answers. May throw or take long; both count as no. */
  healthy: (child: Child) => Promise<boolean>
  /** Told of every change, in order. `reason` says why it failed, for the log and `doctor`. */
  onState?: (state: SupervisedState, reason: string | null) => void
  /** Time until the first sign of health, milliseconds. */
  startDeadlineMs?: number
  checkEveryMs?: number
  checkTimeoutMs?: number
  /** So many failed checks in a row and the child is killed. */
  failedChecks?: number
  /** Pause before the first restart; doubles up to `backoffMostMs`, and begins anew after `settledMs` of health. */
  backoffFirstMs?: number
  backoffMostMs?: number
  settledMs?: number
  /** Between SIGTERM and SIGKILL. */
  graceMs?: number
}

export type Supervisor = {
  state(): SupervisedState
  /** Why it last failed; null while all is well. */
  reason(): string | null
  /** The running child, healthy or still starting; null between two. */
  child(): Child | null
  /** Ends the child (SIGTERM, then SIGKILL after the grace period) and starts no other. Can be called twice. */
  stop(graceMs?: number): Promise<void>
}

/**
 * Keeps one child program running: health checks, restarts with growing pauses. Nothing that the child does throws here.
 */
export function supervise(options: SupervisorOptions): Supervisor {
  const { name, log } = options
  const startDeadlineMs = options.startDeadlineMs ?? 60_000
  const checkEveryMs = options.checkEveryMs ?? 5000
  const checkTimeoutMs = options.checkTimeoutMs ?? 5000
  const failedChecks = options.failedChecks ?? 3
  const backoffFirstMs = options.backoffFirstMs ?? 500
  const backoffMostMs = options.backoffMostMs ?? 30_000
  const settledMs = options.settledMs ?? 60_000
  const graceMs = options.graceMs ?? 5000

  let state: SupervisedState = 'starting'
  let reason: string | null = null
  let child: Child | null = null
  const stopping = new AbortController()
  let stopGraceMs = graceMs

  function change(next: SupervisedState, why: string | null): void {
    state = next
    reason = why
    try {
      options.onState?.(next, why)
    } catch (error) {
      log.error({ err: error, name }, 'a listener of a child process failed')
    }
  }

  /** Resolves after `ms`, when the child ends, or when stop() is called: whichever comes first. */
  async function rest(ms: number, running?: Child): Promise<void> {
    const timer = new AbortController()
    const signal = AbortSignal.any([timer.signal, stopping.signal])
    const over = pause(ms, undefined, { signal }).catch(() => undefined)
    await (running ? Promise.race([over, running.exited]) : over)
    timer.abort()
  }

  async function isHealthy(running: Child): Promise<boolean> {
    const timer = new AbortController()
    const late = pause(checkTimeoutMs, false, { signal: timer.signal }).catch(() => false)
    const answer = options.healthy(running).catch(() => false)
    const result = await Promise.race([answer, late, running.exited.then(() => false)])
    timer.abort()
    return result
  }

  /** Watches until the child ends or must be ended. @returns why */
  async function watch(running: Child, becameReady: () => void): Promise<string> {
    const deadline = Date.now() + startDeadlineMs
    let misses = 0
    while (!stopping.signal.aborted && !running.hasExited()) {
      if (await isHealthy(running)) {
        misses = 0
        if (state === 'starting' && !stopping.signal.aborted) becameReady()
      } else if (state === 'starting') {
        if (Date.now() > deadline) return `no sign of health within ${Math.round(startDeadlineMs / 1000)} s`
      } else if (++misses >= failedChecks) return `no answer to ${failedChecks} health checks`
      await rest(state === 'starting' ? Math.min(200, checkEveryMs) : checkEveryMs, running)
    }
    return running.hasExited() ? describeExit(running, await running.exited) : 'stopped'
  }

  /** One life of the child. @returns why it ended and how long it was healthy */
  async function live(): Promise<{ why: string; healthyMs: number }> {
    let readyAt: number | null = null
    let why: string
    try {
      child = await options.start()
      if (stopping.signal.aborted) why = 'stopped'
      else
        why = await watch(child, () => {
          readyAt = Date.now()
          log.info({ name, child: child?.pid }, 'child process ready')
          change('ready', null)
        })
      await child.stop(stopping.signal.aborted ? stopGraceMs : graceMs)
    } catch (error) {
      log.error({ err: error, name }, 'child process could not be started')
      why = String(error)
    }
    child = null
    return { why, healthyMs: readyAt === null ? 0 : Date.now() - readyAt }
  }

  async function run(): Promise<void> {
    let backoff = backoffFirstMs
    while (!stopping.signal.aborted) {
      change('starting', reason)
      const { why, healthyMs } = await live()
      if (stopping.signal.aborted) break
      if (healthyMs >= settledMs) backoff = backoffFirstMs
      log.warn({ name, reason: why, nextStartMs: backoff }, 'child process ended; it will be started again')
      change('failed', why)
      await rest(backoff)
      backoff = Math.min(backoff * 2, backoffMostMs)
    }
    change('stopped', null)
  }

  // Begun in the next turn, so that the caller has the supervisor before it hears of it.
  const finished = Promise.resolve().then(run)

  return {
    state: () => state,
    reason: () => reason,
    child: () => child,
    async stop(grace = graceMs) {
      if (!stopping.signal.aborted) stopGraceMs = grace
      stopping.abort()
      await finished
    },
  }
}
