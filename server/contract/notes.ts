import { z } from 'zod'
import { route } from './route.ts'

export const longestNoteSeconds = 300

/** Starts the engine of live text, so that it is there when the note has been spoken. */
export const prepareNote = route({
  method: 'POST',
  path: '/api/notes/prepare',
  access: 'person',
  act: null,
  response: z.object({
    /** Why nothing can be transcribed now, as a sentence; null: it can. */
    whyNot: z.string().nullable(),
  }),
})

/** A spoken note, as the browser recorded it, becomes text; nothing of the sound is kept. At most five minutes. */
export const transcribeNote = route({
  method: 'POST',
  path: '/api/notes/transcribe',
  access: 'person',
  act: null,
  rawBody: true,
  response: z.object({ text: z.string() }),
})
