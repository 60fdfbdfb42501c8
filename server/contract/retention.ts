import { z } from 'zod'
import { jobView } from './jobs.ts'
import { idParams, route } from './route.ts'
import { topic } from './topic.ts'

/** `sound`: the recording's sound, its words stay. `meeting`: everything of it, minutes and all. */
export const retentionKinds = ['sound', 'meeting'] as const

/** Minutes are kept for ten years by the Companies Act 2006, s.248 and s.355. */
export const fewestYears = 10

export const retentionRule = z.object({
  kind: z.enum(retentionKinds),
  /** Holds for this series alone, in the place of the rule for all; null: for all. */
  seriesId: z.number().int().positive().nullable(),
  /** Sound: days after the minutes were approved. Meeting: years after it was held. */
  after: z.number().int().min(0).max(36_500),
})
export type RetentionRule = z.infer<typeof retentionRule>

export const legalHold = z.object({
  id: z.number(),
  meetingId: z.number(),
  title: z.string(),
  reason: z.string(),
  placedBy: z.string().nullable(),
  placedAt: z.string(),
})

export const retentionRun = z.object({
  id: z.number(),
  at: z.string(),
  items: z.number(),
  bytes: z.number(),
  /** Of its certificate; the audit log has the same. */
  sha256: z.string(),
})

/** Something that the rules would dispose of. */
export const dueItem = z.object({
  kind: z.enum(retentionKinds),
  recordingId: z.number(),
  title: z.string(),
  meetingDate: z.string(),
  /** Since when. */
  due: z.string(),
  bytes: z.number(),
  /** It stays, since its meeting is on legal hold. */
  held: z.boolean(),
})
export type DueItem = z.infer<typeof dueItem>

export const retentionView = z.object({
  /** None: nothing is ever disposed of. */
  rules: z.array(retentionRule),
  series: z.array(z.object({ id: z.number(), name: z.string() })),
  holds: z.array(legalHold),
  /** The newest first; those in which nothing went are left out. */
  runs: z.array(retentionRun),
  job: jobView.nullable(),
})
export type RetentionView = z.infer<typeof retentionView>

export const getRetention = route({
  method: 'GET',
  path: '/api/retention',
  access: 'administrator',
  response: retentionView,
})

/** What would go with these rules, before they are set. */
export const previewRetention = route({
  method: 'POST',
  path: '/api/retention/preview',
  access: 'administrator',
  act: null, // it changes nothing
  body: z.object({ rules: z.array(retentionRule).max(100) }),
  response: z.object({ items: z.array(dueItem) }),
})

/** Replaces all rules; an empty list turns it off. 400 when minutes would be kept for less than ten years. */
export const putRetentionRules = route({
  method: 'PUT',
  path: '/api/retention/rules',
  access: 'administrator',
  bySession: true,
  act: null, // in the transaction that does it
  body: z.object({ rules: z.array(retentionRule).max(100) }),
  response: retentionView,
})

/** Disposes of what is due now, instead of tonight. */
export const startRetention = route({
  method: 'POST',
  path: '/api/retention/start',
  access: 'administrator',
  bySession: true,
  act: 'retention.started',
  response: retentionView,
})

/** A meeting, or each meeting that a series has now, must be kept whatever happens: nobody can delete it, and no rule does. */
export const placeHold = route({
  method: 'POST',
  path: '/api/retention/holds',
  access: 'administrator',
  act: null, // in the transaction that does it
  body: z
    .object({
      recordingId: z.number().int().positive().optional(),
      seriesId: z.number().int().positive().optional(),
      reason: z.string().trim().min(1).max(500),
    })
    .refine(({ recordingId, seriesId }) => (recordingId === undefined) !== (seriesId === undefined), {
      error: 'Say which meeting or which series.',
    }),
  response: retentionView,
})

export const liftHold = route({
  method: 'POST',
  path: '/api/retention/holds/:id/lift',
  access: 'administrator',
  bySession: true,
  act: null, // in the transaction that does it
  params: idParams,
  response: retentionView,
})

/** What went in one run, as a text to keep. */
export const downloadDisposalCertificate = route({
  method: 'GET',
  path: '/api/retention/runs/:id/certificate',
  access: 'administrator',
  params: idParams,
})

export const retentionChanged = topic('retention', [getRetention])
