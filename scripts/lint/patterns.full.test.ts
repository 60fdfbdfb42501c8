import { expect, test } from 'vitest'
import { allPatterns } from './all-patterns.ts'
import { asFile, keyOf, knownVerdicts, verdictOn, type Verdict } from './patterns.mjs'

/** `npm run patterns` writes it anew. */
test('what is known of the patterns is written down', { timeout: 1_800_000 }, async () => {
  const known = knownVerdicts()
  const verdicts: Record<string, Verdict> = {}
  for (const pattern of await allPatterns()) {
    const key = keyOf(pattern)
    verdicts[key] ??= known[key] ?? (await verdictOn(pattern, { timeout: 8000 }))
  }
  await expect(asFile(verdicts)).toMatchFileSnapshot('./patterns.json')
})
