import type { AuditService } from '../audit/service.ts'
import type { PeopleService } from '../people/service.ts'
import type { Ports, Slice } from '../slice.ts'
import { meetingRoutes } from './routes.ts'
import { forgetPersonInMeetings, meetingsOfPerson } from './personal-store.ts'
import { createAccess, type AccessService } from './service.ts'

/** Meetings, and who may do what with each. */
export function createMeetingsSlice({
  audit,
  db,
  people,
}: Ports & { audit: AuditService; people: PeopleService }): Slice<AccessService> {
  const access = createAccess({ db, people, audit })
  return {
    name: 'meetings',
    service: access,
    personalData: {
      name: 'meetings',
      collect: (handle, personId) => meetingsOfPerson(handle, personId),
      erase: forgetPersonInMeetings,
    },
    routes: (router) => meetingRoutes(router, { access, people, db }),
  }
}
