import { z } from 'zod'
import { idParams, route } from './route.ts'
import { topic } from './topic.ts'

/** On whose behalf somebody signs. */
export const organisation = z.object({ id: z.number(), name: z.string() })
export type Organisation = z.infer<typeof organisation>

export const organisationName = z.string().trim().min(1, 'Please enter the name').max(200)
const named = z.object({ name: organisationName })

/** By name. */
export const listOrganisations = route({
  method: 'GET',
  path: '/api/organizations',
  access: 'person',
  response: z.object({ organizations: z.array(organisation) }),
})

/** The name of one that is there answers with that one. */
export const addOrganisation = route({
  method: 'POST',
  path: '/api/organizations',
  access: 'person',
  body: named,
  response: z.object({ organization: organisation }),
})

export const renameOrganisation = route({
  method: 'PATCH',
  path: '/api/organizations/:id',
  access: 'administrator',
  params: idParams,
  body: named,
  response: z.object({ organization: organisation }),
})

/** What was signed for it keeps its name. */
export const removeOrganisation = route({
  method: 'DELETE',
  path: '/api/organizations/:id',
  access: 'administrator',
  params: idParams,
  response: z.object({ id: z.number() }),
})

export const organisationsChanged = topic('organisations', [listOrganisations])
