import { z } from 'zod'
import { documentView, signatoryInput, audiences } from './documents.ts'
import { changes, idParams, reads, route } from './route.ts'
import { topic } from './topic.ts'

/** What somebody drew, to be placed in documents. */
export const signature = z.object({
  id: z.number(),
  data: z.string(),
  format: z.literal('png'),
  createdAt: z.string(),
})
export type Signature = z.infer<typeof signature>

/** The caller's own, newest first. */
export const listSignatures = route({
  method: 'GET',
  path: '/api/signatures',
  access: 'person',
  response: z.object({ signatures: z.array(signature) }),
})

export const createSignature = route({
  method: 'POST',
  path: '/api/signatures',
  access: 'person',
  body: z.object({
    data: z
      .string()
      .max(200_000)
      .regex(/^data:image\/png;base64,/, 'A signature is a PNG picture.'),
    format: z.literal('png').default('png'),
    createdAt: z.string().max(40).optional(),
  }),
  response: z.object({ id: z.number(), signature }),
})

export const deleteSignature = route({
  method: 'DELETE',
  path: '/api/signatures/:id',
  access: 'person',
  params: idParams,
  response: z.object({ id: z.number() }),
})

/** A place on a page as it is displayed: its number from 0, and parts of its width and height from the top left. */
export const signingSpot = z.object({
  page: z.number().int().min(0),
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
  width: z.number().min(0.02).max(1),
})
export type SigningSpot = z.infer<typeof signingSpot>

/**
 * 409 `already_signed`, 409 `stale_version` (the minutes are others by now), 409 `not_approved`, 502 `seal_failed` (the time
 * stamp server did not answer: nothing is signed).
 */
export const signDocument = route({
  method: 'POST',
  path: '/api/documents/:id/sign',
  access: changes('document'),
  act: null, // in the transaction that does it
  params: idParams,
  body: z.object({
    signatureId: z.coerce.number('No signature selected').int().positive('No signature selected'),
    signedBy: z.string('Signer name required').trim().min(1, 'Signer name required').max(200),
    signingAsOrganization: z.boolean().default(false),
    organizationName: z.string().trim().max(200).optional(),
    capacity: z.string().trim().max(200).default(''),
    /** Which of those who were named; absent: the one of that name. */
    signatoryId: z.number().int().positive().optional(),
    /** null or absent: at the document's own place for signatures. */
    spot: signingSpot.nullable().optional(),
  }),
  response: z.object({ document: documentView }),
})

/** 409 `stale_version`: they are others by now. */
export const documentOfMinutes = route({
  method: 'POST',
  path: '/api/recordings/:id/minutes/document',
  access: changes('recording'),
  act: null, // in the transaction that does it
  params: idParams,
  body: z.object({
    version: z.number().int().positive(),
    /** Absent: to those who may see the meeting. */
    openTo: z.enum(audiences).optional(),
    signatories: z.array(signatoryInput).max(40).default([]),
  }),
  response: z.object({ id: z.number(), document: documentView }),
})

export const approveDocument = route({
  method: 'POST',
  path: '/api/documents/:id/approve',
  access: changes('document'),
  act: null, // in the transaction that does it
  params: idParams,
  response: z.object({ document: documentView }),
})

export const documentAct = z.object({
  at: z.string(),
  /** A sentence: "Ada Chair signed it". */
  text: z.string(),
  hash: z.string(),
})
export type DocumentAct = z.infer<typeof documentAct>

/** What has been done with it, oldest first. */
export const listActs = route({
  method: 'GET',
  path: '/api/documents/:id/acts',
  access: reads('document'),
  params: idParams,
  response: z.object({ acts: z.array(documentAct), intact: z.boolean() }),
})

/** A PDF that lists the signatures and the acts. */
export const downloadCertificate = route({
  method: 'GET',
  path: '/api/documents/:id/certificate',
  access: reads('document'),
  params: idParams,
})

export const verdict = z.object({
  /** `good`: as it was signed; `unsigned`; `bad`: changed since, or nobody can tell. */
  state: z.enum(['good', 'unsigned', 'bad']),
  /** What it is, in a sentence. */
  message: z.string(),
  sha256: z.string(),
  pages: z.number().nullable(),
  /** The appliance's own document, where the caller may see it. */
  document: z
    .object({ id: z.number(), fileName: z.string(), version: z.number(), latest: z.boolean() })
    .nullable(),
  /** What the log says of that file; null: it is not one of this appliance. */
  log: z.object({ intact: z.boolean(), message: z.string() }).nullable(),
  signatures: z.array(
    z.object({
      name: z.string().nullable(),
      reason: z.string().nullable(),
      statedAt: z.string().nullable(),
      state: z.enum(['valid', 'changed', 'unreadable']),
      why: z.string().nullable(),
      coversAll: z.boolean(),
      pagesAsSigned: z.boolean(),
      certificateName: z.string().nullable(),
      certificateSha256: z.string().nullable(),
      /** Sealed with a key of this appliance. */
      ours: z.boolean(),
      stampedAt: z.string().nullable(),
      stampedBy: z.string().nullable(),
    }),
  ),
})
export type Verdict = z.infer<typeof verdict>

/** The body is the PDF. */
export const verifyPdf = route({
  method: 'POST',
  path: '/api/verify',
  access: 'person',
  act: null,
  rawBody: true,
  response: verdict,
})

/** What documents are sealed with. */
export const sealView = z.object({
  /** `own`: the appliance made it, and nobody else vouches for it; `installed`: the administrator's. */
  kind: z.enum(['own', 'installed']),
  name: z.string(),
  issuer: z.string(),
  validTo: z.string(),
  sha256: z.string(),
  /** The host that time stamps come from (APPLIANCE_TIMESTAMP_URL); null: the appliance's own clock. */
  timeStampHost: z.string().nullable(),
})
export type SealView = z.infer<typeof sealView>

export const getSeal = route({
  method: 'GET',
  path: '/api/system/seal',
  access: 'administrator',
  response: sealView,
})

/** 400 `invalid_input` says what is wrong with the file or its passphrase, which is not kept. */
export const installSeal = route({
  method: 'PUT',
  path: '/api/system/seal',
  access: 'administrator',
  bySession: true,
  act: null, // with the certificate that it was
  body: z.object({
    /** The P12 (PFX) file, base64. */
    file: z.base64().min(1, 'No file selected').max(200_000, 'This is not a P12 file: it is too large.'),
    passphrase: z.string().max(1000).default(''),
  }),
  response: sealView,
})

/** The appliance's own key is used again; the installed one is deleted. */
export const removeSeal = route({
  method: 'DELETE',
  path: '/api/system/seal',
  access: 'administrator',
  bySession: true,
  act: null, // with the certificate that it was
  response: sealView,
})

export const signaturesChanged = topic('signatures', [listSignatures], { personal: true })
