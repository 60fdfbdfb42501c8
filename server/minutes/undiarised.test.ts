import { expect, test } from 'vitest'
import { minutesFrom } from '../test/spoken-minutes.ts'

/** Running text without speakers: what somebody tells of a meeting, and talk that nobody has told apart. */

const facts = (text: string): string[] =>
  minutesFrom(text).items.flatMap(({ decisions }) => decisions.map(({ evidence }) => evidence[0]!.quote))

const story =
  'So we met at seven and I took notes. The treasurer went through the accounts. Then the roof was looked at, which leaked badly.'

test.each([
  'Bob joked that the treasurer was appointed king.',
  'The grant application was approved was the rumour I heard.',
  'The grant application was approved, or so Bob said.',
  'You know that the grant application was approved.',
])('no decision in a story: %s', (line) => {
  expect(facts(`${story} ${line} Priya left at nine.`)).toEqual([])
})

test('talk in which people speak of themselves is no story', () => {
  const talk =
    'I looked at the roof and I need a ladder. I went up on Friday and you were out. The grant application was approved. I indeed liked it.'
  expect(facts(talk)).toEqual([])
})

test.each([
  'The board approved the quote from Dale and Sons at 4,200.',
  'It was agreed that the fee rises to 40 pounds from April.',
])('a decision in a story: %s', (line) => {
  expect(facts(`${story} ${line} Priya left at nine.`)).toEqual([line])
})

const next = (line: string): string | undefined =>
  minutesFrom('Chair: Item one, the roof.', 'Ann Bell: It leaks.', `Chair: ${line}`, 'Chair: Thank you all.')
    .nextMeeting?.text

test.each([
  "The bank's annual meeting is on the third of May 2027 if you want to go.",
  'Their annual general meeting is on the third of May 2027.',
  'The annual meeting of the bank is on the third of May 2027.',
  'The rugby club has its AGM, and that AGM is on the third of May 2027.',
])('the meeting of others is not the next: %s', (line) => {
  expect(next(line)).toBeUndefined()
})

test.each([
  'The annual general meeting is on the third of May 2027.',
  'Our AGM will be on the third of May 2027.',
])('their own meeting is the next: %s', (line) => {
  expect(next(line)).toContain('third of May 2027')
})

const minuted = (line: string): string[] =>
  facts(
    `The club met at seven and the notes were taken. It was agreed that the fee rises to 40 pounds from April. ${line}`,
  )

test.each([
  'Bob joked that the treasurer was appointed king.',
  'Tom quipped that it was agreed to sell the vicar.',
])('a jest that is told without an I or we is no decision: %s', (line) => {
  expect(minuted(line)).toEqual(['It was agreed that the fee rises to 40 pounds from April.'])
})

test('whoever was asked to do something in such a story has it to do', () => {
  const { items } = minutesFrom(
    'The club met at seven and the notes were taken. It was agreed that the fee rises to 40 pounds from April. Priya was asked to write to the members by Friday.',
  )
  expect(items.flatMap(({ actions }) => actions.map(({ owner }) => owner))).toEqual(['Priya'])
})
