import type { Middleware } from 'koa'
import { answers } from '../metrics.ts'

type Class = keyof typeof answers.byClass

export const countAnswers: Middleware = async (ctx, next) => {
  const since = performance.now()
  try {
    await next()
  } finally {
    const status = `${Math.floor(ctx.status / 100)}xx`
    if (status in answers.byClass) answers.byClass[status as Class] += 1
    answers.seconds += (performance.now() - since) / 1000
  }
}
