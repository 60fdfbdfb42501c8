import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** What the library says of itself, where a schema has no message of its own. */
const raw = /^(?:Too (?:small|big): |Invalid |Unrecognized )/

/** What is wrong with what was sent, as a sentence for people: what the schema says itself, else what is allowed. */
export function whatIsInvalid(issue: Issue | undefined): string {
  if (!issue) return 'Invalid input'
  if (!raw.test(issue.message)) return issue.message
  const limit = limitOf(issue)
  if (limit !== null) {
    const field = fieldOf(issue.path)
    return field === null ? `${limit}.` : `${limit}: ${field}.`
  }
  return issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message
}

/** null: it is not about how large or long something is. */
function limitOf(issue: Issue): string | null {
  if (issue.code === 'too_small') {
    const { origin, minimum, inclusive = true } = issue
    if (Number(minimum) === (inclusive ? 1 : 0) && unitOf(origin, 1) !== null) return 'Please fill in'
    return sentence(inclusive ? 'At least' : 'More than', minimum, origin)
  }
  if (issue.code === 'too_big')
    return sentence(issue.inclusive === false ? 'Less than' : 'At most', issue.maximum, issue.origin)
  return null
}

function sentence(bound: string, amount: number | bigint, origin: string): string | null {
  const verdict = bound === 'At least' || bound === 'More than' ? 'needed' : 'allowed'
  const number = amount.toLocaleString('en-GB')
  const unit = unitOf(origin, Number(amount))
  if (unit === null)
    return origin === 'number' || origin === 'int' || origin === 'bigint'
      ? `${bound} ${number} is ${verdict} here`
      : null
  return `${bound} ${number} ${unit} ${Number(amount) === 1 ? 'is' : 'are'} ${verdict} here`
}

/** What it is counted in; null: it is a number itself, or something else. */
function unitOf(origin: string, amount: number): string | null {
  if (origin === 'string') return amount === 1 ? 'character' : 'characters'
  return origin === 'array' || origin === 'set' ? (amount === 1 ? 'entry' : 'entries') : null
}

/** "reference date", of ["companies", 0, "referenceDate"]; null: it is the whole of what was sent. */
function fieldOf(path: readonly PropertyKey[]): string | null {
  const name = path.findLast((part) => typeof part === 'string')
  return typeof name === 'string' ? name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : null
}
