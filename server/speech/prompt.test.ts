import { expect, test } from 'vitest'
import { promptOf, promptTokens, takesPrompt, tokensAtMost } from './prompt.ts'

test('attendees, then the agenda, then words; in the text the most important comes last', () => {
  const prompt = promptOf({
    attendees: ['Sarah Chen', 'Tom  Okoro', 'sarah chen'],
    agenda: ['Budget review 2026-04-03', 'Kestrel lease.'],
    terms: ['EBITDA', 'Tom Okoro', 'Ffestiniog'],
  })
  expect(prompt).toBe('EBITDA, Ffestiniog. Budget review Kestrel lease. Sarah Chen, Tom Okoro.')
  expect(promptOf({ attendees: [], agenda: [''], terms: [] })).toBe('')
})

test('however much is known, it stays within the room that there is', () => {
  const many = (word: string): string[] =>
    Array.from({ length: 300 }, (_, i) => `${word}${'abcdefghij'[i % 10]}${i}`)
  const prompt = promptOf({
    attendees: ['Krzysztof Brzęczyszczykiewicz', '李小龙', ...many('Wojciechowski')],
    agenda: [many('Quarterly').join(' ')],
    terms: many('Acme'),
  })
  expect(prompt).toContain('Brzęczyszczykiewicz')
  expect(tokensAtMost(prompt)).toBeLessThanOrEqual(promptTokens)
})

test('a long agenda leaves room for words', () => {
  const agenda = [
    'the minutes of the last meeting and the report of the auditors and any other business '.repeat(9),
  ]
  expect(promptOf({ attendees: ['Sarah Chen'], agenda, terms: ['Ffestiniog'] })).toMatch(
    /^Ffestiniog\. the minutes/,
  )
})

test('tokens are counted high: names and abbreviations more than ordinary words', () => {
  expect(tokensAtMost('the lease of the house')).toBe(7)
  expect(tokensAtMost('Sarah Chen.')).toBe(6)
  expect(tokensAtMost('EBITDA')).toBe(6)
  expect(tokensAtMost('Siobhán')).toBe(5)
  expect(tokensAtMost('李小龙')).toBe(9)
})

test('the bundled model gets no prompt', () => {
  expect(takesPrompt({ bundled: true })).toBe(false)
  expect(takesPrompt({ bundled: false })).toBe(true)
})
