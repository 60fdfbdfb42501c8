import { expect, test } from 'vitest'
import { faultIn, sourceOf } from './check.ts'

const said = sourceOf(
  "Tom Okoro: Turnover was four hundred and twelve thousand pounds. The landlord wants five years at thirty-two thousand a year, and I'll get two quotes by Friday the fourth of December.",
  'Priya Shah',
)

test.each([
  ['Tom Okoro reported a turnover of £412,000.', null],
  ['Priya Shah was to get two quotes by Friday 4 December.', null],
  ['The landlord asked for a term of five years.', null],
  ['Turnover was £900,000.', 'figure'],
  ['Turnover was nine hundred thousand pounds.', 'figure'],
  ['The turnover was reported by Anna Bell.', 'name'],
  ['The quotes were due on Friday 4 January.', 'name'],
  ['Yes.', 'empty'],
  [
    "The landlord wants five years at thirty-two thousand a year, and I'll get two quotes by Friday.",
    'copied',
  ],
  ['Turnover was four hundred and twelve thousand pounds.', 'copied'],
  ['Tom Okoro: The turnover rose.', 'copied'],
  ['[2] The landlord asked for five years.', 'copied'],
  ['<<transcript wc_1 The landlord asked for five years.', 'copied'],
] as const)('%s', (sentence, fault) => expect(faultIn(sentence, said)).toBe(fault))

test('a sentence in another language is held to the same', () => {
  const talk = sourceOf(
    'Anna Krüger: Die Miete steigt auf zwölftausend Euro, also 12.000 im Jahr, ab dem Frühjahr.',
  )
  expect(faultIn('Die Miete soll ab dem Frühjahr steigen.', talk)).toBeNull()
  expect(faultIn('Laut Bericht soll Herr Schröder zahlen.', talk)).toBe('name')
})

test('minutes of a German meeting are not in English', () => {
  const talk = sourceOf(
    'Jonas Kraft: Die Einnahmen lagen im dritten Quartal bei 14.200 Euro und damit etwa sechs Prozent unter dem Plan. Das liegt vor allem an den Kursen im August, die wegen der Hitze ausgefallen sind. Anna Weber: Dann schlage ich vor, die Gebühren um zwei Euro anzuheben.',
  )
  const english = 'The views of Jonas Kraft are that the Einnahmen are below the Plan.'
  expect(faultIn(english, talk)).toBe('language')
  expect(faultIn(english, talk, { mayCopy: true })).toBeNull()
  expect(faultIn('Die Einnahmen lagen laut Jonas Kraft unter dem Plan.', talk)).toBeNull()
})
