import { z } from 'zod'
import { getCalendar } from './calendar.ts'
import { changes, idParams, owns, reads, route } from './route.ts'
import { topic } from './topic.ts'

/** Who may see a document, beside its owner and administrators. */
export const audiences = ['everybody', 'signatories', 'named'] as const

export const signatoryInput = z.object({
  name: z.string().trim().min(1).max(200),
  /** "Chair", "Director". */
  capacity: z.string().trim().max(200).default(''),
  organisation: z.string().trim().max(200).default(''),
  personId: z.number().int().positive().nullable().default(null),
})

export const signatory = z.object({
  id: z.number(),
  name: z.string(),
  capacity: z.string(),
  organisation: z.string(),
  personId: z.number().nullable(),
  signedAt: z.string().nullable(),
})
export type Signatory = z.infer<typeof signatory>

export const documentSignature = z.object({
  id: z.number(),
  signedBy: z.string(),
  capacity: z.string(),
  organisation: z.string(),
  signedAt: z.string(),
  /** How the appliance knew who it was: only the name was stated, they had signed in here, or single sign-on named them. */
  identity: z.enum(['stated', 'signed_in', 'single_sign_on']),
  stampedAt: z.string().nullable(),
  /** From 1. */
  page: z.number(),
})

export const documentView = z.object({
  id: z.number(),
  fileName: z.string(),
  /** A data URL of the PDF as it is now, with one document that was asked for; null in lists. */
  fileData: z.string().nullable(),
  summary: z.string().nullable(),
  /** `passages`: no language model took part. */
  summaryBy: z.enum(['model', 'passages']).nullable(),
  /** Of the last signature; null until everybody who is to sign has signed. */
  signatureId: z.number().nullable(),
  signedBy: z.string().nullable(),
  signingAsOrganization: z.boolean(),
  organizationName: z.string().nullable(),
  signedAt: z.string().nullable(),
  createdAt: z.string(),
  bytes: z.number(),
  pages: z.number(),
  /** False: scanned pages, whose words cannot be found. */
  hasText: z.boolean(),
  /** Why it cannot be signed, as a sentence; null: it can. */
  refusal: z.string().nullable(),
  /** Signatures that the file had when it came. */
  signedBefore: z.number(),
  owner: z.string().nullable(),
  /** The caller may rename, share, archive or delete it. */
  mayChange: z.boolean(),
  openTo: z.enum(audiences),
  /** People by id, where it is open to named people. */
  readers: z.array(z.number()),
  archivedAt: z.string().nullable(),
  /** The day by which it is to be signed; null: nobody said. */
  signBy: z.string().nullable(),
  /** The minutes that it was made of. */
  minutes: z
    .object({
      recordingId: z.number().nullable(),
      version: z.number(),
      /** They have not been changed since. */
      current: z.boolean(),
      approvedBy: z.string().nullable(),
      approvedAt: z.string().nullable(),
    })
    .nullable(),
  signatories: z.array(signatory),
  signatures: z.array(documentSignature),
})
export type DocumentView = z.infer<typeof documentView>

const one = z.object({ document: documentView })

/** Largest PDF; base64 makes a third more of it. */
export const largestPdf = 40_000_000

/** Newest first. */
export const listDocuments = route({
  method: 'GET',
  path: '/api/documents',
  access: 'person',
  query: z.object({
    q: z.string().trim().max(200).optional(),
    archived: z.enum(['true', 'false']).default('false'),
    /** Made of the minutes of this recording. */
    recording: z.coerce.number().int().positive().optional(),
  }),
  response: z.object({ documents: z.array(documentView) }),
})

/** 422 `pdf_unusable` says why it is refused. */
export const createDocument = route({
  method: 'POST',
  path: '/api/documents',
  access: 'person',
  act: null, // in the transaction that does it
  largeBody: 'file',
  body: z.object({
    fileName: z.string().trim().min(1).max(200),
    fileData: z.string().regex(/^data:application\/pdf[^,]{0,100};base64,/, 'Please upload a PDF document.'),
    openTo: z.enum(audiences).default('everybody'),
    signatories: z.array(signatoryInput).max(40).default([]),
  }),
  response: z.object({ id: z.number(), documentId: z.number(), document: documentView }),
})

export const getDocument = route({
  method: 'GET',
  path: '/api/documents/:id',
  access: reads('document'),
  params: idParams,
  query: z.object({ fileData: z.enum(['true', 'false']).default('true') }),
  response: one,
})

/** Signatories are named before the first one signs: 409 `already_signed` after that. */
export const changeDocument = route({
  method: 'PATCH',
  path: '/api/documents/:id',
  access: owns('document'),
  act: null, // in the transaction that does it
  params: idParams,
  body: z.object({
    fileName: z.string().trim().min(1).max(200).optional(),
    openTo: z.enum(audiences).optional(),
    readers: z.array(z.number().int().positive()).max(500).optional(),
    signatories: z.array(signatoryInput).max(40).optional(),
    signBy: z.iso.date().nullable().optional(),
    archived: z.boolean().optional(),
  }),
  response: one,
})

/** 409 `already_signed`: what somebody has signed can only be archived. */
export const deleteDocument = route({
  method: 'DELETE',
  path: '/api/documents/:id',
  access: owns('document'),
  act: null, // in the transaction that does it
  params: idParams,
  response: z.object({ id: z.number() }),
})

export const summariseDocument = route({
  method: 'POST',
  path: '/api/documents/:id/summarize',
  access: changes('document'),
  act: null, // in the transaction that does it
  params: idParams,
  response: z.object({ summary: z.string(), summaryBy: z.enum(['model', 'passages']) }),
})

/** The PDF: as it is now, as it came (`original`), or for the page to show (`view`). */
export const downloadDocument = route({
  method: 'GET',
  path: '/api/documents/:id/download',
  access: reads('document'),
  params: idParams,
  query: z.object({ as: z.enum(['current', 'original', 'view']).default('current') }),
})

/** Everybody who may be asked to sign or to read: whoever uses the appliance. */
export const listSigningPeople = route({
  method: 'GET',
  path: '/api/documents/people',
  access: 'person',
  response: z.object({ people: z.array(z.object({ id: z.number(), name: z.string() })) }),
})

/** A document is new, changed or gone. */
export const documentsChanged = topic('documents', [listDocuments, getDocument, getCalendar])
