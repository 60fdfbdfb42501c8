import { actOf, type Route } from '#contract/route.ts'
import type { Act } from './audit/service.ts'
import type { Done, House } from './http/routes.ts'
import type { Services } from './services.ts'

/** What every call of the API goes through: who may make it, and what is written down of it. */
export function createHouse({ access, audit, log }: Services): House {
  return {
    need: access.need,
    async done(name, route, caller, done) {
      const act = actOf(name, route, done)
      if (act === null) return
      const entries = subjectsOf(route, done).map((touched): Act => ({
        personId: caller.person.id,
        act,
        ...touched,
        details: { by: caller.by },
      }))
      try {
        await (route.method === 'GET' ? audit.noteVisit(...entries) : audit.note(...entries))
      } catch (error) {
        // What was done is done: an answer that says otherwise would be wrong.
        log.error({ err: error, act }, 'the audit log could not be written')
      }
    },
  }
}

/** What the things under a part of a path are called, where the right to the call does not say it. */
const kinds = new Map([
  ['actions', 'personal_action'],
  ['articles', 'article'],
  ['companies', 'company'],
  ['competitors', 'competitor'],
  ['exports', 'recording'],
  ['feeds', 'feed'],
  ['meetings', 'meeting'],
  ['models', 'model'],
  ['organizations', 'organisation'],
  ['people', 'person'],
  ['recordings', 'recording'],
  ['series', 'series'],
  ['sessions', 'session'],
  ['signatures', 'signature'],
  ['templates', 'template'],
  ['terms', 'term'],
  ['tokens', 'token'],
  ['users', 'person'],
])

type Subject = Pick<Act, 'subjectKind' | 'subjectId'> | null

/** A call for several things at once has an entry for each, without those that were refused. */
function subjectsOf(route: Route, done: Done): Subject[] {
  const kind = kinds.get(route.path.split('/').at(-1)!)
  const ids = [done.query, done.body].flatMap((asked) =>
    isObject(asked) && Array.isArray(asked.ids) ? (asked.ids as unknown[]) : [],
  )
  if (ids.length === 0 || kind === undefined) return [subjectOf(route, done)]
  const refused = isObject(done.answer) && Array.isArray(done.answer.refused) ? done.answer.refused : []
  return [...new Set(ids)].filter((id) => !refused.includes(id)).map((id) => subject(kind, id))
}

function subjectOf(route: Route, { params, answer }: Done): Subject {
  if (typeof route.access !== 'string')
    return { subjectKind: route.access.of, subjectId: Number(params[route.access.param]) }
  return madeBy(route, answer) ?? namedIn(route.path, params)
}

/** What a call made, as its answer says: `{ id }`, or `{ person: { id } }`. */
function madeBy({ method, path }: Route, answer: unknown): Subject {
  const under = path
    .slice(path.lastIndexOf(':') + 1)
    .split('/')
    .findLast((part) => kinds.has(part))
  if (method !== 'POST' || under === undefined || !isObject(answer)) return null
  const kind = kinds.get(under)!
  const made = [answer, answer[kind], answer[under.slice(0, -1)]].find((one) => isObject(one) && 'id' in one)
  return isObject(made) ? subject(kind, made.id) : null
}

/** The thing whose number is in the path: `/people/:id/reset`. */
function namedIn(path: string, params: Record<string, string>): Subject {
  const [, under, param] = /\/([a-z-]+)\/:(id|userId)\b/.exec(path) ?? []
  const kind = kinds.get(under ?? '')
  return kind && param ? subject(kind, params[param]) : null
}

/** Identifiers alone: the log can never be changed, so that no name or text may get into it. */
function subject(subjectKind: string, id: unknown): Subject {
  if (typeof id !== 'number' && !(typeof id === 'string' && /^[\w.-]{1,64}$/.test(id))) return null
  return { subjectKind, subjectId: id }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
