import { cp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { exists } from '../../server/files/exists.ts'
import { endAppliance, processTest, startAppliance, startApplianceProcess, test } from './appliance.ts'

/** The runner empties the folder before its first test. */
const folder = join(import.meta.dirname, '..', '..', 'test-results', 'sample')

/**
 * The sample meeting is there, transcribed and minuted, as recording 1. It was taken in once for all tests that are about
 * something else; each has a copy of that data directory.
 */
export const sampled = test.extend({
  appliance: async ({ context }, use) => {
    const appliance = await startAppliance({ dataFrom: await sampleFolder() })
    await use(appliance)
    await endAppliance(appliance, context)
  },
})

/** The same, for tests that end the appliance. */
export const sampledProcess = processTest.extend({
  appliance: async ({ context }, use) => {
    const appliance = await startApplianceProcess({ dataFrom: await sampleFolder() })
    await use(appliance)
    await endAppliance(appliance, context)
  },
})

/** For an appliance with settings of its own. */
export async function sampleFolder(): Promise<string> {
  if (!(await exists(folder))) await makeSample()
  return folder
}

/** Less than a test has: whoever looks at the log is to see what was waited for. */
const patienceMs = 100_000

async function makeSample(): Promise<void> {
  const appliance = await startApplianceProcess()
  try {
    const ask = async (path: string, method = 'GET'): Promise<unknown> =>
      (await fetch(appliance.url + path, { method })).json()
    await ask('/api/recordings/sample', 'POST')
    const seen = async () => {
      const minutes = (await ask('/api/recordings/1/minutes')) as { versions: unknown[]; job: unknown }
      const { queue } = (await ask('/api/system/status')) as { queue: { queued: number; running: number } }
      return { versions: minutes.versions.length, job: minutes.job, queue }
    }
    const until = Date.now() + patienceMs
    for (;;) {
      const now = await seen()
      if (now.versions > 0 && now.job === null && now.queue.queued + now.queue.running === 0) break
      if (Date.now() > until)
        throw new Error(
          `the sample meeting is not minuted after ${patienceMs / 1000} s: ${JSON.stringify(now)}`,
        )
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await appliance.kill('SIGTERM')
    const making = `${folder}.${process.pid}`
    await cp(appliance.dataDir, making, { recursive: true })
    await rename(making, folder).catch(async (error: unknown) => {
      if (!(await exists(folder))) throw error // else the other worker made it meanwhile
      await rm(making, { recursive: true })
    })
  } finally {
    await appliance.discard()
  }
}
