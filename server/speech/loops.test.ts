import { expect, test } from 'vitest'
import { withoutLoops } from './loops.ts'

const kept = (text: string): string =>
  withoutLoops(text.split(' ').map((word) => ({ text: word })))
    .map(({ text: word }) => word)
    .join(' ')

test.each([
  [`We have three. ${'The lowest, '.repeat(70)}the`, 'We have three. The lowest, the'],
  [`${'Yes, they are. '.repeat(11)}Agreed.`, 'Yes, they are. Agreed.'],
  [`So ${'is '.repeat(6)}there enough?`, 'So is there enough?'],
])('a phrase that a decoder repeats is kept once: %s', (heard, said) => {
  expect(kept(heard)).toBe(said)
})

test.each([
  'All in favour? Aye. Aye. Aye. Aye. Aye. Aye. Carried.',
  'Account 0 0 0 0 0 0 7.',
  'No, no, no, no, no. I am against it.',
  'One of us, one of us, one of us.',
  '',
])('what people say stays: %s', (said) => {
  expect(kept(said)).toBe(said)
})
