import { z } from 'zod'
import { changes, idParams, route } from './route.ts'

/** A meeting that begins within the hour and concerns the person. */
export const reminder = z.object({
  meetingId: z.number(),
  title: z.string(),
  startsAt: z.string(),
  place: z.string().nullable(),
  /** Of an online meeting. */
  url: z.string().nullable(),
})
export type Reminder = z.infer<typeof reminder>

export const listReminders = route({
  method: 'GET',
  path: '/api/me/reminders',
  access: 'person',
  response: z.array(reminder),
})

/** Whom the minutes of a meeting can be sent to: its attendees with an address; `on`: there is a mail server. */
export const minutesRecipients = route({
  method: 'GET',
  path: '/api/recordings/:id/minutes/recipients',
  access: changes('recording'),
  params: idParams,
  response: z.object({
    on: z.boolean(),
    attendees: z.array(z.object({ name: z.string(), email: z.string() })),
  }),
})

const address = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@,;<>"]+@[^\s@,;<>"]+$/, 'Please enter an email address')

/** As a PDF, one email each. 409 `mail_off` without a mail server, 404 without minutes. */
export const sendMinutes = route({
  method: 'POST',
  path: '/api/recordings/:id/minutes/send',
  access: changes('recording'),
  params: idParams,
  body: z.object({ to: z.array(address).min(1, 'Please choose whom to send them to').max(100) }),
  response: z.object({ sent: z.number(), approved: z.boolean() }),
})
