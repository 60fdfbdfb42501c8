import type Router from '@koa/router'
import * as contract from '#contract/meetings.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { PeopleService } from '../people/service.ts'
import type { Db } from '../db/open.ts'
import { likelyPeople } from './likely-people.ts'
import type { AccessService } from './service.ts'

const { getMeetingAccess, putMeetingAccess, listColleagues, getStandardAudience, putStandardAudience } =
  contract
const { listLikelyPeople } = contract
const routes = {
  getMeetingAccess,
  putMeetingAccess,
  listColleagues,
  getStandardAudience,
  putStandardAudience,
  listLikelyPeople,
}

/** Who may see a meeting; the bin is the recordings' own. */
export function meetingRoutes(
  router: Router,
  { access, people, db }: { access: AccessService; people: PeopleService; db: Db },
): void {
  const handlers: Handlers<typeof routes> = {
    getMeetingAccess: ({ params, person }) => access.get(person, params.id),
    putMeetingAccess: async ({ params, body, person }) => {
      await access.set(person, params.id, body)
      return access.get(person, params.id)
    },
    listLikelyPeople: ({ query }) => likelyPeople(db.read, query.title),
    listColleagues: async () =>
      (await people.list(db.read)).map(({ id, name, email }) => ({
        id,
        name: name ?? email ?? `User ${id}`,
      })),
    getStandardAudience: async () => ({ audience: await access.standard() }),
    putStandardAudience: async ({ body, person }) => {
      await access.setStandard(person, body.audience)
      return body
    },
  }
  mount(router, routes, handlers)
}
