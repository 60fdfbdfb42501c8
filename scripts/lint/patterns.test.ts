import { expect, test } from 'vitest'
import { allPatterns } from './all-patterns.ts'
import { keyOf, knownVerdicts, verdictOn } from './patterns.mjs'

// What takes a power of a sentence's length, which is bounded, has a thread and a deadline (processes/thread.ts).
test('no pattern can be kept busy by what somebody writes', async () => {
  const known = knownVerdicts()
  const slow: string[] = []
  for (const pattern of await allPatterns()) {
    // A new one; `npm run patterns` looks longer and writes down what it finds.
    const verdict = known[keyOf(pattern)] ?? (await verdictOn(pattern, { timeout: 1500, checkers: ['auto'] }))
    if (verdict === 'exponential') slow.push(`${pattern.file}: /${pattern.source}/${pattern.flags}`)
  }
  expect(slow).toEqual([])
})

test('a pattern that reads "Dr Ali" in two ways is found', async () => {
  const twoWays = {
    source: String.raw`^(?:(?:Dr )?\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*,? ?)+$`,
    flags: 'u',
    file: '',
  }
  expect(await verdictOn(twoWays, { timeout: 8000 })).toBe('exponential')
})
