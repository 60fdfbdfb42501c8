import type { Middleware } from 'koa'
import type { Config } from '../config.ts'

const path = '/.well-known/security.txt'
/** RFC 9116 wants an end within a year; whoever asks later gets a later one. */
const goodForDays = 180

/** Whom to tell of a weakness: for everybody, also before they sign in. */
export function securityTxt({
  securityContact,
  publicUrl,
}: Pick<Config, 'securityContact' | 'publicUrl'>): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== path || securityContact === null) return next()
    const ends = new Date(Date.now() + goodForDays * 86_400_000)
    ends.setUTCHours(0, 0, 0, 0)
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${ends.toISOString()}`,
      'Preferred-Languages: en',
      ...(publicUrl ? [`Canonical: ${publicUrl}${path}`] : []),
    ]
    ctx.type = 'text/plain; charset=utf-8'
    ctx.body = `${lines.join('\n')}\n`
  }
}
