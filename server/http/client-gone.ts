import type { Context } from 'koa'

/** Nobody is left to answer; nothing has gone wrong here. */
export class ClientGone extends Error {
  constructor() {
    super('Whoever asked has gone')
    this.name = 'ClientGone'
  }
}

/** Fires, with ClientGone, when whoever asked has gone before the answer was there. */
export function goneSignal(ctx: Context): AbortSignal {
  const gone = new AbortController()
  ctx.res.on('close', () => {
    if (!ctx.res.writableFinished) gone.abort(new ClientGone())
  })
  return gone.signal
}
