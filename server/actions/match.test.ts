import { expect, test } from 'vitest'
import { matchActions } from './match.ts'

const at = (start: number, quote: string, title = quote) => ({
  title,
  evidence: [{ start, end: start + 5, quote }],
})

test('the same action is known again in the words of another run, and two of one place stay two', () => {
  const there = [
    at(10, "I'll get two comparable quotes by Friday", 'Priya Shah to get two comparable quotes.'),
    at(40, "I'll send the report", 'Tom Okoro to send the report.'),
    at(80, 'I will call the landlord and write to the agent', 'Tom to call the landlord.'),
    at(80, 'I will call the landlord and write to the agent', 'Tom to write to the agent.'),
  ]
  const found = [
    at(80.4, 'write to the agent', 'Tom Okoro to write to the agent.'),
    at(80.4, 'call the landlord', 'Tom Okoro to call the landlord.'),
    at(11, 'I get to comparable coats by Friday', 'Priya Shah to obtain quotes.'),
    at(300, "I'll send the minutes to Anna", 'Tom Okoro to send the minutes.'),
  ]
  expect(matchActions(found, there)).toEqual(
    new Map([
      [0, 3],
      [1, 2],
      [2, 0],
    ]),
  )
})

test('what a person has changed is known by its place alone', () => {
  const bundled = at(10, 'zebra lamp window', 'Something else')
  const real = at(9.5, 'we buy the building next door', 'Tom to buy the building.')
  expect(matchActions([real], [bundled]).size).toBe(0)
  expect(matchActions([real], [{ ...bundled, changed: true }]).size).toBe(1)
})
