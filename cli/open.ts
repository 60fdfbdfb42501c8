import { loadConfig, type Config } from '../server/config.ts'
import { exists } from '../server/files/exists.ts'
import { findRunningServer } from '../server/files/lock.ts'
import { dataPaths } from '../server/files/paths.ts'
import { createLog } from '../server/log.ts'
import { createServices, type Services } from '../server/services.ts'

/** Who may come in and how, as the running appliance was started with; without one, as this shell's environment says. */
async function asTheServerHasIt(config: Config): Promise<Config> {
  const paths = dataPaths(config.dataDir)
  if (!(await exists(paths.run))) return config
  return { ...config, ...(await findRunningServer(paths))?.settings }
}

/** The settings of this shell. A command answers on standard output; only what goes wrong is logged unless somebody asked for more. */
export const commandConfig = (): Config => loadConfig({ APPLIANCE_LOG: 'warn', ...process.env })

/** Opens the same data directory as the server, for one command; a running server is not disturbed. */
export async function withServices<T>(work: (services: Services) => Promise<T>): Promise<T> {
  // A command answers on standard output; only what goes wrong is logged unless somebody asked for more.
  const config = await asTheServerHasIt(loadConfig({ APPLIANCE_LOG: 'warn', ...process.env }))
  const services = await createServices(config, createLog(config, 'cli'), { lockHeld: false })
  try {
    return await work(services)
  } finally {
    await services.close()
  }
}
