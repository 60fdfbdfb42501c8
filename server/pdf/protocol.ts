import { z } from 'zod'

/** What the child program for PDF files (program.ts) is asked, and what it answers: a line of JSON each way. */

/** A place on a page as it is displayed: page from 0, and parts of its width and height, from the top left. */
export const spot = z.object({
  page: z.number().int().min(0),
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
  width: z.number().min(0.02).max(1),
})
export type Spot = z.infer<typeof spot>

export const pdfRequest = z.discriminatedUnion('op', [
  z.object({ op: z.literal('inspect'), file: z.string() }),
  z.object({
    op: z.literal('place'),
    file: z.string(),
    output: z.string(),
    /** PNG, base64. */
    drawing: z.string(),
    lines: z.array(z.string()),
    /** null: on a page for signatures that is added. */
    spot: spot.nullable(),
    /** Of the page that is added; one block for each signatory that is to come. */
    signaturePage: z.object({
      title: z.string(),
      lines: z.array(z.string()),
      blocks: z.number().int().min(1),
    }),
    field: z.object({ signer: z.string(), reason: z.string(), at: z.string() }),
  }),
  z.object({ op: z.literal('verify'), file: z.string() }),
])
export type PdfRequest = z.infer<typeof pdfRequest>

export const inspection = z.object({
  pages: z.array(z.object({ width: z.number(), height: z.number(), text: z.string() })),
  /** Signatures that are there already. */
  signatures: z.number(),
  /** Why it cannot be signed, as a sentence; null: it can. */
  refusal: z.string().nullable(),
})
export type Inspection = z.infer<typeof inspection>

export const placed = z.object({
  /** The gap for the seal, with its brackets; everything else is signed. */
  gapStart: z.number(),
  gapEnd: z.number(),
  /** Where the block stands. */
  spot,
  /** How many pages there are now. */
  pages: z.number(),
  /** Why the file was written anew before it was signed; null: it was only added to. */
  rewritten: z.string().nullable(),
})
export type Placed = z.infer<typeof placed>

export const foundSignature = z.object({
  /** As it was stated in the file. */
  name: z.string().nullable(),
  reason: z.string().nullable(),
  statedAt: z.string().nullable(),
  /** `valid`: what it covers is as it was; `changed`: it is not; `unreadable`: nobody can tell. */
  state: z.enum(['valid', 'changed', 'unreadable']),
  why: z.string().nullable(),
  /** It covers the file to its end. */
  coversAll: z.boolean(),
  /** The bytes after it only add what later signatures need; false: pages are others than those that were signed. */
  pagesAsSigned: z.boolean(),
  /** Whose certificate sealed it, and its SHA-256. */
  certificateName: z.string().nullable(),
  certificateSha256: z.string().nullable(),
  format: z.string().nullable(),
  /** Time by a time stamp authority, ISO 8601; null: there is none. */
  stampedAt: z.string().nullable(),
  stampedBy: z.string().nullable(),
})
export type FoundSignature = z.infer<typeof foundSignature>

export const verification = z.object({
  sha256: z.string(),
  bytes: z.number(),
  pages: z.number().nullable(),
  signatures: z.array(foundSignature),
  /** Bytes at the end that no signature covers; 0 where nothing is signed. */
  uncovered: z.number(),
})
export type Verification = z.infer<typeof verification>

/** The file is not one that can be used, and why, as a sentence. */
export const refusal = z.object({ refused: z.string() })
