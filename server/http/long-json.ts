import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Context } from 'koa'

/** Up to here an answer is written in a few milliseconds. */
const few = 2000

/**
 * Answers with an object one of whose lists may be very long: it is written piece by piece, so that no chunk of a recording
 * waits for it.
 * @returns what the handler returns: the object itself where it is short
 */
export function longJson<K extends string, T extends Record<K, readonly unknown[]>>(
  ctx: Context,
  value: T,
  list: K,
): T {
  const all: readonly unknown[] = value[list]
  if (all.length <= few) return value
  async function* pieces(): AsyncGenerator<string> {
    const { [list]: _, ...rest } = value
    yield `{${JSON.stringify(list)}:[`
    for (let at = 0; at < all.length; at += few) {
      yield (at > 0 ? ',' : '') + JSON.stringify(all.slice(at, at + few)).slice(1, -1)
      await setImmediate()
    }
    const others = JSON.stringify(rest).slice(1)
    yield `]${others === '}' ? '' : ','}${others}`
  }
  ctx.set('Cache-Control', 'no-store')
  ctx.type = 'application/json; charset=utf-8'
  ctx.body = Readable.from(pieces())
  return undefined as never // the answer is the stream
}
