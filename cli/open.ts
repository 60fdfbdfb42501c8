import { loadConfig } from '../server/config.ts'
import { createLog } from '../server/log.ts'
import { createServices, type Services } from '../server/services.ts'

/** Opens the same data directory as the server, for one command; a running server is not disturbed. */
export async function withServices<T>(work: (services: Services) => Promise<T>): Promise<T> {
  // A command answers on standard output; only what goes wrong is logged unless somebody asked for more.
  const config = loadConfig({ APPLIANCE_LOG: 'warn', ...process.env })
  const services = await createServices(config, createLog(config, 'cli'), { lockHeld: false })
  try {
    return await work(services)
  } finally {
    await services.close()
  }
}
