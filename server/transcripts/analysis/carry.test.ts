import { expect, test } from 'vitest'
import { carryClaims } from './carry.ts'

let id = 0
const said = (...lines: [from: number, to: number, speaker: string | null, text: string][]) =>
  lines.map(([from, to, speaker, text]) => ({
    ...{ id: ++id, start_ms: from * 1000, end_ms: to * 1000 },
    ...{ speaker, text },
  }))
const before = said(
  [0, 5, 'Speaker 1', 'You can call me Sarah. Priya will explain.'],
  [5, 30, 'Speaker 2', 'The deficit has grown.'],
  [30, 40, 'Speaker 1', 'Much obliged to you.'],
)
const own = {
  ...{ segmentId: before[0]!.id, label: 'Speaker 1', name: 'Sarah', strength: 0.5 },
  quote: 'You can call me Sarah.',
}
const other = { ...own, label: 'Speaker 2', name: 'Priya', quote: 'Priya will explain.' }
const claims = [own, other]

test('told apart anew, names go with the voices, and a sentence with whoever says it', () => {
  const after = said(
    [0, 2.5, 'Speaker 3', 'You can call me Sarah.'],
    [2.5, 5, 'Speaker 2', 'Priya will explain.'],
    [5, 30, 'Speaker 1', 'The deficit has grown.'],
    [30, 40, 'Speaker 2', 'Much obliged to you.'],
  )
  expect(carryClaims(claims, before, after, { byPerson: false })).toEqual([
    { ...own, segmentId: after[0]!.id, label: 'Speaker 3' },
    { ...other, segmentId: after[1]!.id, label: 'Speaker 1' },
  ])
})

test('what was said no longer, or long before or after, or by nobody who is known, goes', () => {
  const changed = said(
    [0, 5, 'Speaker 1', 'Priya is to explain.'],
    [5, 30, 'Speaker 2', 'The deficit has grown.'],
  )
  const late = said([60, 65, 'Speaker 1', before[0]!.text], [65, 90, 'Speaker 2', 'The deficit has grown.'])
  const unknown = said([0, 5, null, before[0]!.text], [5, 30, 'Speaker 2', 'The deficit has grown.'])
  for (const after of [changed, late, unknown])
    expect(carryClaims(claims, before, after, { byPerson: true })).toEqual([])
})

test('who is one with the speaker of the sentence by a person’s word is not named by it', () => {
  const merged = before.map((line) => ({ ...line, speaker: 'Speaker 1' }))
  expect(carryClaims(claims, before, merged, { byPerson: true })).toEqual([own])
})
