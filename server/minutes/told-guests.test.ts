import { expect, test } from 'vitest'
import { minutesFrom } from '../test/spoken-minutes.ts'

const attending = (...lines: string[]): string[] =>
  minutesFrom(...lines).present.flatMap(({ name, inAttendance }) => (inAttendance ? [name] : []))
const talk = ['Louise Teague: Evening, all.', 'Tom Lee: The roof leaks.', 'Ann Bell: Thank you.']

test.each([
  'Ann Bell: We have Tom and me, and Louise from the managing agents.',
  'Ann Bell: With us is Tom, and Louise, our solicitor.',
  'Ann Bell: We have Tom, and Louise as secretary.',
  'Ann Bell: Tom is here, and Louise, finance director, for item four.',
])('whoever is there for others is in attendance: %s', (line) => {
  expect(attending(line, ...talk)).toEqual(['Louise Teague'])
})

test.each([
  'Ann Bell: We have Tom and Louise here.',
  'Ann Bell: We have Tom here, and Louise from Elm House.',
  'Ann Bell: We have a letter to Louise from the managing agents here.',
  'Ann Bell: If we have Louise from the managing agents in, it will take longer.',
])('and nobody else is: %s', (line) => {
  expect(attending(line, ...talk)).toEqual([])
})

const head = [
  'MINUTES of a meeting of the board',
  'Present: Ann Lee',
  '1. Accounts',
  'The accounts were approved.',
  '2. Roof',
  'It was agreed to mend the roof.',
]

test('a single name behind "Present:" is somebody who was there', () => {
  expect(minutesFrom(...head).present.map(({ name }) => name)).toEqual(['Ann Lee'])
})

test('an adviser with the name of a firm, who was also there, is in attendance', () => {
  const [title, , ...rest] = head
  const lines = [
    title!,
    'Present: Ann Lee, Bob Day',
    'Also there: Ms Tara Finch of Finch & Lyle, solicitors (items 2 to 5)',
    ...rest,
  ]
  expect(attending(...lines)).toEqual(['Ms Tara Finch'])
  expect(minutesFrom(...lines).present).toHaveLength(3)
})

test.each([
  'Chair ...................   Date ..............',
  'Signed: ____________ Chairman',
  'Date: ________',
])('where minutes are signed is no point of discussion: %s', (line) => {
  const { items, toCheck } = minutesFrom(...head, '3. Next meeting', 'To be arranged in the spring.', line)
  const told = items.flatMap(({ discussion, decisions }) =>
    [...discussion, ...decisions].map(({ text }) => text),
  )
  expect(told.join(' ')).not.toMatch(/Chair|Date|Signed/)
  expect(told).not.toHaveLength(0)
  expect(toCheck).toEqual([])
})

test('a sentence of the chair is told, with whatever dots', () => {
  const { items } = minutesFrom(
    ...head,
    '3. Fence',
    'The chair said that the fence ..... was down.',
    'Nothing was agreed.',
  )
  expect(JSON.stringify(items)).toContain('the fence')
})
