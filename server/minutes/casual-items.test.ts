import { expect, test } from 'vitest'
import { minutesFrom } from '../test/spoken-minutes.ts'

/** A chair who opens each item with a word or two, and says of no one that they chair. */
const flats = [
  'Pamela Griggs: Right, so directors of Quay Heights, and we have Trevor, Hannah, Vikram and Louise.',
  'Louise Teague: Evening, all.',
  'Pamela Griggs: Anything to declare? Vikram?',
  'Vikram Soni: The one with the arrears is my tenant’s brother.',
  'Pamela Griggs: Thank you. The minutes from July. Were they all right with people?',
  'Trevor Nash: They are right as far as I recall.',
  'Pamela Griggs: Good, those are approved. Budget. Louise, you go.',
  'Louise Teague: So it is a hundred and eighteen thousand for next year, which is up six.',
  'Pamela Griggs: Those in favour? All four. It is resolved that the budget be approved at a hundred and eighteen thousand.',
  'Louise Teague: I’ll send the demands by the first of December.',
  'Pamela Griggs: Arrears. Flat 22. Vikram, do you want to mute yourself?',
  'Vikram Soni: I’ll go off for a minute.',
  'Louise Teague: It is three thousand nine hundred now, and the next step is a county court claim.',
  'Pamela Griggs: Those in favour of one last letter? All three. It is resolved that one last letter be sent.',
  'Louise Teague: I’ll get the letter off on Monday.',
  'Pamela Griggs: Bike store. Trevor, you were going to put a motion.',
  'Trevor Nash: I was going to propose that we charge twenty pounds for a rack, but I’m withdrawing it.',
  'Pamela Griggs: That’s withdrawn. And the dogs? Flat 8 want permission for a Labrador.',
  'Hannah Bright: They’ve asked nicely. The lease says not without consent.',
  'Pamela Griggs: It is resolved that the dog be allowed for one year. And the lift contract, that’s up in August.',
  'Hannah Bright: I’ll ask for three prices.',
  'Pamela Griggs: Next meeting, Thursday the fifteenth of January.',
]
const headingOf = (lines: readonly string[], words: string): string | undefined =>
  minutesFrom(...lines).items.find(({ decisions, actions }) =>
    [...decisions, ...actions].some(({ text }) => text.includes(words)),
  )?.heading

test('a word or two of the chair begins an item, and what is decided stands below it', () => {
  expect(headingOf(flats, 'eighteen thousand')).toBe('Budget')
  expect(headingOf(flats, 'demands')).toBe('Budget')
  expect(headingOf(flats, 'last letter')).toBe('Arrears')
  expect(headingOf(flats, 'the letter off')).toBe('Arrears')
  expect(headingOf(flats, 'the dog be allowed')).toBe('Dogs')
  expect(headingOf(flats, 'three prices')).toBe('Lift contract')
})

test.each([
  'Very wise.',
  'Hallelujah.',
  'Vikram?',
  'Poor lad.',
  'Two thousand a flat.',
  'The surveyor said so.',
])('what the chair lets fall is no item: %s', (said) => {
  const lines = flats.map((line) =>
    line.replace('Pamela Griggs: Those in favour? All', `Pamela Griggs: ${said} Those in favour? All`),
  )
  const headings = minutesFrom(...lines).items.map(({ heading }) => heading)
  expect(headings).toEqual(minutesFrom(...flats).items.map(({ heading }) => heading))
})

test('the answer to a question is no item', () => {
  const lines = flats.map((line) =>
    line.replace(
      'Louise Teague: I’ll get the letter off',
      'Hannah Bright: What costs most? Pamela?\nPamela Griggs: The lift. It is old and slow.\nLouise Teague: I’ll get the letter off',
    ),
  )
  expect(headingOf(lines, 'the letter off')).toBe('Arrears')
})

test('a person who is called to speak is no item', () => {
  const lines = flats.map((line) => line.replace('Bike store. Trevor, you', 'Trevor, you'))
  expect(minutesFrom(...lines).items.map(({ heading }) => heading)).not.toContain('Trevor')
})

test('who opens one matter so, among others that nobody names, heads nothing by it', () => {
  const { items } = minutesFrom(
    'Ann Bell: Anything to declare? Tom, how are you?',
    'Tom Lee: Nothing from me.',
    'Ann Bell: Good. The slipway. Tom, you go.',
    'Tom Lee: The slipway needs nine new planks, and the harbour office wants them in oak.',
    'Ann Bell: It is resolved that the slipway be mended in oak.',
    'Tom Lee: The crane is old and the insurers want it tested.',
    'Ann Bell: It is resolved that the crane be tested by an engineer.',
    'Ann Bell: Next meeting, Thursday the fifteenth of January.',
  )
  expect(items.flatMap(({ heading }) => heading)).not.toContain('Slipway')
})

test('items that are called by number keep their headings', () => {
  const lines = [
    'Chair: Item one, the accounts.',
    'Ann Bell: The surplus is nine thousand pounds.',
    'Chair: It is resolved that the accounts be approved. Right. The auditors. They charge too much.',
    'Ann Bell: The auditors are dear indeed, as we all know by now.',
    'Chair: Item two, the roof.',
    'Ann Bell: The roof leaks.',
    'Chair: It is resolved that the roof be mended.',
    'Chair: Item three, the boiler.',
    'Ann Bell: It is old.',
    'Chair: It is resolved that the boiler be replaced.',
  ]
  expect(minutesFrom(...lines).items.map(({ heading }) => heading)).toEqual(['Accounts', 'Roof', 'Boiler'])
})
