import { z } from 'zod'
import { inboxChanged } from '#contract/inbox.ts'
import { publishChange } from '../db/events.ts'
import type { JobDefinition } from '../jobs/define.ts'
import type { createRound, Outcome } from './round.ts'

const payload = z.object({
  root: z.string(),
  files: z.array(z.object({ path: z.string(), sidecar: z.string().nullable(), mark: z.string() })),
})
export type InboxPayload = z.infer<typeof payload>

export type InboxDeps = { round: () => ReturnType<typeof createRound> }

/** One shared folder, one work on it at a time. */
export function inboxJob(deps: () => InboxDeps): JobDefinition<InboxPayload> {
  return {
    name: 'inbox',
    lane: 'inbox',
    ofAdministrators: true,
    maxAttempts: 3,
    payload,
    subject: () => 0,
    changed: (handle) => publishChange(handle, inboxChanged),
    handler: async () => {
      const takeOne = deps().round()
      return async ({ root, files }, { signal, progress, partStored, log }) => {
        const counts: Record<Outcome, number> = { taken: 0, duplicate: 0, failed: 0, left: 0 }
        const since = performance.now()
        for (const [at, file] of files.entries()) {
          signal.throwIfAborted()
          const left =
            at === 0 ? null : Math.round(((performance.now() - since) / at / 1000) * (files.length - at))
          progress((100 * at) / files.length, `File ${at + 1} of ${files.length}`, left)
          counts[await takeOne(root, file, signal)]++
          // One bad file must not use up the tries of all others.
          if (at % 20 === 19) await partStored()
        }
        log.info({ ...counts }, 'the shared folder was seen to')
      }
    },
  }
}
