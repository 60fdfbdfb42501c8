import { expect, test } from 'vitest'
import { allPatterns } from './all-patterns.ts'
import { keyOf, knownVerdicts, verdictOn, type Verdict } from './patterns.mjs'

// What takes a power of a sentence's length, which is bounded, has a thread and a deadline (processes/thread.ts).
test('no pattern can be kept busy by what somebody writes', async () => {
  const known = knownVerdicts()
  const slow: string[] = []
  const briefly = new Map<string, Verdict>()
  const undecided = new Set<string>()
  for (const pattern of await allPatterns()) {
    const key = keyOf(pattern)
    const verdict =
      known[key] ?? briefly.get(key) ?? (await verdictOn(pattern, { timeout: 1500, checkers: ['auto'] }))
    if (!(key in known)) briefly.set(key, verdict)
    if (verdict === 'undecided') undecided.add(key)
    if (verdict === 'exponential') slow.push(`${pattern.file}: /${pattern.source}/${pattern.flags}`)
  }
  expect(slow).toEqual([])
  if (briefly.size > 0)
    process.stderr.write(
      `${briefly.size} patterns are new and were looked at for 1.5 s each; \`npm run patterns\` looks longer and writes down what it finds.\n`,
    )
  process.stderr.write(`${undecided.size} patterns could not be decided either way in their time.\n`)
})

test('a pattern that reads "Dr Ali" in two ways is found', async () => {
  const twoWays = {
    source: String.raw`^(?:(?:Dr )?\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*,? ?)+$`,
    flags: 'u',
    file: '',
  }
  expect(await verdictOn(twoWays, { timeout: 8000 })).toBe('exponential')
})
