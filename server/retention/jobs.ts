import { z } from 'zod'
import { retentionChanged } from '#contract/retention.ts'
import { publishChange } from '../db/events.ts'
import type { JobDefinition } from '../jobs/define.ts'

const payload = z.object({})
export type RetentionPayload = z.infer<typeof payload>

/** The one run of an appliance. */
export const retentionSubject = 0

export type Dispose = (signal: AbortSignal, progress: (done: number, all: number) => void) => Promise<void>

export function retentionJob(dispose: () => Dispose): JobDefinition<RetentionPayload> {
  return {
    name: 'retention',
    lane: 'backup',
    ofAdministrators: true,
    maxAttempts: 3,
    payload,
    subject: () => retentionSubject,
    changed: (handle) => publishChange(handle, retentionChanged),
    handler:
      async () =>
      (_payload, { signal, progress }) =>
        dispose()(signal, (done, all) => progress((done / Math.max(1, all)) * 100, 'Deleting what is due')),
  }
}
