import { z } from 'zod'
import { modelFetch } from './models.ts'
import { accessModes } from './people.ts'
import { route } from './route.ts'

/** `waiting`: the first real speech model is on its way (modelFetch), and work waits for it. */
export const engineStates = ['building', 'missing', 'failed', 'waiting', 'starting', 'ready'] as const

/** The speech engine as the page shows it. */
export const engineStatus = z.object({
  state: z.enum(engineStates),
  /** 0 to 100 while building, else null. */
  percent: z.number().nullable(),
  /** A sentence for a person: what it is doing or what is wrong and what to do. */
  message: z.string(),
  model: z
    .object({ id: z.string(), name: z.string(), bundled: z.boolean(), multilingual: z.boolean() })
    .nullable(),
})
export type EngineStatus = z.infer<typeof engineStatus>

export const systemStatus = z.object({
  version: z.string(),
  engine: engineStatus,
  /** A speech model on its way, or the last one that failed to come; null: neither. */
  modelFetch: modelFetch.nullable(),
  queue: z.object({ queued: z.number(), running: z.number(), failed: z.number() }),
  disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }),
  /** Extensions (without dot) and MIME types that an upload may have, for the file picker's accept. */
  accept: z.string(),
})
export type SystemStatus = z.infer<typeof systemStatus>

export const getHealth = route({
  method: 'GET',
  path: '/api/health',
  access: 'everyone',
  response: z.object({ status: z.literal('ok'), version: z.string() }),
})

/** Whether it can do its work: 503 and what is missing, as sentences, when it cannot. */
export const getReady = route({
  method: 'GET',
  path: '/api/ready',
  access: 'everyone',
  response: z.object({ ready: z.boolean(), missing: z.array(z.string()) }),
})

/** For Prometheus. This machine and APPLIANCE_METRICS_FROM alone; nobody else is told that it is there. */
export const getMetrics = route({ method: 'GET', path: '/metrics', access: 'everyone' })

export const getSystemStatus = route({
  method: 'GET',
  path: '/api/system/status',
  access: 'person',
  response: systemStatus,
})

/** `todo` is what to do about it; null: nothing. A `warning` is worth knowing, a `problem` keeps something from working. */
export const finding = z.object({
  what: z.string(),
  state: z.enum(['ok', 'warning', 'problem']),
  found: z.string(),
  todo: z.string().nullable(),
})
export type Finding = z.infer<typeof finding>

export const certificateView = z.object({
  /** `local`: from this appliance's own authority; `given`: APPLIANCE_TLS_CERT. */
  kind: z.enum(['local', 'given']),
  /** Names and addresses that it is good for. */
  names: z.array(z.string()),
  validFrom: z.string(),
  validTo: z.string(),
  /** SHA-256, in pairs with colons. */
  fingerprint: z.string(),
  /** The local authority that browsers have to trust; null with a given certificate. */
  authority: z.object({ name: z.string(), fingerprint: z.string(), validTo: z.string() }).nullable(),
})
export type CertificateView = z.infer<typeof certificateView>

/** All that an administrator wants to see of the appliance. */
export const systemReport = z.object({
  version: z.string(),
  startedAt: z.string(),
  access: z.enum(accessModes),
  /** Where the appliance answers. */
  urls: z.array(z.string()),
  /** The page that shows other devices how to trust the local authority; null where there is none. */
  trustUrl: z.string().nullable(),
  services: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['running', 'starting', 'stopped', 'failed']),
      /** A sentence. */
      detail: z.string(),
    }),
  ),
  /** Work, by lane in their order. */
  queues: z.array(
    z.object({ lane: z.string(), queued: z.number(), running: z.number(), failed: z.number() }),
  ),
  disk: z.object({
    freeBytes: z.number(),
    totalBytes: z.number(),
    recordingsBytes: z.number(),
    databaseBytes: z.number(),
    modelsBytes: z.number(),
  }),
  /** null: plain HTTP alone. */
  certificate: certificateView.nullable(),
  findings: z.array(finding),
})
export type SystemReport = z.infer<typeof systemReport>

export const getSystemReport = route({
  method: 'GET',
  path: '/api/system/report',
  access: 'administrator',
  response: systemReport,
})

/** The local authority's certificate, to be trusted by browsers (DER). It is no secret. */
export const downloadAuthority = route({
  method: 'GET',
  path: '/api/system/authority.crt',
  access: 'everyone',
})

/** This API's own description (OpenAPI 3.1), made from the contract. */
export const getOpenApi = route({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'person',
  response: z.record(z.string(), z.unknown()),
})
