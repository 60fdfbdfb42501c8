import { expect, test } from 'vitest'
import { minutesFrom } from '../test/spoken-minutes.ts'

/** Notes of a meeting in points: the mark before a point is no part of it, and each is by itself. */

const notes = (bullet: string): string[] => [
  'Notes of the Finance Committee, 19 November 2026',
  'Present: Asha Rao, Bill Coe, Yvonne Hart',
  '',
  'Arrears',
  // Points often have no full stop.
  `${bullet}Yvonne Hart went through the list${bullet ? '' : '.'}`,
  `${bullet}Agreed to offer flat 9 a payment plan of £20 a week.`,
  `${bullet}Yvonne Hart to write to flat 9 by 27 November.`,
  '',
  'Away day',
  `${bullet}Asha asked Bill Coe to organise it; he said he has no time this year.`,
  '',
  'Any other business',
  `${bullet}Dot asked for a light over the back door. Agreed, up to £150.`,
  '',
  'Lettings',
  `${bullet}There were two new lettings. Noted.`,
]

const items = (...lines: string[]): Record<string, string[]> =>
  Object.fromEntries(
    minutesFrom(...lines).items.map(({ heading, decisions, actions }) => [
      heading,
      [...decisions.map(({ outcome, text }) => `${outcome} ${text}`), ...actions.map(({ text }) => text)],
    ]),
  )

test.each(['', '- ', '• ', '* ', '– '])('points with %j before them say the same', (bullet) => {
  const found = items(...notes(bullet))
  expect(found).toMatchObject({
    Arrears: [
      'carried To offer flat 9 a payment plan of £20 a week.',
      'Yvonne Hart to write to flat 9 by 27 November.',
    ],
    'Any other business': ['carried “Dot asked for a light over the back door. Agreed, up to £150.”'],
    Lettings: ['noted “There were two new lettings.”'],
  })
  // What was asked above the heading of another item was not agreed under it.
  expect(found['Away day'] ?? []).toEqual([])
})

test('the words of a point are found in the text, mark or not', () => {
  const [decision] = minutesFrom(...notes('• ')).items.flatMap(({ decisions }) => decisions)
  expect(decision!.evidence.map(({ quote }) => quote)).toEqual([
    'Agreed to offer flat 9 a payment plan of £20 a week.',
  ])
})

test('a dash at the margin is within its sentence', () => {
  expect(
    items(
      'Minutes of the board, 19 November 2026',
      '',
      '1. Lease',
      'It was resolved that the lease of the long shed by the river be renewed for three years',
      '– its roof and its gates with it – at the rent that was paid before.',
    )['Lease'],
  ).toEqual([
    'carried That the lease of the long shed by the river be renewed for three years – its roof and its gates with it – at the rent that was paid before.',
  ])
})
