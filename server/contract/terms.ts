import { z } from 'zod'
import { idParams, route } from './route.ts'

/** A name or word that the speech engine is told to expect. */
export const term = z.object({
  id: z.number(),
  text: z.string(),
  /** For all meetings of the appliance; else for those of the person alone. */
  everybody: z.boolean(),
  addedAt: z.string(),
})
export type Term = z.infer<typeof term>

/** A correction that the person has made more than once. */
export const termOffer = z.object({
  heard: z.string(),
  meant: z.string(),
  times: z.number(),
  /** Where it was made last. */
  recordingId: z.number(),
})
export type TermOffer = z.infer<typeof termOffer>

const text = z.string().trim().min(2).max(60)

/** Everybody's words and the person's own, by name, and what could become one. */
export const listTerms = route({
  method: 'GET',
  path: '/api/terms',
  access: 'person',
  response: z.object({ terms: z.array(term), offers: z.array(termOffer) }),
})

/** One that is there already is answered as it is. For everybody: administrators (403 `administrators_only`). */
export const addTerm = route({
  method: 'POST',
  path: '/api/terms',
  access: 'person',
  body: z.object({ text, everybody: z.boolean().default(false) }),
  response: term,
})

/** Everybody's: administrators. */
export const deleteTerm = route({
  method: 'DELETE',
  path: '/api/terms/:id',
  access: 'person',
  params: idParams,
  response: z.object({ success: z.literal(true) }),
})

/** "No": this correction is not offered again. */
export const declineTerm = route({
  method: 'POST',
  path: '/api/terms/decline',
  access: 'person',
  body: z.object({ heard: z.string().max(200), meant: z.string().max(200) }),
  response: z.object({ success: z.literal(true) }),
})
