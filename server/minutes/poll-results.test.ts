import { expect, test } from 'vitest'
import { found, minutesFrom } from '../test/spoken-minutes.ts'
import { numbersNamed } from './results-by-number.ts'

const reading = [
  'Chair: Then the resolutions. One, to receive the report and accounts. Two, the remuneration report. Three, a final dividend of four pence. Four, to elect Mr Sachs.',
  'Chair: Five, to reappoint Carrow Price as auditors, and six, to let the directors fix their pay.',
  'Chair: Seven is the special resolution, disapplying pre-emption rights. And eight was to have been my own re-election, but I am going, so resolution eight is withdrawn.',
  'Chair: Please complete your cards. I close the poll.',
  'Toby Wynn: Resolution one, for, ninety-nine point four per cent. Two, forty-seven point one for, fifty-two point nine against. Three, ninety-nine point nine. Four, ninety. Five, ninety-one. Six, ninety-two. Seven, seventy-nine point three.',
]
const ends = [
  'Chair: So resolutions one, and three to six, are duly passed as ordinary resolutions.',
  'Chair: Resolution seven has the three quarters that it needs, and is passed as a special resolution.',
  'Chair: And resolution two, the remuneration report, is not passed.',
]

test('a declaration that names numbers and ranges holds for each of the resolutions that were read', () => {
  expect(found(...reading, ...ends).facts).toEqual([
    'carried Resolution 1: to receive the report and accounts. On the poll: for, ninety-nine point four per cent.',
    'rejected Resolution 2: the remuneration report. On the poll: forty-seven point one for, fifty-two point nine against.',
    'carried Resolution 3: a final dividend of four pence. On the poll: ninety-nine point nine.',
    'carried Resolution 4: to elect Mr Sachs. On the poll: ninety.',
    'carried Resolution 5: to reappoint Carrow Price as auditors. On the poll: ninety-one.',
    'carried Resolution 6: to let the directors fix their pay. On the poll: ninety-two.',
    'carried Resolution 7: disapplying pre-emption rights. On the poll: seventy-nine point three.',
    'withdrawn Resolution 8. Chair: “Eight was to have been my own re-election, but I am going, so resolution eight is withdrawn.”',
  ])
})

test('no heading is a result, and each decision is borne out by what was read, told and declared', () => {
  const { items } = minutesFrom(...reading, ...ends)
  expect(items.map(({ heading }) => heading)).toContain('Resolutions')
  expect(items.filter(({ heading }) => /per cent|passed/.test(heading))).toEqual([])
  const third = items.flatMap(({ decisions }) => decisions).find(({ text }) => text.includes('dividend'))
  const quotes = third?.evidence.map(({ quote }) => quote).join(' ')
  expect(quotes).toContain('Three, a final dividend')
  expect(quotes).toContain('ninety-nine point nine')
  expect(quotes).toContain('one, and three to six, are duly passed')
})

test.each([
  ['is only supposed', 'Chair: If resolutions one to seven are passed, we go home.'],
  ['is asked', 'Chair: Are resolutions one to seven passed?'],
  ['is said by somebody else', 'Ann Bell: Resolutions one to seven are passed, I should think.'],
])('nothing is decided by what %s', (_, said) => {
  expect(found(...reading, said).facts.filter((fact) => fact.startsWith('carried'))).toEqual([])
})

test.each([
  ['one, and three to seven', [1, 3, 4, 5, 6, 7]],
  ['1 to 3 and 5', [1, 2, 3, 5]],
  ['two, four and six', [2, 4, 6]],
])('%j names %j', (words, expected) => expect(numbersNamed(words)).toEqual(expected))
