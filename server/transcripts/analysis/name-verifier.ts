import { join } from 'node:path'
import { createThread, ThreadDeadline } from '../../processes/thread.ts'
import { bare } from '../names/guesser.ts'
import type { NameTask } from '../names/thread.ts'
import type { ReadClaim } from './store.ts'
import type { NamesToVerify } from './verify.ts'

/** Holds what the model says against the transcript as `verifyNames` does, and keeps nobody waiting meanwhile. */
export type VerifyNames = (names: NamesToVerify) => Promise<ReadClaim[]>

/** Beyond what a whole day of talk takes. */
const deadlineMs = 10_000

/** In a thread, as the names that the rules find (names/guesser.ts). */
export function createNameVerifier(appRoot: string): VerifyNames {
  const inThread = createThread(join(appRoot, 'dist', 'server', 'name-guesser.js'))
  return async (names) => {
    const input = { ...names, segments: names.segments.map(bare) }
    try {
      return (await inThread({ task: 'verify' satisfies NameTask, input }, { deadlineMs })) as ReadClaim[]
    } catch (error) {
      // What cannot be verified in time is not believed.
      if (error instanceof ThreadDeadline) return []
      throw error
    }
  }
}
