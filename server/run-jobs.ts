import { randomUUID } from 'node:crypto'
import type { Config } from './config.ts'
import { runWorker } from './jobs/worker.ts'
import type { Log } from './log.ts'
import { createServices, type Services } from './services.ts'

/** Does the jobs of a data directory until `signal` fires, then hands back what it is doing. */
export async function runJobs(
  config: Config,
  log: Log,
  options: {
    signal: AbortSignal
    /** Before the first job: under which name it claims them, and where to say which engine to use. */
    onReady: (name: string, gate: Services['gate']) => void
  },
): Promise<void> {
  const services = await createServices(config, log, { lockHeld: true })
  try {
    const name = `${process.pid}-${randomUUID()}`
    options.onReady(name, services.gate)
    await runWorker({
      db: services.db,
      definitions: services.jobs,
      name,
      small: services.small,
      isAsked: services.asked.isWaiting,
      log,
      signal: options.signal,
    })
  } finally {
    await services.close()
  }
}
