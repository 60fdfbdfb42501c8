import type { Middleware } from 'koa'
import { AppError } from '../errors.ts'
import { isLoopbackAddress, type ReadClient } from './client.ts'

/**
 * So many calls may come at once from one address and so many a second after that. A page with all its parts is some forty; a
 * recorder sends one a second; behind one address there may be a whole office.
 */
const usual = { atOnce: 1500, perSecond: 150 }
/** Addresses remembered; beyond it those that have been quiet are forgotten. */
const mostAddresses = 20_000

/** Keeps one machine from taking the time of all others. This machine itself is not limited. */
export function limitRate(
  readClient: ReadClient,
  { atOnce, perSecond } = usual,
  now: () => number = Date.now,
): Middleware {
  const buckets = new Map<string, { left: number; at: number }>()

  function take(address: string): boolean {
    const at = now()
    const bucket = buckets.get(address) ?? { left: atOnce, at }
    const left = Math.min(atOnce, bucket.left + ((at - bucket.at) / 1000) * perSecond)
    // What is refused costs nothing: whoever slows down gets in again.
    bucket.left = left < 1 ? left : left - 1
    bucket.at = at
    if (buckets.size >= mostAddresses) forgetQuiet(at)
    buckets.set(address, bucket)
    return left >= 1
  }

  function forgetQuiet(at: number): void {
    for (const [address, bucket] of buckets)
      if ((at - bucket.at) / 1000 > atOnce / perSecond) buckets.delete(address)
    if (buckets.size >= mostAddresses) buckets.clear()
  }

  return async (ctx, next) => {
    const { address, proxied } = readClient(ctx.req)
    if ((proxied || !isLoopbackAddress(address)) && !take(address))
      throw new AppError('too_many_tries', 'Too many requests from your address. Wait a few seconds.', {
        retryAfter: 5,
      })
    await next()
  }
}
