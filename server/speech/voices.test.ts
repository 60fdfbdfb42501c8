import { expect, test } from 'vitest'
import { cosine, likenesses } from './voices.ts'

test('cosine: direction counts, length does not; prints of other sizes are nobody', () => {
  expect(cosine([1, 0], [1, 0])).toBe(1)
  expect(cosine([3, 4], [6, 8])).toBeCloseTo(1, 10)
  expect(cosine([1, 0], [0, 5])).toBe(0)
  expect(cosine([1, 0], [-1, 0])).toBe(-1)
  expect(cosine([1, 0], [1, 0, 0])).toBe(0)
  expect(cosine([0, 0], [1, 0])).toBe(0)
})

const sarah = { name: 'Sarah', print: [1, 0, 0] }
const tom = { name: 'Tom', print: [0, 1, 0] }

test('a name for who sounds like them, none for who sounds like nobody', () => {
  const found = likenesses(
    new Map([
      ['Speaker 1', [0.95, 0.1, 0]],
      ['Speaker 2', [0, 0, 1]],
    ]),
    [sarah, tom],
    0.7,
  )
  expect([...found].map(([label, { known }]) => [label, known.name])).toEqual([['Speaker 1', 'Sarah']])
  expect(found.get('Speaker 1')!.similarity).toBeGreaterThan(0.9)
})

test('nobody is two speakers, and who sounds like two people is neither', () => {
  const alike = likenesses(
    new Map([
      ['Speaker 1', [0.9, 0.2, 0]],
      ['Speaker 2', [1, 0, 0]],
      ['Speaker 3', [1, 0.98, 0]],
    ]),
    [sarah, tom],
    0.65,
  )
  expect([...alike].map(([label, { known }]) => [label, known.name])).toEqual([['Speaker 2', 'Sarah']])
  // Two prints of the same person are no rivals.
  const twice = likenesses(
    new Map([['Speaker 1', [1, 0, 0]]]),
    [sarah, { ...sarah, print: [0.99, 0.1, 0] }],
    0.7,
  )
  expect(twice.size).toBe(1)
})
