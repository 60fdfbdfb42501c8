import { expect, test } from 'vitest'
import { createAgreement, type HeardWord } from './agreement.ts'

const heard = (text: string): HeardWord[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((word, i) => ({ text: word, startMs: i * 100, endMs: i * 100 + 90 }))

function passes(...texts: string[]): [string, string][] {
  const agreement = createAgreement()
  const join = (words: HeardWord[]): string => words.map((word) => word.text).join(' ')
  return texts.map((text, i) => {
    const { committed, uncertain } = agreement.pass(heard(text), i === texts.length - 1)
    return [join(committed), join(uncertain)]
  })
}

test('what two passes agree on is committed once; a mark at the end waits', () => {
  expect(
    passes('The budget.', 'The budget report', 'The budget report was', 'The budget report was approved.'),
  ).toEqual([
    ['', 'The budget.'],
    ['The budget', 'report'],
    ['report', 'was'],
    ['was approved.', ''],
  ])
})

test('what was committed is not taken back, nor said again, when a later pass hears it otherwise', () => {
  expect(
    passes('we agreed to', 'we agreed to pay', 'he agreed to pay them', 'agreed to pay them today.'),
  ).toEqual([
    ['', 'we agreed to'],
    ['we agreed to', 'pay'],
    ['pay', 'them'],
    ['them today.', ''],
  ])
  expect(passes('yes yes', 'yes yes yes', 'yes yes yes')).toEqual([
    ['', 'yes yes'],
    ['yes yes', 'yes'],
    ['yes', ''],
  ])
  expect(passes('', 'all', '')).toEqual([
    ['', ''],
    ['', 'all'],
    ['', ''],
  ])
})

test('cut off in the middle: only what two passes agree on is committed, whatever the mark after it', () => {
  const agreement = createAgreement()
  const text = (words: HeardWord[]): string => words.map((word) => word.text).join(' ')
  agreement.pass(heard('The board approved'), false)
  const first = agreement.pass(heard('The board approved the accounts.'), 'cut')
  expect([text(first.committed), text(first.uncertain)]).toEqual(['The board approved', 'the accounts.'])
  const second = agreement.pass(heard('The board approved the'), 'cut')
  expect(text(second.committed)).toBe('the')
})
