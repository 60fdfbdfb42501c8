import { z } from 'zod'
import { recordEvent } from '../../db/events.ts'
import type { JobDefinition } from '../../jobs/define.ts'
import type { AnalyseDeps } from './analyse.ts'

const payload = z.object({ recordingId: z.number().int() })
export type AnalysePayload = z.infer<typeof payload>

export type AnalysisJobs = { look: JobDefinition<AnalysePayload>; analyse: JobDefinition<AnalysePayload> }

/** The transcript's speakers → their names, by the language model. The dependencies are asked for only in the worker. */
export const analysisJobs = (
  deps: () => AnalyseDeps,
  /** Queues the other one where there is something to ask, and somebody. */
  look: (recordingId: number) => Promise<void>,
): AnalysisJobs => ({
  // Asking whether there is a model takes the network, which no transaction may wait for.
  look: {
    name: 'look-for-unnamed',
    lane: 'quick',
    maxAttempts: 2,
    payload,
    subject: (p) => p.recordingId,
    handler: async () => (p) => look(p.recordingId),
    changed: async () => undefined,
  },
  analyse: {
    name: 'analyse-speakers',
    lane: 'names',
    maxAttempts: 2,
    payload,
    subject: (p) => p.recordingId,
    handler: async () => {
      const { createAnalyser } = await import('./analyse.ts')
      return createAnalyser(deps())
    },
    changed: (handle, recordingId) => recordEvent(handle, 'speakers', recordingId),
  },
})
