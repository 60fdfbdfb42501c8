import { z } from 'zod'
import { route } from './route.ts'

export const engineStates = ['building', 'missing', 'failed', 'starting', 'ready'] as const

/** The speech engine as the page shows it. */
export const engineStatus = z.object({
  state: z.enum(engineStates),
  /** 0 to 100 while building, else null. */
  percent: z.number().nullable(),
  /** A sentence for a person: what it is doing or what is wrong and what to do. */
  message: z.string(),
  model: z
    .object({ id: z.string(), name: z.string(), demo: z.boolean(), multilingual: z.boolean() })
    .nullable(),
})
export type EngineStatus = z.infer<typeof engineStatus>

export const systemStatus = z.object({
  version: z.string(),
  engine: engineStatus,
  queue: z.object({ queued: z.number(), running: z.number(), failed: z.number() }),
  disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }),
  /** Extensions (without dot) and MIME types that an upload may have, for the file picker's accept. */
  accept: z.string(),
})
export type SystemStatus = z.infer<typeof systemStatus>

export const getHealth = route({
  method: 'GET',
  path: '/api/health',
  response: z.object({ status: z.literal('ok'), version: z.string() }),
})

export const getSystemStatus = route({
  method: 'GET',
  path: '/api/system/status',
  response: systemStatus,
})
