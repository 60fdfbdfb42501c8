import { hostname } from 'node:os'
import { ConfigError, type Config } from '../config.ts'
import { findRunningServer, lockDataDirectory } from './lock.ts'
import type { Paths } from './paths.ts'

/** A command of a newer version must not change the database under a running appliance of an older one. */
export async function aloneWith<T>(paths: Paths, work: () => Promise<T>): Promise<T> {
  const lock = await lockDataDirectory(paths)
  if (!lock)
    throw new ConfigError(
      'The appliance that runs on this data directory is of an older version than this command. Stop it, and start the new one.',
    )
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

/** What people type into their browsers: for links that are handed over. */
export async function publicOrigin(config: Config, paths: Paths): Promise<string> {
  if (config.publicUrl) return config.publicUrl
  const server = await findRunningServer(paths)
  if (server?.publicUrl) return server.publicUrl
  return config.https ? `https://${hostname()}:${config.https.port}` : `http://localhost:${config.httpPort}`
}
