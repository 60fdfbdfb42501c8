import { expect, test } from 'vitest'
import { found, minutesFrom } from '../test/spoken-minutes.ts'

/** Resolutions that are read by number with talk between, put together to a poll, and told by number afterwards. */

const reading = [
  'Chair: I now call a poll on all the resolutions.',
  'Chair: Resolution one is that the sale of Pell Rail to Acre Limited be approved.',
  'Ann Bell: Is the price in the circular?',
  'Chair: It is on page nine of the circular, and the pension scheme goes with it.',
  'Chair: Resolution two is that the borrowing limit be reduced to one hundred million pounds.',
  'Chair: Resolution three, which is a special resolution, is that the name of the company be changed to Pell Group plc.',
  'Chair: Please mark your cards.',
  'Toby Wynn: Do I put a cross or a tick?',
  'Chair: The poll is closed, and I have the results.',
]
const sale = 'Resolution 1: that the sale of Pell Rail to Acre Limited be approved.'
const limit = 'Resolution 2: that the borrowing limit be reduced to one hundred million pounds.'
const name = 'Resolution 3: that the name of the company be changed to Pell Group plc.'
const all = [`carried 41200000:12900000:- ${sale}`, `carried 53:6:- ${limit}`, `rejected 36:18:- ${name}`]

test.each([
  [
    'each declared after its figures',
    [
      'Chair: On resolution one, the sale, votes for forty-one million two hundred thousand, votes against twelve million nine hundred thousand. Resolution one is carried.',
      'Chair: On resolution two, for fifty-three, against six. Resolution two is carried.',
      "Chair: On resolution three, the change of name, for thirty-six, against eighteen. That is short of the seventy-five per cent, so resolution three isn't passed.",
    ],
  ],
  [
    'in a word, with the figures',
    [
      'Chair: Resolution one: for 41,200,000, against 12,900,000. Carried.',
      'Chair: Resolution two: for 53, against 6, carried.',
      'Chair: Resolution three: for 36, against 18. That is not carried.',
    ],
  ],
  [
    'the figures by who counted, in another order, the end by whoever chairs',
    [
      'Toby Wynn: Resolution three, for 36, against 18. Resolution two, for 53. Against, 6. Resolution one, for 41,200,000, against 12,900,000.',
      'Chair: The first and the second. The first resolution is carried. The second resolution is carried. Resolution three is lost.',
    ],
  ],
])('the result of each belongs to its number: %s', (_, results) => {
  expect(found(...reading, ...results)).toEqual({ facts: all, doubts: [] })
})

test.each([
  ['nobody declared one', ['Chair: Resolution one is carried.', 'Chair: Resolution three is lost.'], [2]],
  [
    'who counted told the figures alone',
    [
      'Chair: Resolution one is carried.',
      'Toby Wynn: Resolution two, for 53, against 6.',
      'Chair: Resolution three is lost.',
    ],
    [2],
  ],
  [
    'it ended in two ways',
    [
      'Chair: Resolutions one and two are carried.',
      'Chair: Resolution two is lost.',
      'Chair: Resolution three is lost.',
    ],
    [2],
  ],
  [
    'the figures say the contrary',
    ['Chair: Resolutions one and two are carried.', 'Chair: Resolution three, for 36, against 18, carried.'],
    [3],
  ],
])(
  'what is unclear stands under "To check", and the others as they were declared: %s',
  (_, results, unclear) => {
    const { facts, doubts } = found(...reading, ...results)
    const texts = [sale, limit, name]
    expect(doubts.length).toBe(unclear.length)
    texts.forEach((text, at) => {
      const where = unclear.includes(at + 1) ? doubts : facts
      expect(where.filter((one) => one.includes(text)).length).toBe(1)
      expect([...facts, ...doubts].filter((one) => one.includes(text)).length).toBe(1)
    })
  },
)

test.each([
  ['supposed', 'Chair: If resolution one is carried we complete in January.'],
  ['asked', 'Ann Bell: Is resolution one carried?'],
  ['denied', 'Chair: I cannot say yet whether resolution one is carried.'],
])('nothing is decided by what is %s', (_, said) => {
  expect(found(...reading, said).facts).toEqual([])
})

test('no resolution and no heading is called by its form or its end alone', () => {
  const { items, toCheck } = minutesFrom(
    ...reading,
    'Chair: Resolution one is carried. Resolution two is carried. Resolution three is carried.',
  )
  expect(items.map(({ heading }) => heading).filter((heading) => heading.startsWith('Resolution'))).toEqual([
    sale.replace(/\.$/, ''),
    limit.replace(/\.$/, ''),
    name.replace(/\.$/, ''),
  ])
  const texts = [...items.flatMap(({ decisions }) => decisions), ...toCheck].map(({ text }) => text)
  expect(texts.filter((text) => /^(?:As a special resolution, )?(?:which|carried)\.?$/i.test(text))).toEqual(
    [],
  )
})

test('what is voted on one by one is no reading, and has its own end', () => {
  const { facts } = found(
    'Chair: Resolution one is that the accounts be received. All in favour? Seven. Against? None. Carried.',
    'Chair: Resolution two is that Bell and Co be appointed as auditors. All in favour? Six. Against? One. Carried.',
  )
  expect(facts).toEqual([
    'carried That the accounts be received.',
    'carried That Bell and Co be appointed as auditors.',
  ])
})
