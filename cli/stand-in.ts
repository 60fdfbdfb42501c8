import { lockDataDirectory, type DataLock } from '../server/files/lock.ts'
import { startRuntime, type Runtime } from '../server/runtime.ts'
import type { Services } from '../server/services.ts'

export type StandIn = {
  /** Takes the work up when nobody does it. */
  ensure(): Promise<void>
  /** Whether this process does the work, and not a server. */
  isWorking(): boolean
  /** What runs is handed back to the queue. */
  stop(): Promise<void>
}

const lookForServerMs = 3000

/** Does a server's work while there is none; asked again and again, since the one that was there may stop. */
export function createStandIn(services: Services): StandIn {
  let working: { runtime: Runtime; lock: DataLock } | null = null
  let nextLook = 0
  return {
    isWorking: () => working !== null,
    async ensure() {
      if (working || Date.now() < nextLook) return
      nextLook = Date.now() + lookForServerMs
      const lock = await lockDataDirectory(services.paths)
      if (!lock) return
      await lock.announce({ url: null, publicUrl: null, commandKey: '', settings: null })
      working = { lock, runtime: await startRuntime(services) }
    },
    async stop() {
      const { runtime, lock } = working ?? {}
      working = null
      await runtime?.stop()
      await lock?.release()
    },
  }
}
