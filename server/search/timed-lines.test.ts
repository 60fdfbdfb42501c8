import { expect, test } from 'vitest'
import { shortEnough } from './cut.ts'
import { momentAt, packLines, unpackLines } from './timed-lines.ts'

const place = { page: null, speaker: null }

test('each part of a long passage keeps when its own lines were said', () => {
  const said = Array.from(
    { length: 40 },
    (_, i) => `Line ${i} ${'of many words that go on '.repeat(4).trim()}.`,
  )
  let from = 0
  const lines = said.map((text, i) => {
    const line = { from, at: i * 10 }
    from += text.length + 1
    return line
  })
  const parts = shortEnough({ text: said.join(' '), at: 0, ...place, lines })
  expect(parts.length).toBeGreaterThan(2)
  expect(parts.map(({ text }) => text).join(' ')).toBe(said.join(' '))
  const moments = parts.flatMap(({ text, lines: own }) =>
    [...text.matchAll(/Line (\d+) /g)].map((match) => [
      Number(match[1]) * 10,
      momentAt(own ?? [], match.index),
    ]),
  )
  expect(moments).toHaveLength(40)
  for (const [wanted, found] of moments) expect(found).toBe(wanted)
  // A part that begins in the midst of a line begins when that line does.
  for (const { at, lines: own } of parts) expect(at).toBe(own?.[0]?.at)
})

test('lines come back as they were kept, and where nobody knows there are none', () => {
  const lines = [
    { from: 0, at: 1.25 },
    { from: 12, at: 85 },
  ]
  expect(unpackLines(packLines(lines))).toEqual(lines)
  expect([packLines([]), packLines(undefined)]).toEqual([null, null])
  expect(momentAt(unpackLines(null), 5)).toBe(null)
  expect([0, 11, 12, 400].map((at) => momentAt(lines, at))).toEqual([1.25, 1.25, 85, 85])
})
