import { z } from 'zod'
import { changes, idParams, owns, reads, route } from './route.ts'
import { seriesName } from './labels.ts'
import { topic } from './topic.ts'
import { attendee, location } from './transcripts.ts'

export const calendarKinds = ['meeting', 'action', 'signature', 'deadline'] as const

/** Something on a day of the calendar. */
export const calendarItem = z.object({
  kind: z.enum(calendarKinds),
  /** Of the meeting, action, document or company. */
  id: z.number(),
  title: z.string(),
  /** When a meeting begins (ISO 8601); null: it is of a whole day. */
  at: z.string().nullable(),
  day: z.string(),
  /** Where it opens; null: a meeting that has not been recorded yet. */
  href: z.string().nullable(),
  /** One more line: the place, the owner, the company. */
  detail: z.string().nullable(),
})
export type CalendarItem = z.infer<typeof calendarItem>

export const getCalendar = route({
  method: 'GET',
  path: '/api/calendar',
  access: 'person',
  query: z.object({
    /** Days, both included; at most 400 of them. */
    from: z.iso.date(),
    to: z.iso.date(),
  }),
  response: z.object({ items: z.array(calendarItem) }),
})

const scheduled = z.object({
  title: z.string().trim().min(1, 'Title cannot be empty').max(300),
  startsAt: z.iso.datetime({ offset: true }),
  minutes: z
    .number()
    .int()
    .min(5)
    .max(24 * 60)
    .default(60),
  companyId: z.number().int().positive().nullable().default(null),
  attendees: z.array(attendee).max(500).default([]),
  location: location.nullable().default(null),
  agenda: z.string().trim().max(20_000).default(''),
  /** Its name; absent: as it is. */
  series: seriesName.nullable().optional(),
})

export const scheduledMeeting = z.object({
  id: z.number(),
  title: z.string(),
  startsAt: z.string().nullable(),
  minutes: z.number().nullable(),
  companyId: z.number().nullable(),
  attendees: z.array(attendee),
  location: location.nullable(),
  agenda: z.string(),
  series: z.string().nullable(),
  /** Its recordings. */
  recordings: z.array(z.number()),
})
export type ScheduledMeeting = z.infer<typeof scheduledMeeting>

export const scheduleMeeting = route({
  method: 'POST',
  path: '/api/meetings',
  access: 'person',
  body: scheduled,
  response: scheduledMeeting,
})
export const getMeeting = route({
  method: 'GET',
  path: '/api/meetings/:id',
  access: reads('meeting'),
  params: idParams,
  response: scheduledMeeting,
})
export const changeScheduled = route({
  method: 'PUT',
  path: '/api/meetings/:id',
  access: changes('meeting'),
  params: idParams,
  body: scheduled,
  response: scheduledMeeting,
})
/** One that has not been recorded; 409 `in_progress` otherwise. */
export const cancelMeeting = route({
  method: 'DELETE',
  path: '/api/meetings/:id',
  access: owns('meeting'),
  params: idParams,
  response: z.object({ success: z.boolean() }),
})

/** An iCalendar file; what came from the same file before is changed, nothing else. */
export const importCalendar = route({
  method: 'POST',
  path: '/api/calendar/import',
  access: 'person',
  largeBody: true,
  body: z.object({ content: z.string().max(5_000_000) }),
  response: z.object({
    added: z.number(),
    changed: z.number(),
    /** Why something was left out. */
    remarks: z.array(z.string()),
  }),
})

/** The address of one's own meetings, to subscribe to; null: there is none. Shown once, when it is made. */
export const makeFeed = route({
  method: 'POST',
  path: '/api/calendar/feed',
  access: 'person',
  bySession: true,
  response: z.object({ path: z.string() }),
})
export const hasFeed = route({
  method: 'GET',
  path: '/api/calendar/feed',
  access: 'person',
  response: z.object({ since: z.string().nullable() }),
})
export const revokeFeed = route({
  method: 'DELETE',
  path: '/api/calendar/feed',
  access: 'person',
  response: z.object({ success: z.boolean() }),
})
/** Whoever knows the address reads it. */
export const readFeed = route({
  method: 'GET',
  path: '/api/calendar/feed/:secret',
  access: 'everyone',
  params: z.object({ secret: z.string().max(100) }),
})

export const calendarChanged = topic('calendar', [getCalendar])
