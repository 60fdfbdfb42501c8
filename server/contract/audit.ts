import { z } from 'zod'
import { route } from './route.ts'

/** One line of the audit log: who did what to what. Identifiers and digests only, never personal content. */
export const auditEntry = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  /** null: the appliance itself, a command, or somebody who is not known. */
  personId: z.number().nullable(),
  /** A stable name such as `recording.opened`. */
  act: z.string(),
  subjectKind: z.string().nullable(),
  subjectId: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  previousHash: z.string(),
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** The newest first. */
export const listAudit = route({
  method: 'GET',
  path: '/api/audit',
  access: 'administrator',
  query: z.object({
    /** Entries before this one. */
    before: z.coerce.number().int().positive().optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    person: z.coerce.number().int().positive().optional(),
    /** The beginning of the act's name, such as `recording`. */
    act: z.string().max(60).optional(),
  }),
  /** Names of the people in it; those whose record has gone are left out. */
  response: z.object({
    entries: z.array(auditEntry),
    names: z.record(z.string(), z.string()),
    next: z.number().nullable(),
  }),
})

/** The whole log as JSON lines, oldest first. */
export const exportAudit = route({ method: 'GET', path: '/api/audit/export', access: 'administrator' })

/** `brokenAt`: the first entry whose hash, number or link to the one before is wrong. */
export const auditVerdict = z.object({
  entries: z.number(),
  intact: z.boolean(),
  brokenAt: z.number().nullable(),
  lastHash: z.string().nullable(),
})
export type AuditVerdict = z.infer<typeof auditVerdict>

export const verifyAudit = route({
  method: 'POST',
  path: '/api/audit/verify',
  access: 'administrator',
  response: auditVerdict,
})
