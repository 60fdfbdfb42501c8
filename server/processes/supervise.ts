import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { endChild, type Child } from './child.ts'

export type Supervision<T> = {
  name: string
  /** Starts the program anew; `attempt` counts from 0. */
  start(attempt: number): Promise<{ child: Child; handle: T }>
  /** Whether it answers. Asked every `healthEveryMs` once it is up; a throw counts as no. */
  healthy(handle: T, signal: AbortSignal): Promise<boolean>
  onUp(handle: T): void
  /** @param reason for the log and the person */
  onDown(reason: string): void
  log: Log
  /** It must answer within this long after its start. */
  startupMs: number
  healthEveryMs: number
  /** How long it may take to end after SIGTERM. */
  graceMs: number
}

export type Supervised = {
  /** Resolves when it answers for the first time; rejects with its last words when it ends or times out before. */
  firstUp: Promise<void>
  /** Ends it without grace, and starts it again: for whoever sees it hang though it answers when it is asked how it is. */
  restart(): void
  /** Ends it for good. */
  stop(): Promise<void>
}

const backOff = { firstMs: 500, lastMs: 30_000, forgiveAfterMs: 60_000 }
/** So many checks in a row must fail: a machine under load may be late once. */
const failedChecks = 3

/** Keeps a program running: started, asked how it is, started again with growing pauses; its end never ends us. */
export function supervise<T>(spec: Supervision<T>): Supervised {
  const stopping = new AbortController()
  let current: Child | null = null
  let first: { resolve: () => void; reject: (error: Error) => void }
  const firstUp = new Promise<void>((resolve, reject) => (first = { resolve, reject }))
  firstUp.catch(() => undefined) // whoever wants to know awaits it; nobody has to

  async function waitHealthy(handle: T, child: Child): Promise<boolean> {
    const deadline = Date.now() + spec.startupMs
    while (Date.now() < deadline && child.process.exitCode === null && child.process.signalCode === null) {
      if (stopping.signal.aborted) return false
      if (await asks(handle)) return true
      await pause(100)
    }
    return false
  }

  async function asks(handle: T): Promise<boolean> {
    try {
      return await spec.healthy(handle, AbortSignal.timeout(5000))
    } catch {
      return false // not answering is the answer
    }
  }

  /** Watches a healthy program until it ends or no longer answers. */
  async function watch(handle: T, child: Child): Promise<string> {
    let failed = 0
    for (;;) {
      const ended = await Promise.race([child.ended, pause(spec.healthEveryMs, null, { ref: false })])
      if (ended) return `ended (${ended.signal ?? `code ${ended.code}`})`
      failed = (await asks(handle)) ? 0 : failed + 1
      if (failed >= failedChecks) return 'no longer answers'
    }
  }

  async function run(): Promise<void> {
    let wait = backOff.firstMs
    for (let attempt = 0; !stopping.signal.aborted; attempt++) {
      let reason: string
      const startedAt = Date.now()
      try {
        const { child, handle } = await spec.start(attempt)
        current = child
        if (await waitHealthy(handle, child)) {
          spec.onUp(handle)
          first.resolve()
          reason = await watch(handle, child)
        } else reason = `did not come up: ${lastWords(child)}`
        await endChild(child, spec.graceMs)
      } catch (error) {
        reason = `could not be started: ${error instanceof Error ? error.message : String(error)}`
      }
      current = null
      if (stopping.signal.aborted) break
      first.reject(new Error(`${spec.name} ${reason}`))
      spec.onDown(reason)
      spec.log.warn({ program: spec.name, reason, againInMs: wait }, 'a program went down')
      if (Date.now() - startedAt > backOff.forgiveAfterMs) wait = backOff.firstMs
      await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined) // stopped meanwhile
      wait = Math.min(wait * 2, backOff.lastMs)
    }
    first.reject(new Error(`${spec.name} was stopped`))
  }
  const running = run()

  return {
    firstUp,
    restart: () => void current?.process.kill('SIGKILL'),
    stop: async () => {
      stopping.abort()
      if (current) await endChild(current, spec.graceMs)
      await running
    },
  }
}

function lastWords(child: Child): string {
  return child.tail().trim().split('\n').slice(-3).join(' · ') || 'it said nothing'
}
