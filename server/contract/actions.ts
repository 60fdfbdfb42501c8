import { z } from 'zod'
import { jobView } from './jobs.ts'
import { agreedAction, evidence, minutesOrigins } from './minutes.ts'
import { changes, idParams, reads, route } from './route.ts'

/** "To Do", "In Progress", "Completed". */
export const actionStatuses = ['to_do', 'in_progress', 'completed'] as const
export type ActionStatus = (typeof actionStatuses)[number]

/** What somebody is to do. It outlives the recording that it was agreed in. */
export const action = z.object({
  id: z.number(),
  /** null: the recording has been deleted. */
  recordingId: z.number().nullable(),
  /** What the meeting was called when it was last heard of, and its date (ISO 8601). */
  meetingTitle: z.string(),
  meetingDate: z.string().nullable(),
  title: z.string(),
  /** A name, or the speaker's label as long as nobody has said who that is; null: nobody was named. */
  owner: agreedAction.shape.owner,
  /** The owner's label in the transcript, where it is somebody who speaks there. */
  ownerSpeaker: z.string().nullable(),
  due: agreedAction.shape.due,
  dueDate: agreedAction.shape.dueDate,
  status: z.enum(actionStatuses),
  /** Why it is doubtful that it was agreed, as a sentence; null: it is not. Never to be shown as fact. */
  doubt: z.string().nullable(),
  /** Who found it: the rules or the language model, and the model's name. */
  origin: z.enum(minutesOrigins).exclude(['checked', 'edit']),
  model: z.string().nullable(),
  /** The words that it rests on; they go with the recording. */
  evidence: z.array(evidence),
  /** Where in the meeting it was said: version of the transcript, and seconds. */
  transcriptVersion: z.number(),
  start: z.number(),
  end: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Whoever changed it last; what a person has changed no later extraction touches. null: nobody has. */
  changedBy: z.string().nullable(),
})
export type Action = z.infer<typeof action>

/** Of all meetings, newest first. With `limit` the answer has a header `X-Next-Cursor` while there are more. */
export const listActions = route({
  method: 'GET',
  path: '/api/actions',
  access: 'person',
  query: z.object({
    recordingId: z.coerce.number().int().positive().optional(),
    status: z.enum(actionStatuses).optional(),
    limit: z.coerce.number().int().min(1).max(500).optional(),
    /** From `X-Next-Cursor`. */
    cursor: z.coerce.number().int().positive().optional(),
  }),
  response: z.array(action),
})

/** A meeting's, in the order in which they were agreed, and the work that finds them. */
export const getRecordingActions = route({
  method: 'GET',
  path: '/api/recordings/:id/actions',
  access: reads('recording'),
  params: idParams,
  response: z.object({
    actions: z.array(action),
    /** They have been looked for; else that there are none says nothing. */
    extracted: z.boolean(),
    /** While they are looked for, else the last try when it failed. */
    job: jobView.nullable(),
  }),
})

/** Has them looked for (again); answers when that is queued. 404 `no_transcript`. */
export const extractActions = route({
  method: 'POST',
  path: '/api/recordings/:id/actions/extract',
  access: changes('recording'),
  params: idParams,
  response: z.object({ job: jobView }),
})

export const updateAction = route({
  method: 'PATCH',
  path: '/api/actions/:id',
  access: changes('action'),
  params: idParams,
  body: z.strictObject({
    status: z.enum(actionStatuses).optional(),
    title: z.string().trim().min(1, 'Title cannot be empty').max(1000).optional(),
    /** null or '': nobody. */
    owner: z.string().trim().max(200).nullable().optional(),
    /** A day; takes the place of what was said. */
    dueDate: z.iso.date().nullable().optional(),
    /** A person has looked: it was agreed. Any other change says so too. */
    doubtful: z.literal(false).optional(),
  }),
  response: action,
})

/** It is none, or of no use. No later extraction brings it back. */
export const deleteAction = route({
  method: 'DELETE',
  path: '/api/actions/:id',
  access: changes('action'),
  params: idParams,
  response: z.object({ success: z.boolean() }),
})

/** Open actions of the earlier meetings of its series: they come up again until they are closed. */
const arising = z.object({
  /** null: the meeting belongs to no series. */
  series: z.string().nullable(),
  actions: z.array(action),
})

export const mattersArising = route({
  method: 'GET',
  path: '/api/recordings/:id/matters-arising',
  access: reads('recording'),
  params: idParams,
  response: arising,
})

/** The same of a meeting that is to come. */
export const meetingMattersArising = route({
  method: 'GET',
  path: '/api/meetings/:id/matters-arising',
  access: reads('meeting'),
  params: idParams,
  response: arising,
})
