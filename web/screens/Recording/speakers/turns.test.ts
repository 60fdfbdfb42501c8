import { expect, test } from 'vitest'
import { pathOf, turnsOf } from './turns.ts'

const said = (speaker: string | null, start: number, end: number) => ({ speaker, start, end })

test('what one speaker says in a row is one turn, up to a silence', () => {
  expect(
    turnsOf([
      said('A', 0, 4),
      said('A', 5, 8),
      said('B', 8, 9),
      said('A', 9, 10),
      said('A', 30, 31),
      said(null, 31, 40),
    ]),
  ).toEqual([
    { label: 'A', start: 0, end: 8 },
    { label: 'B', start: 8, end: 9 },
    { label: 'A', start: 9, end: 10 },
    { label: 'A', start: 30, end: 31 },
  ])
  expect(turnsOf([said('A', 0, 0)])).toEqual([]) // a text without times
})

test('a short turn can still be seen, and none goes beyond the end', () => {
  const size = { seconds: 100, width: 1000, top: 2, height: 4, least: 3 }
  expect(pathOf([{ label: 'A', start: 10, end: 20 }], size)).toBe('M100 2h100v4h-100z')
  expect(pathOf([{ label: 'A', start: 99.99, end: 100 }], size)).toBe('M997 2h3v4h-3z')
})
