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

/** A chair who calls each item by a word, and asks for what there is to tell, or says it. */
const residents = [
  'Janet Moss: Evening all. Who have we got? Me, Peter, Alan, Chloe and Ruth from the agents.',
  'Peter Dunn: Hello.',
  'Janet Moss: Anyone got anything to declare?',
  'Alan Reeves: No.',
  'Janet Moss: Good. Last minutes, everyone happy? Yes. Parking. Peter.',
  'Peter Dunn: We have eleven cars for nine spaces and two of them never move.',
  'Janet Moss: It is resolved that permits be issued from January.',
  'Peter Dunn: I’ll order the permits this week.',
  'Janet Moss: Bins. Any more trouble?',
  'Chloe Hart: The foxes are back, and the lid of the big one is broken.',
  'Alan Reeves: I’ll buy a new lid.',
  'Janet Moss: Whistleblowing. Any reports?',
  'Ruth Cole: I’ll test the hotline before Christmas.',
  'Janet Moss: Christmas do. Chloe?',
  'Chloe Hart: I’ll put a sheet up in the canteen.',
  'Janet Moss: Budget for 2027. The draft has a hundred and four thousand in it.',
  'Ruth Cole: I’ll send the demands out.',
  'Janet Moss: Gardening. Alan’s had a price.',
  'Alan Reeves: It is ninety a month for two visits, which is fair.',
  'Janet Moss: It is resolved that the gardener be engaged at ninety pounds a month.',
  'Janet Moss: Health and safety. Nothing to report?',
  'Alan Reeves: I’ll change the light on the stairs.',
]

test.each([
  ['order the permits', 'Parking'],
  ['a new lid', 'Bins'],
  ['hotline', 'Whistleblowing'],
  ['put a sheet up', 'Christmas do'],
  ['demands', 'Budget for 2027'],
  ['gardener be engaged', 'Gardening'],
  ['light on the stairs', 'Health and safety'],
])('of a chair who calls one item after the other by a word, %s stands below %s', (words, heading) => {
  expect(headingOf(residents, words)).toBe(heading)
})

test.each([
  'Amazing. Any reports?',
  'Hallelujah. Peter?',
  'Order. Chloe?',
  'Permits. Any objections?',
  'Evening. Anyone else?',
  'Sounds sensible. Peter?',
  'Quite a sum. Anyone against?',
  'Chloe. Anything more?',
])('what such a chair exclaims, or puts to the vote, is no item: %s', (said) => {
  const lines = residents.map((line) =>
    line.replace('Alan Reeves: I’ll buy', `Janet Moss: ${said}\nAlan Reeves: I’ll buy`),
  )
  expect(minutesFrom(...lines).items.map(({ heading }) => heading)).toEqual(
    minutesFrom(...residents).items.map(({ heading }) => heading),
  )
})

test('one word of a chair who opens no other item so heads nothing', () => {
  const { items } = minutesFrom(
    'Ann Bell: Item one, the accounts of the year.',
    'Tom Lee: The accounts show a surplus of nine thousand pounds.',
    'Ann Bell: It is resolved that the accounts be approved.',
    'Tom Lee: I’ll file them.',
    'Ann Bell: Slipway. It has been bad for all of last winter.',
    'Tom Lee: I’ll mend the planks.',
  )
  expect(items.map(({ heading }) => heading)).not.toContain('Slipway')
})
