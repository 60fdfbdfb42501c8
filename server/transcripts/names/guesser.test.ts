import { expect, test } from 'vitest'
import { loadConfig } from '../../config.ts'
import { guessNames } from './guess.ts'
import { createGuesser } from './guesser.ts'

const lines = [
  'Thank you, Sarah, that was clear.',
  'I am Tom Reed.',
  'Priya, over to you.',
  'The lease ends.',
]
const meetingOf = (length: number) => ({
  segments: Array.from({ length }, (_, i) => ({
    id: i + 1,
    start: i * 4,
    speaker: `Speaker ${(i % 6) + 1}`,
    text: lines[i % lines.length]!,
  })),
  listed: ['Priya Shah'],
  confirmed: new Map([['Speaker 6', 'Ann Bell']]),
  dismissed: new Map([['Speaker 1', ['Tom Reed']]]),
})

test('hours of talk are looked at while other things go on, with the same result', async () => {
  const guess = createGuesser(loadConfig({}).appRoot)
  const meeting = meetingOf(5000)
  let turns = 0
  const ticking = setInterval(() => turns++, 1)
  const found = await guess(meeting)
  clearInterval(ticking)
  // Done in one piece, it would be none or one.
  expect(turns).toBeGreaterThan(5)
  expect(found).toEqual(guessNames(meeting))
  expect(await guess(meetingOf(50))).toEqual(guessNames(meetingOf(50)))
})

test('a thread that cannot be started fails what was asked, and not the server', async () => {
  await expect(createGuesser('/nowhere')(meetingOf(200))).rejects.toThrow(/name-guesser/)
})
