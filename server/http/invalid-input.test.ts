import { expect, test } from 'vitest'
import { z } from 'zod'
import { toErrorBody } from './errors.ts'

const body = z.strictObject({
  minutes: z.int().max(1440).default(1),
  rules: z
    .array(z.object({ after: z.number().min(1) }))
    .max(2)
    .default([]),
  reason: z.string().trim().min(1).default('x'),
  code: z.string().min(6).max(8).default('123456'),
  vocabularyTerms: z.array(z.string()).min(1).default(['x']),
  name: z.string().min(1, 'Please enter the name').default('x'),
  share: z.number().positive().default(1),
})

test.each([
  [{ minutes: 1441 }, 'At most 1,440 is allowed here: minutes.'],
  [{ rules: [{ after: 0 }] }, 'At least 1 is needed here: after.'],
  [{ rules: [{ after: 1 }, { after: 1 }, { after: 1 }] }, 'At most 2 entries are allowed here: rules.'],
  [{ reason: ' ' }, 'Please fill in: reason.'],
  [{ code: '1' }, 'At least 6 characters are needed here: code.'],
  [{ code: '123456789' }, 'At most 8 characters are allowed here: code.'],
  [{ vocabularyTerms: [] }, 'Please fill in: vocabulary terms.'],
  [{ name: '' }, 'Please enter the name'],
  [{ share: 0 }, 'More than 0 is needed here: share.'],
])('%j is refused in a plain sentence', (given, message) => {
  const answer = toErrorBody(body.safeParse(given).error)
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', error: message, message } })
})

test('whatever is not about a limit still says where it is', () => {
  expect(toErrorBody(body.safeParse({ minutes: 'x' }).error).body.message).toMatch(/^minutes: Invalid input/)
})
