import { z } from 'zod'
import { actionStatuses } from './actions.ts'
import { idParams, route } from './route.ts'
import { topic } from './topic.ts'

export const priorities = ['high', 'medium', 'low'] as const

/** What a person has set themselves; nobody else sees it. */
export const personalAction = z.object({
  id: z.number(),
  title: z.string(),
  notes: z.string(),
  dueDate: z.string().nullable(),
  priority: z.enum(priorities),
  status: z.enum(actionStatuses),
  createdAt: z.string(),
})
export type PersonalAction = z.infer<typeof personalAction>

const fields = z.strictObject({
  title: z.string().trim().min(1, 'Title cannot be empty').max(1000),
  notes: z.string().trim().max(20_000),
  dueDate: z.iso.date().nullable(),
  priority: z.enum(priorities),
  status: z.enum(actionStatuses),
})

export const listPersonalActions = route({
  method: 'GET',
  path: '/api/me/actions',
  access: 'person',
  response: z.array(personalAction),
})
export const addPersonalAction = route({
  method: 'POST',
  path: '/api/me/actions',
  access: 'person',
  body: fields.partial().required({ title: true }),
  response: personalAction,
})
export const changePersonalAction = route({
  method: 'PATCH',
  path: '/api/me/actions/:id',
  access: 'person',
  params: idParams,
  body: fields.partial(),
  response: personalAction,
})
export const deletePersonalAction = route({
  method: 'DELETE',
  path: '/api/me/actions/:id',
  access: 'person',
  params: idParams,
  response: z.object({ success: z.boolean() }),
})

/** All of one's own and all of meetings that are agreed, as a file. */
export const exportActions = route({
  act: 'own.exportActions',
  method: 'GET',
  path: '/api/actions/export/:format',
  access: 'person',
  params: z.object({ format: z.enum(['csv', 'ics']) }),
})

export const personalActionsChanged = topic('personal_actions', [listPersonalActions], { personal: true })
