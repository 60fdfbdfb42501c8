import { z } from 'zod'
import { jobView } from './jobs.ts'
import { idParams, route } from './route.ts'
import { topic } from './topic.ts'

/** What a file of the shared folder can be. */
export const inboxKinds = ['recording', 'transcript', 'agenda', 'calendar', 'feed'] as const
export const inboxKind = z.enum(inboxKinds)
export type InboxKind = z.infer<typeof inboxKind>

/** `duplicate`: the same content was taken in before. */
export const inboxResults = ['taken', 'duplicate', 'failed'] as const

/** What became of a file. */
export const inboxFile = z.object({
  id: z.number(),
  /** Below the folder, with slashes. */
  path: z.string(),
  /** null: nobody knows what it is. */
  kind: inboxKind.nullable(),
  result: z.enum(inboxResults),
  /** A sentence: what was made of it, or why it failed and what to do. */
  message: z.string(),
  recordingId: z.number().nullable(),
  bytes: z.number(),
  at: z.iso.datetime(),
})
export type InboxFile = z.infer<typeof inboxFile>

export const inboxState = z.enum(['off', 'watching', 'working', 'paused', 'unreachable'])

export const inbox = z.object({
  state: inboxState,
  /** A sentence: what works, or what to do. */
  message: z.string(),
  folder: z.string().nullable(),
  /** The environment names it, so that it cannot be changed here. */
  fixed: z.boolean(),
  counts: z.object({ taken: z.number(), duplicates: z.number(), failed: z.number() }),
  /** The last ones, the newest first. */
  files: z.array(inboxFile),
  /** Those that lie in failed/, the newest first. */
  failures: z.array(inboxFile),
  /** What lies in the folder and is not taken in yet, and why not. */
  waiting: z.array(z.object({ path: z.string(), why: z.string() })),
  /** How many there are, when `waiting` does not name them all. */
  waitingCount: z.number(),
  job: jobView.nullable(),
})
export type Inbox = z.infer<typeof inbox>

export const getInbox = route({
  method: 'GET',
  path: '/api/inbox',
  access: 'administrator',
  response: inbox,
})

/** Puts a failed file back into the folder, so that it is tried again. */
export const retryInboxFile = route({
  method: 'POST',
  path: '/api/inbox/files/:id/retry',
  access: 'administrator',
  act: null, // recorded where it is done
  params: idParams,
  response: inbox,
})

/** Goes on after somebody has cancelled the taking in. */
export const resumeInbox = route({
  method: 'POST',
  path: '/api/inbox/resume',
  access: 'administrator',
  response: inbox,
})

export const inboxChanged = topic('inbox', [getInbox])
