import { expect, test } from 'vitest'
import { sentencesOf } from './sentences.ts'

const texts = (text: string): string[] => sentencesOf(text).map((one) => one.text)

test('what goes on for minutes without a full stop is cut at commas, else between words; nothing is lost', () => {
  expect(texts('Mr. Okoro agreed. So did we, in the end? Yes.')).toEqual([
    ...['Mr. Okoro agreed.', 'So did we, in the end?', 'Yes.'],
  ])
  expect(texts('No. The plan is No. 5 of St. Mary.')).toEqual(['No.', 'The plan is No. 5 of St. Mary.'])
  const talk = Array.from({ length: 32_000 }, (_, i) => (i % 41 === 0 ? 'so,' : `w${i % 97}`)).join(' ')
  const pieces = texts(`${talk} shall we agree?`)
  expect(pieces.join(' ')).toBe(`${talk} shall we agree?`)
  for (const piece of pieces) {
    expect(piece.split(' ').length).toBeLessThanOrEqual(60)
    expect(piece.length).toBeLessThanOrEqual(400)
  }
  expect(pieces.filter((piece) => piece.endsWith('so,')).length).toBeGreaterThan(300)
  // No piece of a question is taken for a statement.
  expect(sentencesOf(`${'or the lease '.repeat(40)}, is that agreed?`).every((one) => one.isQuestion)).toBe(
    true,
  )
  // Without a space; never in the midst of a character.
  const signs = texts('😀'.repeat(500))
  expect(signs.join('')).toBe('😀'.repeat(500))
  expect(signs.every((one) => Buffer.from(one).toString() === one)).toBe(true)
})

test('quotation marks that nobody closes cost no time', () => {
  const began = Date.now()
  for (const mark of ['“', '‘', '"']) sentencesOf(`${mark}a `.repeat(60_000))
  expect(Date.now() - began).toBeLessThan(3000)
  expect(
    sentencesOf('He said “we agreed. It is done” and left.').map(({ own }) => own.includes('agreed')),
  ).toEqual([false])
})
