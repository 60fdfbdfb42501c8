import { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `read`: look at it. `change`: work with it. `own`: decide about it (delete, who may see it). */
export type May = 'read' | 'change' | 'own'

/** A right to one thing, whose number is a parameter of the path. */
export type RightTo = { may: May; of: string; param: string }

const rightTo =
  (may: May) =>
  (of: string, param = 'id'): RightTo => ({ may, of, param })
/** `access: reads('recording')`: whoever may see the recording whose number is `:id`. */
export const reads = rightTo('read')
export const changes = rightTo('change')
export const owns = rightTo('own')

/**
 * Who may make a call. `person` is whoever has come in: for what is one's own, and what everybody shares. `everyone`
 * stands outside the gate.
 */
export type Access = 'everyone' | 'person' | 'administrator' | RightTo

/**
 * One call of the API, as browser and server both see it.
 * `path` is written as @koa/router and `pathFor` read it: `/api/recordings/:id`.
 * `response` is the JSON body of the 200 answer; `z.void()` where the answer is not JSON (files, streams).
 */
export type Route<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> = {
  method: Method
  path: string
  params: P
  query: Q
  body: B
  response: R
  /** The body is a stream that the handler reads itself (multipart, raw audio). */
  rawBody?: boolean
  /** The JSON may be long: texts up to 10 MB; `file`: a file is in it. Else 256 KB are plenty. */
  largeBody?: boolean | 'file'
  access: Access
  /**
   * What the audit log calls it. Calls that change something are recorded under their own names; null: not at all.
   * Of those that only read, the ones that say it here are recorded, once for a visit.
   */
  act?: `${string}.${string}` | null
  /** A call that is something else when it is asked for so: a download, by its query. */
  actWhen?: ActWhen<Q, B>
  /** An API token is not enough: what decides who comes in is done by a person who has signed in. */
  bySession?: boolean
}

export type ActWhen<Q extends z.ZodType, B extends z.ZodType> = {
  act: `${string}.${string}`
  is(asked: { query: z.infer<Q>; body: z.infer<B> }): boolean
}

/** What the audit log calls a call; null: it is not recorded. Calls that change something are, without being asked to. */
export function actOf(
  name: string,
  { act, actWhen, method, access }: Route,
  asked?: { query: unknown; body: unknown },
): `${string}.${string}` | null {
  if (asked && actWhen?.is(asked)) return actWhen.act
  if (act !== undefined) return act
  if (method === 'GET') return null
  const kind = typeof access === 'string' ? (access === 'administrator' ? 'system' : 'own') : access.of
  return `${kind}.${name}`
}

const nothing = z.object({})

/** Declares a route; what is left out is empty. */
export function route<
  P extends z.ZodType = typeof nothing,
  Q extends z.ZodType = typeof nothing,
  B extends z.ZodType = z.ZodUnknown,
  R extends z.ZodType = z.ZodVoid,
>(spec: {
  method: Method
  path: string
  params?: P
  query?: Q
  body?: B
  response?: R
  rawBody?: boolean
  largeBody?: Route['largeBody']
  access: Access
  act?: Route['act']
  actWhen?: ActWhen<Q, B>
  bySession?: boolean
}): Route<P, Q, B, R> {
  return {
    params: nothing as unknown as P,
    query: nothing as unknown as Q,
    body: z.unknown() as unknown as B,
    response: z.void() as unknown as R,
    ...spec,
  }
}

/** The path with its parameters filled in, safe to put into a URL. */
export function pathFor(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${path} needs the parameter ${name}`)
    return encodeURIComponent(String(value))
  })
}

/** A number in a path: `{id}`. */
export const idParams = z.object({ id: z.coerce.number().int().positive() })
