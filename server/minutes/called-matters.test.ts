import { expect, test } from 'vitest'
import { minutesFrom } from '../test/spoken-minutes.ts'

/** A chair who names a matter and who is to speak of it, and never says "item". */
const committee = [
  'Gwen Parry: Good morning, everybody, and welcome. Any questions on the papers?',
  'Dele Ade: None from me.',
  'Gwen Parry: Minutes of the last meeting. Can we agree them? Any corrections?',
  'Dele Ade: Yes, agreed.',
  'Gwen Parry: They are approved. The action log, Joanna.',
  'Joanna Silk: Nine are closed and two are open. I’ll finish the asset register by the end of October.',
  'Gwen Parry: Right, we’ll hold you to it. Right, the internal audit plan. Mr Kemp.',
  'Stephen Kemp: We would bring cyber forward and move estates back, as the manager left.',
  'Gwen Parry: Sounds sensible. Anybody not like it? No. Fine, the change to the plan is approved.',
  'Gwen Parry: External tender. Joanna?',
  'Joanna Silk: There are four bids, and Lyndon Gower is sixty-one thousand a year.',
  'Gwen Parry: Those in favour of Lyndon Gower? All three. It is resolved that Lyndon Gower be recommended to the board.',
  'Gwen Parry: Next meeting is on the nineteenth of November.',
]
const headingOf = (words: string): string | undefined =>
  minutesFrom(...committee).items.find(({ decisions }) => decisions.some(({ text }) => text.includes(words)))
    ?.heading

test('a matter that the chair names, with who is to speak of it, begins its own item', () => {
  expect(headingOf('change to the plan')).toBe('Internal audit plan')
  expect(headingOf('Lyndon Gower')).toBe('External tender')
  const action = minutesFrom(...committee).items.find(({ actions }) => actions.length > 0)
  expect(action?.heading).toBe('Action log')
})

const talkOfOther = Array.from({ length: 14 }, (_, at) => [
  `Tom Lee: The slipway needs ${at + 3} new planks, and the harbour office wants them in oak.`,
  `Ann Bell: Then the harbour office can pay for ${at + 2} of them.`,
]).flat()

test('the minutes of the last meeting are no heading for a meeting that went on to other things', () => {
  const { items } = minutesFrom(
    'Dougie Barr: Welcome, everybody. Last minutes. Any corrections?',
    'Tom Lee: None.',
    'Dougie Barr: Any questions on those? No.',
    ...talkOfOther,
    'Dougie Barr: It is resolved that the slipway be mended in oak.',
  )
  const item = items.find(({ decisions }) => decisions.some(({ text }) => text.includes('slipway')))
  expect(item?.heading).toBe('Discussion')
})

test('a sum or a piece of a sentence is no heading', () => {
  const { items } = minutesFrom(
    'Dougie Barr: Welcome, everybody. Any questions on the papers?',
    'Tom Lee: None.',
    'Dougie Barr: First, the twenty-four thousand that’s paid for.',
    ...talkOfOther,
    'Dougie Barr: It is resolved that the slipway be mended in oak.',
  )
  expect(items.map(({ heading }) => heading).join()).not.toMatch(/twenty-four/i)
})
