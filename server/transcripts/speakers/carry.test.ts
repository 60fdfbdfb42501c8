import { expect, test } from 'vitest'
import { carryNamings } from './carry.ts'

const said = (...turns: [number, number, string | null][]) =>
  turns.map(([from, to, speaker]) => ({ start_ms: from * 1000, end_ms: to * 1000, speaker }))
const ann = { name: 'Ann Lee', dismissed: [] }
const ben = { name: null, dismissed: ['Tom'] }
const namings = new Map<string, { name: string | null; dismissed: string[] }>([
  ['Speaker 1', ann],
  ['Speaker 2', ben],
])
const before = said([0, 10, 'Speaker 1'], [10, 20, 'Speaker 2'], [20, 30, 'Speaker 1'], [30, 40, null])

test('names follow the turns, whatever the labels are now', () => {
  expect(carryNamings(namings, before, before)).toEqual(namings)
  const swapped = said(
    [0, 9.5, 'Speaker 2'],
    [10.5, 20, 'Speaker 1'],
    [20, 30, 'Speaker 2'],
    [30, 40, 'Speaker 3'],
  )
  expect(carryNamings(namings, before, swapped)).toEqual(
    new Map<string, unknown>([
      ['Speaker 2', ann],
      ['Speaker 1', ben],
    ]),
  )
})

test('a name goes to one speaker, and to nobody whose turns are others', () => {
  const divided = said([0, 10, 'Speaker 1'], [10, 20, 'Speaker 2'], [20, 24, 'Speaker 3'])
  expect(carryNamings(namings, before, divided).get('Speaker 3')).toBeUndefined()
  expect(carryNamings(namings, before, said([0, 40, 'Speaker 2']))).toEqual(new Map([['Speaker 2', ann]]))
  expect(carryNamings(namings, before, said([0, 10, 'Speaker 1'], [10, 40, 'Speaker 1']))).toEqual(
    new Map([['Speaker 1', ann]]),
  )
  expect(carryNamings(namings, before, said([50, 90, 'Speaker 1'])).size).toBe(0)
  expect(carryNamings(namings, before, said([0, 40, null])).size).toBe(0)
})
