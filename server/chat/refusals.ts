import { z } from 'zod'

const longest = 8000

const noMessage = 'There is no message. Send JSON such as {"message": "When is the next meeting?"}.'

/** What is wrong with a question to Clara, by the field that it is wrong with; null: nothing that is known here. */
export function refusalWords(error: unknown): string | null {
  const issue = error instanceof z.ZodError ? error.issues[0] : undefined
  if (!issue) return null
  const field = String(issue.path[0] ?? '')
  if (/^(user|organi[sz]ation)_id$/.test(field)) return `${field} is missing or is not a number.`
  if (field === 'session_id') return 'session_id is not the id of a conversation.'
  // The body itself.
  if (field === '') return noMessage
  if (field !== 'message') return null
  if (issue.code === 'invalid_type')
    return issue.message.endsWith('received undefined') ? noMessage : 'The message must be text.'
  if (issue.code === 'too_big') return `The message is longer than ${longest} characters.`
  return 'The message is empty. Write what you would like to know.'
}
