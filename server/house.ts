import { actOf, type Route } from '#contract/route.ts'
import type { Act } from './audit/service.ts'
import type { House } from './http/routes.ts'
import type { Services } from './services.ts'

/** What every call of the API goes through: who may make it, and what is written down of it. */
export function createHouse({ access, audit, log }: Services): House {
  return {
    need: access.need,
    async done(name, route, caller, params) {
      const act = actOf(name, route)
      if (act === null) return
      const subject = subjectOf(route, params)
      const entry: Act = { personId: caller.person.id, act, ...subject, details: { by: caller.by } }
      try {
        await (route.method === 'GET' ? audit.noteVisit(entry) : audit.note(entry))
      } catch (error) {
        // What was done is done: an answer that says otherwise would be wrong.
        log.error({ err: error, act }, 'the audit log could not be written')
      }
    },
  }
}

const subjectOf = (
  { access }: Route,
  params: Record<string, string>,
): Pick<Act, 'subjectKind' | 'subjectId'> | null =>
  typeof access === 'string' ? null : { subjectKind: access.of, subjectId: Number(params[access.param]) }
