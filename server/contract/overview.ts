import { z } from 'zod'
import { route } from './route.ts'

/** What a list of meetings shows of each beside the recording itself. */
export const meetingOverview = z.object({
  /** Of the recording. */
  id: z.number(),
  attendees: z.array(z.string()),
  openActions: z.number(),
  /** Statements of the minutes that nobody has kept or dropped yet. */
  toCheck: z.number(),
  series: z.string().nullable(),
  tags: z.array(z.string()),
})
export type MeetingOverview = z.infer<typeof meetingOverview>

/** A page of a list shows no more than this at once. */
export const mostOverviews = 500

const ids = z
  .string()
  .max(5000)
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.coerce.number<string>().int().positive()).max(mostOverviews))

export const listOverviews = route({
  method: 'GET',
  path: '/api/overviews',
  access: 'person',
  query: z.object({
    /** Ids of recordings, with commas between them. */
    ids,
  }),
  response: z.array(meetingOverview),
})
