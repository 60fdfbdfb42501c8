import { z } from 'zod'
import type { Handle } from '../db/open.ts'
import type { JobDefinition } from '../jobs/define.ts'
import type { ExtractDeps } from './extract.ts'

const payload = z.object({ recordingId: z.number().int() })
export type ExtractPayload = z.infer<typeof payload>

/**
 * Words or minutes → actions. The dependencies are asked for only where it runs, in the worker.
 * @param moved told, in the same transaction, when one of it has moved
 */
export const extractJob = (
  deps: () => ExtractDeps,
  moved: (handle: Handle, recordingId: number) => Promise<void>,
): JobDefinition<ExtractPayload> => ({
  name: 'extract-actions',
  lane: 'quick',
  maxAttempts: 3,
  payload,
  subject: ({ recordingId }) => recordingId,
  changed: moved,
  handler: async () => {
    const { createExtractor } = await import('./extract.ts')
    return createExtractor(deps())
  },
})
