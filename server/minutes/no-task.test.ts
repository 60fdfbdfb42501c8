import { expect, test } from 'vitest'
import { minutesFrom } from '../test/spoken-minutes.ts'

/** What looks like somebody's task and is none. */

const all = (...lines: string[]): string[] => {
  const { items, toCheck } = minutesFrom('Ann Bell: Good evening, all.', 'Tom Rowe: Evening.', ...lines)
  return [
    ...items.flatMap(({ actions }) => actions.map(({ text }) => text)),
    ...toCheck.flatMap(({ action }) => (action ? [action.text] : [])),
  ]
}

test.each([
  ['the floor', 'Ann Bell: Mr Rowe, would you like to speak to it?', 'Tom Rowe: Yes. It is about boats.'],
  ['a grumble', 'Ann Bell: So it is not carried.', "Tom Rowe: I'll keep calling then."],
  ['who lost', 'Ann Bell: That is not going ahead.', "Tom Rowe: OK. I'll ask again next year."],
  ['hold to that', 'Ann Bell: It will be done.', "Tom Rowe: I'll hold you to that."],
  [
    'when they meet',
    'Ann Bell: The next meeting of the governing body will be on Thursday the eleventh of February.',
    'Tom Rowe: Good.',
  ],
  ['what suffices', 'Ann Bell: Do I put a cross or a tick?', 'Tom Rowe: Either will do.'],
  ['refused', 'Ann Bell: Tom, would you have a word with flat 14?', "Tom Rowe: No way, he's twice my size."],
])('no task: %s', (_, ...lines) => {
  expect(all(...lines)).toEqual([])
})

test.each([
  [
    ['Ann Bell: Tom, would you write to the bank?', "Tom Rowe: Yes, I'll do that."],
    /Tom Rowe to write to the bank/,
  ],
  [['Ann Bell: Tom, will you speak to the bank?', 'Tom Rowe: Yes.'], /Tom Rowe to speak to the bank/],
  [["Tom Rowe: I'll keep chasing the bank until they answer, and report by Friday."], /chasing the bank/],
  [
    ['Ann Bell: Tom, will you and Farah look at the wording?', 'Tom Rowe: Yes, of course.'],
    /^Tom Rowe and Farah to look at the wording\.$/,
  ],
])('a task: %s', (lines, text) => {
  expect(all(...lines)).toEqual([expect.stringMatching(text)])
})

test('what the next words give to another is not the task of who said it', () => {
  const { items } = minutesFrom(
    'Ann Bell: The figures will be announced to the market this afternoon. Tom, you will see to that.',
    "Tom Rowe: I'll put out the announcement by five o'clock today.",
  )
  expect(items.flatMap(({ actions }) => actions.map(({ owner }) => owner))).toEqual(['Tom Rowe'])
})

test('a promise stands in its own words behind what was said to tease', () => {
  const [only] = all(
    "Tom Rowe: I'd gladly come and talk.",
    "Ann Bell: I'd hold you to that.",
    "Tom Rowe: I'll come to the March depot, I'll do it before Christmas.",
  )
  expect(only).toContain('March depot')
  expect(only).not.toContain('hold you')
})

const dated = (appointed: string): (string | null)[] =>
  minutesFrom(
    'Minutes of a meeting of the board',
    'Present: Ann Lee (chair), Bob Day',
    '1. Director',
    `IT WAS RESOLVED that Ms Roberts be appointed as a director${appointed}. The Company Secretary would file form AP01 within fourteen days of the appointment, and confirmed that Ms Roberts had verified her identity.`,
    '2. Roof',
    'It was agreed to mend the roof.',
  ).items.flatMap(({ actions }) => actions.map(({ dueDate }) => dueDate))

test('days after an event count from the day that was named for it, and from no other', () => {
  expect(dated(' with effect from 1 January 2027')).toEqual(['2027-01-15'])
  expect(dated('')).toEqual([null])
})
