import { z } from 'zod'
import { idParams, owns, reads, route } from './route.ts'
import { topic } from './topic.ts'
import { getRecording, listRecordings } from './recordings.ts'

/** Whom a meeting is open to: all who may come in, those who attended, or the people who are named. */
export const audiences = ['everybody', 'attendees', 'people'] as const
export const audience = z.enum(audiences)
export type Audience = z.infer<typeof audience>

const named = z.object({ id: z.number(), name: z.string() })

export const meetingAccess = z.object({
  audience,
  /** null: nobody in particular; administrators look after it. */
  owner: z.object({ id: z.number(), name: z.string().nullable() }).nullable(),
  /** Of the audience `people`. */
  people: z.array(named),
  /** Whether whoever asks may change it, and delete the meeting. */
  mine: z.boolean(),
})
export type MeetingAccess = z.infer<typeof meetingAccess>

export const getMeetingAccess = route({
  method: 'GET',
  path: '/api/meetings/:id/access',
  params: idParams,
  access: reads('meeting'),
  response: meetingAccess,
})

export const putMeetingAccess = route({
  act: null,
  method: 'PUT',
  path: '/api/meetings/:id/access',
  params: idParams,
  access: owns('meeting'),
  body: z.object({ audience, personIds: z.array(z.number().int().positive()).max(500).default([]) }),
  response: meetingAccess,
})

/** Who was at the last meeting of this name that one may see; nobody when there was none. */
export const listLikelyPeople = route({
  method: 'GET',
  path: '/api/meetings/likely-people',
  access: 'person',
  query: z.object({ title: z.string().max(300) }),
  response: z.array(z.string()),
})

/** Who can be named: everybody who may come in. */
export const listColleagues = route({
  method: 'GET',
  path: '/api/colleagues',
  access: 'person',
  response: z.array(named),
})

export const standardAudience = z.object({ audience: z.enum(['everybody', 'attendees']) })

/** Whom new meetings are open to, until their owner says otherwise. */
export const getStandardAudience = route({
  method: 'GET',
  path: '/api/meetings/audience',
  access: 'person',
  response: standardAudience,
})
export const putStandardAudience = route({
  act: null,
  method: 'PUT',
  path: '/api/meetings/audience',
  access: 'administrator',
  body: standardAudience,
  response: standardAudience,
})

/** A meeting is open to others than before: what a page shows may no longer be there. */
export const audienceChanged = topic('audience', [listRecordings, getRecording, getMeetingAccess])

export const binDays = 30

export const binned = z.object({
  id: z.number(),
  title: z.string(),
  meetingDate: z.string().nullable(),
  durationSeconds: z.number(),
  deletedAt: z.iso.datetime(),
  /** null: somebody who is gone, or the appliance. */
  deletedBy: z.string().nullable(),
  /** When it is deleted for good. */
  goneAt: z.iso.datetime(),
})
export type Binned = z.infer<typeof binned>

/** Of the recordings in the bin those that are one's own; for administrators all. The newest deletion first. */
export const listBin = route({
  method: 'GET',
  path: '/api/bin',
  access: 'person',
  response: z.array(binned),
})
export const restoreRecording = route({
  act: null,
  method: 'POST',
  path: '/api/bin/:id/restore',
  params: idParams,
  access: owns('binned'),
  response: z.object({ success: z.boolean() }),
})
/** For good. */
export const deleteForGood = route({
  act: null,
  method: 'DELETE',
  path: '/api/bin/:id',
  params: idParams,
  access: owns('binned'),
  response: z.object({ success: z.boolean() }),
})

export const binChanged = topic('bin', [listBin])
