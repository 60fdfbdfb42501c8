import { createNameThread } from '../names/guesser.ts'
import type { ReadClaim } from './store.ts'
import type { NamesToVerify } from './verify.ts'

/** Holds what the model says against the transcript as `verifyNames` does, and keeps nobody waiting meanwhile. */
export type VerifyNames = (names: NamesToVerify) => Promise<ReadClaim[]>

/** What cannot be verified in time is not believed. */
export const createNameVerifier = (appRoot: string): VerifyNames =>
  createNameThread(appRoot, { task: 'verify', late: () => [] })
