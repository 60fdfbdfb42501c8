import { cp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { exists } from '../../server/files/exists.ts'
import { startAppliance, test } from './appliance.ts'

/** The runner empties the folder before its first test. */
const folder = join(import.meta.dirname, '..', '..', 'test-results', 'sample')

/**
 * The sample meeting is there, transcribed and minuted, as recording 1. It was taken in once for all tests that are about
 * something else; each has a copy of that data directory.
 */
export const sampled = test.extend({
  appliance: async ({}, use) => {
    const appliance = await startAppliance({ dataFrom: await sampleFolder() })
    await use(appliance)
    await appliance.discard()
  },
})

/** For an appliance with settings of its own. */
export async function sampleFolder(): Promise<string> {
  if (!(await exists(folder))) await makeSample()
  return folder
}

async function makeSample(): Promise<void> {
  const appliance = await startAppliance()
  try {
    const ask = async (path: string, method = 'GET'): Promise<unknown> =>
      (await fetch(appliance.url + path, { method })).json()
    await ask('/api/recordings/sample', 'POST')
    const isMinuted = async (): Promise<boolean> => {
      const { versions, job } = (await ask('/api/recordings/1/minutes')) as {
        versions: unknown[]
        job: unknown
      }
      const { queue } = (await ask('/api/system/status')) as { queue: { queued: number; running: number } }
      return versions.length > 0 && job === null && queue.queued + queue.running === 0
    }
    while (!(await isMinuted())) await new Promise((resolve) => setTimeout(resolve, 100))
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
