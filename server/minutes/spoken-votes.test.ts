import { expect, test } from 'vitest'
import { found } from '../test/spoken-minutes.ts'

/** Votes as they are said when hands are counted. */

const next = [
  'Chair: Resolution two, to appoint Bell and Co as auditors. In favour? Six. Against? None. Carried.',
]

test('what is said beside an abstention counts for the side that was asked', () => {
  const { facts } = found(
    'Ann Bell: I move that from Easter the school closes at ten past two on Fridays.',
    "Toby Wynn: I'll second it.",
    'Chair: In favour? Two. Against? Six, and one abstention, I think. Ms Finch?',
    'Ms Finch: Yes, I abstained.',
    'Chair: The motion falls.',
  )
  expect(facts).toEqual([expect.stringMatching(/^rejected 2:6:1 /)])
})

test.each([
  ['Those in favour? Thank you. Those against? Two. Carried.', '-:2:-'],
  ['Those in favour? Against? I can see three. Carried by a large majority.', '-:3:-'],
  ['In favour? Seven. Against? None. Carried.', '7:0:-'],
])('hands that are counted in a word are the vote on a resolution called by its number: %s', (said, vote) => {
  const { facts, doubts } = found(
    `Chair: Resolution one, to declare a dividend of four pence. ${said}`,
    ...next,
  )
  expect([facts[0], doubts]).toEqual([`carried ${vote} To declare a dividend of four pence.`, []])
})

test.each([
  ['Those in favour? Thank you. Those against? Two pages are missing here. Carried.'],
  ['Those in favour? Thank you. Those against? Thank you. Three of you came by boat. Carried.'],
])('a number that counts no hands is no vote: %s', (said) => {
  const { facts } = found(`Chair: Resolution one, to declare a dividend of four pence. ${said}`, ...next)
  expect(facts[0]).toBe('carried To declare a dividend of four pence.')
})

test('a tie in the words that say it was lost is its vote', () => {
  const { facts, doubts } = found(
    'Chair: Item two. Toby Wynn proposed that the spending authority be raised to half a million.',
    "Ann Bell: I can't support that.",
    "Chair: Two for and two against, and I don't have a casting vote. So it is not carried.",
  )
  expect([...facts, ...doubts].filter((one) => one.startsWith('rejected 2:2:-')).length).toBe(1)
})
