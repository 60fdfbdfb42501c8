import { z } from 'zod'

const longest = 8000

/** What is wrong with a question to Clara, by the field that it is wrong with; null: nothing that is known here. */
export function refusalWords(error: unknown): string | null {
  const issue = error instanceof z.ZodError ? error.issues[0] : undefined
  const field = String(issue?.path[0] ?? '')
  if (/^(user|organi[sz]ation)_id$/.test(field)) return `${field} is missing or is not a number.`
  if (field === 'session_id') return 'session_id is not the id of a conversation.'
  if (field !== 'message') return null
  if (issue?.code === 'too_big') return `The message is longer than ${longest} characters.`
  return 'The message is empty. Write what you would like to know.'
}
