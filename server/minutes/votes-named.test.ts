import { expect, test } from 'vitest'
import { found } from '../test/spoken-minutes.ts'

/** Votes that are told for a name, and votes of which only one side is told. */

const put = ['Chair: Resolution one, that the name be changed to Saltmarsh Drinks Limited. Those in favour?']
const last = 'Chair: Resolution two, that the accounts be received. All in favour? Carried.'
const name = 'That the name be changed to Saltmarsh Drinks Limited.'
const received = 'carried That the accounts be received.'

test.each([
  'Ann Bell: Seven for Saltmarsh, nine against.',
  'Ann Bell: Three for the Saltmarsh name, and eleven were against.',
  'Ann Bell: Seven for Saltmarsh Drinks. Nine against.',
  'Ann Bell: Nine against, I count.',
])('more against than for is to be checked: %s', (count) => {
  const { facts, doubts } = found(...put, count, 'Chair: Carried.', last)
  expect(facts).toEqual([received])
  expect(doubts).toEqual([expect.stringContaining('do not agree')])
})

test.each([
  [['Ann Bell: Nine for Saltmarsh, seven against.', 'Chair: Carried.'], `carried 9:7:- ${name}`],
  [['Ann Bell: Yes.', 'Chair: Carried, with two against.'], `carried -:2:- ${name}`],
])('carried as it was counted: %s', (lines, decision) => {
  expect(found(...put, ...lines, last)).toEqual({ facts: [decision, received], doubts: [] })
})
