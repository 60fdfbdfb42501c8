import { z } from 'zod'
import { idParams, reads, route } from './route.ts'

/** `audio`: the sound as it came; `zip`: everything. */
export const exportFormats = ['docx', 'pdf', 'md', 'txt', 'srt', 'vtt', 'json', 'audio', 'zip'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** One meeting as a file: its minutes and transcript with speakers and times, or its sound. */
export const exportRecording = route({
  act: 'recording.exported',
  method: 'GET',
  path: '/api/recordings/:id/export/:format',
  access: reads('recording'),
  params: idParams.extend({ format: z.enum(exportFormats) }),
})

/** The minutes alone, with a line for the chair's signature. */
export const exportMinutes = route({
  act: 'recording.minutesExported',
  method: 'GET',
  path: '/api/recordings/:id/minutes/file/:format',
  access: reads('recording'),
  params: idParams.extend({ format: z.enum(['docx', 'pdf']) }),
})

/** More would not fit into an address. */
export const mostExported = 500

const parts = z
  .string()
  .max(10_000)
  .transform((text) => text.split(','))

/** Several meetings as one zip with a folder for each. */
export const exportRecordings = route({
  act: 'recording.exported',
  method: 'GET',
  path: '/api/exports',
  access: 'person',
  query: z.object({
    /** Ids of recordings, with commas between them. */
    ids: parts.pipe(z.array(z.coerce.number<string>().int().positive()).max(mostExported)),
    /** Without it everything. */
    formats: parts.pipe(z.array(z.string().pipe(z.enum(exportFormats).exclude(['zip'])))).optional(),
  }),
})
