import type { Context } from 'koa'

/** Fires when whoever asked has gone before the answer was there. */
export function goneSignal(ctx: Context): AbortSignal {
  const gone = new AbortController()
  ctx.res.on('close', () => {
    if (!ctx.res.writableFinished) gone.abort()
  })
  return gone.signal
}
