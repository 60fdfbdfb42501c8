import { expect, it } from 'vitest'
import { linesOf, rowsOf } from './lines.ts'

const said = (id: string | number, text: string, timestamp: number) => ({
  id,
  text,
  timestamp,
  speaker: null,
})

it('puts live words together as they are said, and leaves sentences and votes apart', () => {
  const segments = [
    said('a', 'Good', 1),
    said('b', 'morning everyone.', 1.4),
    said('c', 'Yes.', 3),
    said('d', 'Yes.', 4),
  ]
  const lines = linesOf({ segments, uncertain: 'Item' })
  expect(lines.map(({ text }) => text)).toEqual(['Good morning everyone.', 'Yes.', 'Yes.', ''])
  expect(lines.at(-1)?.uncertain).toBe('Item')
})

it('leaves apart what a long pause divides, and what has been transcribed already', () => {
  const live = [said('a', 'Good', 1), said('b', 'So', 30)]
  expect(linesOf({ segments: live, uncertain: 'we' })).toMatchObject([
    { text: 'Good', uncertain: '' },
    { text: 'So', uncertain: 'we', timestamp: 30 },
  ])
  const done = [said(1, 'Thank you', 1), said(2, 'Grace', 2), said('a', 'The', 3)]
  expect(linesOf({ segments: done, uncertain: '' })).toHaveLength(3)
})

it('lets no line go on across a break, which stands between them', () => {
  const pause = { kind: 'pause', at: 2, length: 15 } as const
  const segments = [said('a', 'Good morning', 1), said('b', 'everyone', 1.98), said('c', 'and', 2.6)]
  const rows = rowsOf({ segments, uncertain: 'welcome' }, [pause])
  expect(rows).toMatchObject([
    { text: 'Good morning' },
    pause,
    { text: 'everyone and', uncertain: 'welcome' },
  ])
  const spoken = rowsOf({ segments: segments.slice(0, 1), uncertain: 'everyone' }, [pause])
  expect(spoken).toMatchObject([{ text: 'Good morning', uncertain: '' }, pause, { uncertain: 'everyone' }])
})

it('goes on in the line of live words that were fetched', () => {
  const segments = [said(-4, 'Item one is', 5), said('b-1', 'the budget.', 6), said('b-2', 'Yes.', 7)]
  expect(linesOf({ segments, uncertain: '' }).map(({ text }) => text)).toEqual([
    'Item one is the budget.',
    'Yes.',
  ])
})
