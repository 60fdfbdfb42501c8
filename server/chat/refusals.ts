import type { Middleware } from 'koa'
import { z } from 'zod'
import { toErrorBody } from '../http/errors.ts'

const longest = 8000

/** What is wrong with a question to Clara, by the field that it is wrong with. */
function sentenceFor(error: z.ZodError): string | null {
  const issue = error.issues[0]
  const field = String(issue?.path[0] ?? '')
  if (/^(user|organi[sz]ation)_id$/.test(field)) return `${field} is missing or is not a number.`
  if (field === 'session_id') return 'session_id is not the id of a conversation.'
  if (field !== 'message') return null
  if (issue?.code === 'too_big') return `The message is longer than ${longest} characters.`
  return 'The message is empty. Write what you would like to know.'
}

/**
 * A request that is refused before there is an answer gets the specification's shape beside the usual one: `success` false,
 * no content, and `error`, with the status that says why.
 */
export const refusals: Middleware = async (ctx, next) => {
  try {
    await next()
  } catch (error) {
    const { status, body, expected } = toErrorBody(error)
    if (!expected) throw error
    const sentence = (error instanceof z.ZodError ? sentenceFor(error) : null) ?? body.message
    const asked = ctx.method === 'POST' && { response_content: '', session_info: { session_id: null } }
    ctx.status = status
    ctx.body = { success: false, ...asked, ...body, error: sentence, message: sentence }
  }
}
