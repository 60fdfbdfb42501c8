import type Router from '@koa/router'
import type { Context, Middleware } from 'koa'
import type { z } from 'zod'
import { idParams, type May, type Route } from '#contract/route.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../people/service.ts'
import { asViewer, type Viewer } from '../viewer.ts'
import { jsonBody, oneLargeAtATime } from './body.ts'
import type { Caller } from './gate.ts'

/** What a handler gets: parameters, query and body as the contract says they are, checked. */
export type Call<R extends Route> = {
  params: z.infer<R['params']>
  query: z.infer<R['query']>
  body: z.infer<R['body']>
  /** Who calls; calls outside the gate have none (`caller`), and must not ask for one. */
  readonly person: Person
  caller: Caller | null
  /** The caller's session; null where they came in another way. */
  sessionId: number | null
  /** For answers that are not JSON: set `ctx.body` and return nothing. */
  ctx: Context
}

/** One handler for each route of a contract; a missing one does not compile. */
export type Handlers<C extends Record<string, Route>> = {
  [K in keyof C]: (call: Call<C[K]>) => Promise<z.infer<C[K]['response']>>
}

/** A call that has succeeded: the path's parameters as they came, what was asked, and what was answered. */
export type Done = { params: Record<string, string>; query: unknown; body: unknown; answer: unknown }

/** What the composition root gives every call (app.ts): who may do what with which thing, and what is written down. */
export type House = {
  /** @throws AppError not_found, owner_only */
  need(viewer: Viewer, may: May, kind: string, id: number): Promise<void>
  /** Called when a call has succeeded. */
  done(name: string, route: Route, caller: Caller, done: Done): Promise<void>
}

/** The gate has let the caller in (http/gate.ts); whether they may make this call is decided here. */
async function checkRights(
  route: Route,
  caller: Caller | null,
  house: House,
  params: Record<string, string>,
): Promise<void> {
  if (route.access === 'administrator' && !caller?.person.administrator)
    throw new AppError('administrators_only', 'Only administrators of the appliance may do this.')
  if (route.bySession && caller?.by === 'token')
    throw new AppError('session_required', 'An API token cannot do this; a person who has signed in can.')
  if (typeof route.access === 'string') return
  const { may, of, param } = route.access
  const { id } = idParams.parse({ id: params[param] })
  await house.need(caller!.person, may, of, id)
}

/** Mounts a contract's routes with their handlers. */
export function mount<C extends Record<string, Route>>(
  router: Router,
  contract: C,
  handlers: Handlers<C>,
): void {
  for (const [name, route] of Object.entries(contract)) {
    const handler = handlers[name as keyof C]
    const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
    const respond = async (ctx: Context & { params: Record<string, string> }): Promise<void> => {
      const caller = ctx.state.caller as Caller | null
      const house = ctx.state.house as House
      const call = {
        params: route.params.parse(ctx.params) as z.infer<C[keyof C]['params']>,
        query: route.query.parse(ctx.query) as z.infer<C[keyof C]['query']>,
        body: (route.rawBody ? undefined : route.body.parse(ctx.request.body)) as z.infer<C[keyof C]['body']>,
        get person() {
          if (!caller) throw new Error(`${route.path} stands outside the gate and has no person`)
          return caller.person
        },
        caller,
        sessionId: caller?.sessionId ?? null,
        ctx,
      }
      const answer: unknown = caller
        ? await asViewer(caller.person, () => handler(call))
        : await handler(call)
      // Whoever only asks whether it is there has got nothing yet.
      if (caller && ctx.method !== 'HEAD')
        await house.done(name, route, caller, {
          ...{ params: ctx.params, query: call.query, body: call.body, answer },
        })
      if (answer === undefined) return
      ctx.set('Cache-Control', 'no-store')
      ctx.body = answer
    }
    // Before anything is read: what somebody may not do, they may not have us parse either.
    const rights: Middleware = async (ctx, next) => {
      const { caller, house } = ctx.state as { caller: Caller | null; house: House }
      await checkRights(route, caller, house, (ctx as unknown as { params: Record<string, string> }).params)
      await next()
    }
    if (route.rawBody || method === 'get') router[method](route.path, rights, respond)
    else if (route.largeBody) router[method](route.path, rights, oneLargeAtATime, jsonBody(route), respond)
    else router[method](route.path, rights, jsonBody(route), respond)
  }
}
