import { expect, test } from 'vitest'
import { piecesOf } from './pieces.ts'

test('what no source says is marked whole, across numbers, bold and white space', () => {
  const pieces = piecesOf('It is **due** [1]. Directors **can** ignore it  [2]. It costs £5 of £50 [1].', [
    'Directors can ignore it.',
    '£5',
  ])
  const marked = pieces.filter((piece) => 'unsupported' in piece && piece.unsupported)
  expect(marked.map((piece) => ('text' in piece ? piece.text : ''))).toEqual([
    'Directors ',
    'can',
    ' ignore it  ',
    '.',
    '£5',
  ])
  expect(pieces.flatMap((piece) => ('number' in piece ? [piece.number] : []))).toEqual([1, 2, 1])
  expect(pieces.flatMap((piece) => ('bold' in piece && piece.bold ? [piece.text] : []))).toEqual([
    'due',
    'can',
  ])
})

test('a figure is marked within a word, and not within another figure', () => {
  const marked = piecesOf('Since Q5 it is 50.', ['5']).filter(
    (piece) => 'unsupported' in piece && piece.unsupported,
  )
  expect(marked).toHaveLength(1)
})
