import { expect, test } from 'vitest'
import { textFile } from './text-format.ts'

test('a file for people says where somebody else spoke meanwhile', () => {
  const segment = (id: number, start: number, text: string) => ({
    ...{ id, start, timestamp: start, end: start + 5, text, words: [] },
    speaker: `Speaker ${id}`,
  })
  const segments = [segment(1, 0, 'Good morning.'), { ...segment(2, 4, 'Morning.'), overlap: true }]
  const file = textFile({
    title: 'Board',
    segments,
    gaps: [],
    pauses: [],
    takes: [],
    bundled: false,
    state: 'complete',
  })
  expect(file).toBe(
    'Board\n\n[00:00:00] [Speaker 1] Good morning.\n[00:00:04] [Speaker 2] Morning. (overlapping speech)\n',
  )
})
