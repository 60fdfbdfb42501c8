import { expect, test } from 'vitest'
import { minutesBlocks } from './minutes-blocks.ts'

test('minutes are set with their head, numbered items, decisions, a table and a place to sign', () => {
  const markdown = `# Minutes of the board

**Date:** 19 November 2026 · **Place:** Leeds
**Present:** Sarah Chen (chair)

## 1. Accounts

- **Carried:** That the *accounts* be approved.
- Turnover was £412,000.

| Action | Owner |
| --- | --- |
| Get two quotes \\| letters | Priya Shah |
`
  expect(minutesBlocks(markdown, 'Board')).toEqual([
    { kind: 'title', text: 'Minutes of the board' },
    { kind: 'pair', left: 'Date', text: '19 November 2026' },
    { kind: 'pair', left: 'Place', text: 'Leeds' },
    { kind: 'pair', left: 'Present', text: 'Sarah Chen (chair)' },
    { kind: 'gap' },
    { kind: 'heading', number: '1.', text: 'Accounts' },
    { kind: 'notice', text: 'Carried: That the accounts be approved.' },
    { kind: 'bullet', text: 'Turnover was £412,000.', indent: 0 },
    { kind: 'table', head: ['Action', 'Owner'], rows: [['Get two quotes | letters', 'Priya Shah']] },
    { kind: 'signature', label: 'Signed as a true record of the meeting:' },
  ])
})
