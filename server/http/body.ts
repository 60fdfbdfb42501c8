import type { Middleware } from 'koa'
import type { Route } from '#contract/route.ts'
import { AppError } from '../errors.ts'
import type { Caller } from './gate.ts'
import { createTurns } from './in-turn.ts'

const limits = { small: '256kb', large: '10mb', file: '64mb', outside: '16kb' } as const
type Size = keyof typeof limits

/** Whoever is slower than this does not mean to send it. */
const patienceMs: Record<Size, number> = { small: 30_000, large: 300_000, file: 300_000, outside: 15_000 }

/** Loaded with the first body: the command line never reads one. */
const parsers = new Map<Size, Promise<Middleware>>()

async function createParser(size: Size): Promise<Middleware> {
  const { koaBody } = await import('koa-body')
  return koaBody({ json: true, multipart: false, urlencoded: false, text: false, jsonLimit: limits[size] })
}

function parserFor(size: Size): Promise<Middleware> {
  const parser = parsers.get(size) ?? createParser(size)
  parsers.set(size, parser)
  return parser
}

/** What is longer takes its turn among what the same person sends. */
const smallBytes = 256 * 1024
const inTurn = createTurns()

/** The body is read, and what was asked with it is done, while no other large one of this person is. */
export const oneLargeAtATime: Middleware = async (ctx, next) => {
  const caller = ctx.state.caller as Caller | null
  const bytes = Number(ctx.get('Content-Length') || Infinity)
  if (caller && bytes > smallBytes) await inTurn(caller.person.id, next)
  else await next()
}

/**
 * Reads a call's JSON. Parsing keeps the event loop to itself, so strangers may send little, nobody may send it packed
 * (61 KB unpack to 64 MB), and nobody may take for ever.
 */
export function jsonBody(route: Route): Middleware {
  const size = sizeOf(route)
  return async (ctx, next) => {
    const packed = ctx.get('Content-Encoding')
    if (packed !== '' && packed !== 'identity')
      throw new AppError('unsupported_media_type', 'The request must not be compressed.')
    const timer = setTimeout(() => ctx.req.destroy(), patienceMs[size])
    try {
      await (
        await parserFor(size)
      )(ctx, async () => {})
    } finally {
      clearTimeout(timer)
    }
    await next()
  }
}

function sizeOf(route: Route): Size {
  if (route.access === 'everyone') return 'outside'
  if (route.largeBody === 'file') return 'file'
  return route.largeBody ? 'large' : 'small'
}
