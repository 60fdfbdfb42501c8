import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../test/files.ts'
import { documentOf } from './document.ts'
import { renderPdf } from './pdf.ts'

const minutes = `# Minutes of the board

**Date:** 19 November 2026 · **Place:** Leeds
**Present:** Łucja Żak (chair)

## 1. Accounts

- **Carried:** That the *accounts* be approved.

| Action | Owner |
| --- | --- |
| Get two quotes \\| letters | Priya Shah |
`

test('minutes are printed with their head, items, a table and a place to sign, whose spot is known', async () => {
  const label = 'Signed as a true record of the meeting:'
  const printed = documentOf(minutes, 'Board', [
    { kind: 'pair', label: 'State', value: 'Signed' },
    { kind: 'notice', text: 'Stated, not verified.' },
    { kind: 'signature', label },
  ])
  expect(printed.title).toBe('Minutes of the board')
  const { bytes, signature } = await renderPdf(printed)
  const file = join(await temporaryFolder(), 'minutes.pdf')
  await writeFile(file, bytes)
  const { stdout } = await promisify(execFile)('pdftotext', ['-bbox', file, '-'])
  const words = [...stdout.matchAll(/yMax="([\d.]+)">([^<]*)</g)].map(([, y, word]) => ({
    y: Number(y),
    word,
  }))
  const text = words.map(({ word }) => word).join(' ')
  expect(text).toContain(
    'Minutes of the board Date: 19 November 2026 · Place: Leeds Present: Łucja Żak (chair)',
  )
  expect(text).toContain('1. Accounts • Carried: That the accounts be approved.')
  expect(text).toContain(
    'Action Owner Get two quotes | letters Priya Shah State Signed Stated, not verified.',
  )
  // Just below the line that asks for it.
  const above = words.findLast(({ word }) => word === 'meeting:')!.y
  const top = signature!.y * 841.89
  expect(signature).toMatchObject({ page: 0, width: expect.closeTo(210 / 595.28, 3) })
  expect(top - above).toBeGreaterThan(0)
  expect(top - above).toBeLessThan(20)
})

test('room for a signature is never torn: it begins on the page that holds it whole', async () => {
  for (const lines of [34, 36, 38, 40, 42]) {
    const text = Array.from({ length: lines }, (_, i) => `Line ${i}.`).join('\n\n')
    const { signature } = await renderPdf(
      documentOf(text, 'Board', [{ kind: 'signature', label: 'Signed:' }]),
    )
    expect(signature!.y * 841.89 + 115, `${lines} lines`).toBeLessThan(841.89 - 62)
  }
})

test('a signature does not stand alone on its page: what is before it comes along', async () => {
  for (const lines of [30, 32, 34, 36, 38, 40]) {
    const text = `${Array.from({ length: lines }, (_, i) => `Line ${i}.`).join('\n\n')}\n\n## Next meeting\n\nOn Tuesday.`
    const { bytes, signature } = await renderPdf(
      documentOf(text, 'Board', [{ kind: 'signature', label: 'Signed:' }]),
    )
    const file = join(await temporaryFolder(), 'minutes.pdf')
    await writeFile(file, bytes)
    const page = String(signature!.page + 1)
    const { stdout } = await promisify(execFile)('pdftotext', ['-f', page, '-l', page, file, '-'])
    expect(stdout, `${lines} lines`).toMatch(/Next meeting\s+On Tuesday\.\s+Signed:/)
  }
})
