import { expect, test } from 'vitest'
import { contentWords, questionIn } from './query-words.ts'

test('of a long text its question counts, and of a short one all', () => {
  const letter = Array.from({ length: 40 }, (_, i) => `Paragraph${i} tells of subject${i}.`).join(' ')
  const question = 'When must we file the confirmation statement?'
  expect(questionIn(`Rent is due. ${question}`)).toBe(`Rent is due. ${question}`)
  expect(questionIn(`${letter}\n\n${question}\n\nKind regards`)).toBe(question)
  expect(questionIn(`${letter} Please explain the lease of the Leeds warehouse`)).toBe(
    'Please explain the lease of the Leeds warehouse',
  )
  // A question that says nothing by itself is asked of all of it.
  expect(questionIn(`${letter} What do you think?`)).toContain('Paragraph0')
})

test('words are words, whatever else they mean', () => {
  expect(contentWords('The constructor’s AGM; isn’t Zoë there?')).toEqual([
    'constructor',
    'agm',
    'annual',
    'general',
    'meeting',
    'zoë',
  ])
})
