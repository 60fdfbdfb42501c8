import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Context, Middleware, ParameterizedContext } from 'koa'
import { allRoutes } from '#contract/index.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { firstPersonId, type PeopleService, type Person } from '../people/service.ts'
import { sessionLongestMs } from '../people/sign-in-sessions.ts'
import type { SignInService } from '../people/sign-in.ts'
import { tokenPrefix } from '../people/sessions-and-tokens.ts'
import { isLoopback } from '../variables.ts'
import { isLoopbackAddress, wasForwarded, type Client, type ReadClient } from './client.ts'
import { nameOf } from './guard.ts'

/** Who makes a request, and how they came in. */
export type Caller = {
  person: Person
  /** `machine`: whoever can reach it is person 1; `command`: this machine's `appliance` command. */
  by: 'machine' | 'session' | 'token' | 'proxy' | 'command'
  sessionId: number | null
  /** A token that may look and not change. */
  readOnly?: boolean
}

export type Gate = {
  /**
   * Who makes this request; null: nobody that may come in.
   * @param look do not write down that they were here (a tab that stays open is nobody's doing)
   */
  identify(request: IncomingMessage, look?: 'look'): Promise<Caller | null>
  clientOf(request: IncomingMessage): Client
  /** Lets through who may come in, and what stands outside the gate. */
  middleware: Middleware
  /** @param secret null: takes the cookie away */
  setCookie(ctx: Context, secret: string | null): void
  /** The same for a sign-in at the company's provider that is under way. */
  setPending(ctx: Context, secret: string | null): void
  pendingOf(ctx: Context): string | null
}

/** Whether somebody may be turned away to the page to sign in (behind a proxy it says why). */
export const asksWho = ({ access }: Pick<Config, 'access'>): boolean =>
  access === 'people' || access === 'header' || access === 'oidc'

/** Where people sign in; with what it needs (scripts, styles), it stands outside the gate. */
export const signInPath = '/sign-in'

const outside = new Set(
  [...allRoutes.values()]
    .filter((route) => route.access === 'everyone')
    .map((route) => `${route.method} ${route.path}`),
)

// A browser takes a __Host- cookie from HTTPS alone and never lets another name of the domain write it.
const cookieName = (client: Client): string => (client.scheme === 'https' ? '__Host-appliance' : 'appliance')

const pendingName = (client: Client): string => `${cookieName(client)}-signing-in`
const pendingSeconds = 600

function cookieOf(request: IncomingMessage, name: string): string | null {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = part.trim().split('=')
    if (key === name && value) return value
  }
  return null
}

const bearerOf = (request: IncomingMessage): string | null =>
  /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null

const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** @param given.secret null: takes the cookie away */
function writeCookie(
  ctx: Context,
  client: Client,
  { name, secret, seconds }: { name: (client: Client) => string; secret: string | null; seconds: number },
): void {
  const age = secret === null ? 0 : seconds
  ctx.append(
    'Set-Cookie',
    `${name(client)}=${secret ?? ''}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${client.scheme === 'https' ? '; Secure' : ''}`,
  )
}

/** To the page to sign in, or a refusal that says what to do. */
function refuse(ctx: ParameterizedContext, config: Pick<Config, 'access'>): void {
  // A script that takes anything (curl, fetch) is told in JSON.
  const page = !ctx.path.startsWith('/api/') && ctx.get('Accept').includes('text/html')
  if (asksWho(config) && page) {
    ctx.set('Cache-Control', 'no-store')
    const here = ctx.path === '/' && !ctx.querystring ? '' : `?next=${encodeURIComponent(ctx.url)}`
    ctx.redirect(`${signInPath}${here}`)
    return
  }
  ctx.set('WWW-Authenticate', 'Bearer')
  throw new AppError(
    'sign_in_required',
    config.access === 'header'
      ? "The appliance is reached through your company's sign-in. Open it at the address that your company gave you."
      : config.access === 'local'
        ? 'The appliance is for its own machine alone, and this request came through a proxy. An administrator can change that with APPLIANCE_ACCESS.'
        : 'Please sign in.',
  )
}

/**
 * @param commandKey what a command of this machine shows that can read the data directory
 * @param publicFiles paths of the sign-in page's scripts and styles
 */
export function createGate({
  config,
  db,
  people,
  signIn,
  readClient,
  commandKey,
  publicFiles,
}: {
  config: Pick<Config, 'access' | 'identityHeaders'>
  db: Db
  people: PeopleService
  signIn: SignInService
  readClient: ReadClient
  commandKey: string
  publicFiles: ReadonlySet<string>
}): Gate {
  const first = async (by: Caller['by']): Promise<Caller> => ({
    person: await people.get(db.read, firstPersonId),
    by,
    sessionId: null,
  })

  // A sign-on proxy may pass on a bearer of its own, which is none of our business.
  const isOurs = (bearer: string): boolean => bearer.startsWith(tokenPrefix) || same(bearer, commandKey)

  async function byBearer(secret: string, request: IncomingMessage, client: Client): Promise<Caller | null> {
    if (same(secret, commandKey))
      return isLoopbackAddress(client.address) && !wasForwarded(request) ? first('command') : null
    const held = await signIn.byToken(secret)
    return held && { ...held, by: 'token', sessionId: null }
  }

  async function byProxy(request: IncomingMessage, client: Client): Promise<Caller | null> {
    const given = readIdentity(request, config.identityHeaders)
    const person = client.proxied && given ? await people.fromProxy(given) : null
    return person && { person, by: 'proxy', sessionId: null }
  }

  async function identify(request: IncomingMessage, look?: 'look'): Promise<Caller | null> {
    // A proxy that nobody told us of would make everybody behind it the administrator, also one that says nothing of itself.
    if (config.access === 'local')
      return wasForwarded(request) || !isLoopback(nameOf(request.headers.host ?? '') ?? '')
        ? null
        : first('machine')
    if (config.access === 'open') return first('machine')
    const client = readClient(request)
    const bearer = bearerOf(request)
    if (bearer !== null && isOurs(bearer)) return byBearer(bearer, request, client)
    if (config.access === 'header') return byProxy(request, client)
    const secret = cookieOf(request, cookieName(client))
    const held = secret && (await signIn.bySession(secret, look ? null : client.address))
    return held ? { ...held, by: 'session' } : null
  }

  const giveCookie = (
    ctx: Context,
    name: (client: Client) => string,
    secret: string | null,
    seconds: number,
  ) => writeCookie(ctx, readClient(ctx.req), { name, secret, seconds })

  return {
    identify,
    clientOf: readClient,
    middleware: async (ctx, next) => {
      const caller = await identify(ctx.req)
      ctx.state.caller = caller
      const reads = ctx.method === 'GET' || ctx.method === 'HEAD'
      const path = ctx.path
      const open =
        outside.has(`${ctx.method === 'HEAD' ? 'GET' : ctx.method} ${path}`) ||
        (reads && (publicFiles.has(path) || (path === signInPath && asksWho(config))))
      if (caller?.readOnly && !reads)
        throw new AppError(
          'read_only_token',
          'This API token may only read. Make one that may also change things, in the settings under Security.',
        )
      if (caller || open) await next()
      else refuse(ctx, config)
    },
    setCookie: (ctx, secret) => giveCookie(ctx, cookieName, secret, sessionLongestMs / 1000),
    setPending: (ctx, secret) => giveCookie(ctx, pendingName, secret, pendingSeconds),
    pendingOf: (ctx) => cookieOf(ctx.req, pendingName(readClient(ctx.req))),
  }
}

const mailAddress = /^[^\s@,;<>"]+@[^\s@,;<>"]+$/

/** What the proxy says of the person. Node reads headers as Latin-1; proxies write UTF-8. */
function readIdentity(
  request: IncomingMessage,
  names: Config['identityHeaders'],
): { name: string | null; email: string } | null {
  const read = (name: string): string => {
    const value = request.headers[name]
    // Given twice, nobody knows who wrote which.
    return typeof value === 'string' ? Buffer.from(value, 'latin1').toString('utf8').trim() : ''
  }
  const email = read(names.email).toLowerCase()
  if (!mailAddress.test(email) || email.length > 254) return null
  return { name: read(names.name).slice(0, 200) || null, email }
}
