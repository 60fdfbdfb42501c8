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

/** The number for text messages; null: none has been given. */
const phone = z.object({ number: z.string().nullable(), verified: z.boolean() })

export const getPhone = route({ method: 'GET', path: '/api/me/phone', access: 'person', response: phone })

/** Sends a code of six figures to a number, which takes the place of the one before. 409 `sms_off`, 429. */
export const sendPhoneCode = route({
  method: 'POST',
  path: '/api/me/phone',
  access: 'person',
  body: z.object({
    number: z
      .string()
      .transform((text) => text.replace(/[\s().-]/g, ''))
      .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, 'Please enter the number with its country code: +44 …')),
  }),
  response: phone,
})

export const verifyPhone = route({
  method: 'POST',
  path: '/api/me/phone/verify',
  access: 'person',
  body: z.object({ code: z.string().trim().max(20) }),
  response: phone,
})
