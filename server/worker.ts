import { z } from 'zod'
import { loadConfig } from './config.ts'
import { createKeptLog } from './log.ts'
import type { WorkerMessage } from './processes/worker.ts'
import { runJobs } from './run-jobs.ts'

/** The job worker: does what computes. The server starts it, tells it where the speech engine is, and may lose it at any time. */
async function main(): Promise<void> {
  process.umask(0o077) // as in main.ts
  // The server is gone, however it went, perhaps before we got here: nobody would restart or stop us.
  process.on('disconnect', () => process.exit(1))
  if (process.send && !process.connected) process.exit(1)
  const config = loadConfig()
  const log = createKeptLog(config, 'worker')
  const stopping = new AbortController()
  process.on('SIGTERM', () => stopping.abort())
  process.on('SIGINT', () => undefined) // Ctrl-C reaches the whole group; the server ends us in good order
  await runJobs(config, log, {
    signal: stopping.signal,
    onReady: (name, gate) => {
      process.on('message', (message) => {
        const { endpoint } = messageShape.parse(message) as WorkerMessage
        gate.set(endpoint)
      })
      // The server may have gone meanwhile; 'disconnect' then ends this.
      process.send?.({ type: 'hello', name }, (error: Error | null) => {
        if (error) log.warn({ err: error }, 'the server could not be greeted')
      })
    },
  })
  process.disconnect?.()
  process.exit(0)
}

const messageShape = z.object({ type: z.literal('engine'), endpoint: z.unknown() })

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
