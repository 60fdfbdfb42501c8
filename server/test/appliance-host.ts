import { z } from 'zod'
import { loadConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { startServer, type RunningServer } from '../run.ts'
import { layDatabase } from './database.ts'
import { runWorkerHere } from './worker.ts'

/**
 * Runs the appliances of the browser's tests, one after the other and the worker with them, in one process: as programs of
 * their own they take two seconds of computing to start, each. web/e2e/host.ts starts it and speaks to it.
 */
const requestShape = z.object({
  id: z.number(),
  dataDir: z.string(),
  /** The settings to start with; null: it is to stop. */
  env: z.record(z.string(), z.string()).nullable(),
})

export type HostRequest = z.infer<typeof requestShape>
export type HostAnswer = { id: number; url: string } | { id: number; error: string }

const running = new Map<string, RunningServer>()

async function serve({ dataDir, env }: HostRequest): Promise<string> {
  if (env === null) {
    await running.get(dataDir)?.stop()
    running.delete(dataDir)
    return ''
  }
  const config = loadConfig(env)
  await layDatabase(dataDir)
  const server = await startServer(config, createLog(config, 'test'), { runWorker: runWorkerHere })
  running.set(dataDir, server)
  return server.url
}

process.umask(0o077) // as in server/main.ts
process.on('disconnect', () => process.exit(0))
process.on('message', (message) => {
  const request = requestShape.parse(message)
  const answer = (it: HostAnswer) => process.send?.(it)
  serve(request).then(
    (url) => answer({ id: request.id, url }),
    (error: unknown) =>
      answer({ id: request.id, error: error instanceof Error ? (error.stack ?? '') : String(error) }),
  )
})
