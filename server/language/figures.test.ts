import { expect, test } from 'vitest'
import { figuresIn, writtenFigures } from './figures.ts'

test.each([
  ['forty-two thousand pounds', 42_000],
  ['two million five hundred thousand', 2_500_000],
  ['by the thirtieth of October', 30],
  ['the twenty-first of May', 21],
  ['£1,250.50 a month', 1250.5],
  ['about 2.5m in all', 2_500_000],
  ['one hundred and six votes', 106],
  ['4 thousand', 4000],
  ['£40k', 40_000],
  ['a hundred', 100],
  ['nought point two five', 0.25],
  ['two point five million', 2_500_000],
  ['rose by .5 per cent', 0.5],
])('%s', (text, value) => {
  expect([...figuresIn(text)]).toEqual([value])
})

test('what is written in figures is found as it is written', () => {
  expect(writtenFigures('£40,000, 12% and 2.5 million by 30 October')).toEqual([
    { written: '£40,000', value: 40_000 },
    { written: '12%', value: 12 },
    { written: '2.5 million', value: 2_500_000 },
    { written: '30', value: 30 },
  ])
})
