import { expect, test } from 'vitest'
import { minutesFrom } from '../test/spoken-minutes.ts'

/** Who is in attendance, and who is present, where one sentence tells both. */

const who = (...lines: string[]): { present: string[]; attending: string[] } => {
  const { present } = minutesFrom(...lines)
  const names = (isGuest: boolean): string[] =>
    present.flatMap(({ name, inAttendance }) => (Boolean(inAttendance) === isGuest ? [name] : []))
  return { present: names(false).sort(), attending: names(true).sort() }
}
const talk = ['Tom Lee: The roof leaks.', 'Rachel Booth: It does.', 'Ann Bell: Thank you.']
const trustees = ['Ann Bell', 'Tom Lee']

test.each([
  'Present are myself, Tom Lee and Jo Day, with our manager Rachel Booth in attendance.',
  'Present are myself, Tom Lee and Jo Day, with Rachel Booth, our manager, in attendance.',
  'Present are myself, Tom Lee and Jo Day, and in attendance, Rachel Booth.',
])('the last of the sentence: %s', (line) => {
  expect(who(`Ann Bell: ${line}`, ...talk)).toEqual({
    present: [...trustees, 'Jo Day'].sort(),
    attending: ['Rachel Booth'],
  })
})

test('all of a list that begins so, with their own offices', () => {
  const line =
    'In attendance, Catherine Loy, the chief financial officer, Mark Devlin, head of internal audit, and Susan Whitford, our audit partner from Kerr Lomas.'
  const { present } = minutesFrom(
    `Ann Bell: Good morning. ${line}`,
    'Tom Lee: Morning.',
    'Mark Devlin: Morning.',
  )
  const guests = present.filter(({ inAttendance }) => inAttendance)
  expect(guests.map(({ name }) => name)).toEqual(['Catherine Loy', 'Mark Devlin', 'Susan Whitford'])
  expect(guests[0]!.role).toBe('chief financial officer')
  expect(guests[1]!.role).not.toBe('chief financial officer')
})

test.each([
  "We've got me and Tom. And Rachel from Moorgate Property, who's our managing agent.",
  'Our general manager, Rachel Booth, is with us.',
  'Rachel Booth is secretary today.',
])('an office of those who attend: %s', (line) => {
  expect(who(`Ann Bell: ${line}`, ...talk).attending).toEqual(['Rachel Booth'])
})

test.each([
  'Present are myself, Tom Lee and Rachel Booth.',
  'With attendance as it is, Rachel Booth and Tom Lee are here.',
  'Our finance director, Rachel Booth, is with us.',
  'On my right is Rachel Booth.',
])('and nobody else: %s', (line) => {
  expect(who(`Ann Bell: ${line}`, ...talk)).toEqual({
    present: [...trustees, 'Rachel Booth'].sort(),
    attending: [],
  })
})

const minutes = ['1. Accounts', 'The accounts were approved.', '2. Roof', 'It was agreed to mend the roof.']

test('an office "of" something in brackets is no firm', () => {
  const lines = [
    'Minutes of a meeting of the board',
    'Present: Mrs E Vaughan (Chair), Mr R Davies',
    'In attendance: Mr J Hale (Company Secretary), Ms K Roberts (Head of Operations, items 5 and 6)',
  ]
  expect(who(...lines, ...minutes).attending).toEqual(['Mr J Hale', 'Ms K Roberts'])
})

test('"There:" and "Sorry not to come:" head lists as well', () => {
  const lines = [
    'Notes of a meeting of the committee',
    'There: Asha (chair), Bill, Dot',
    'Sorry not to come: Lenny, Grace',
  ]
  expect(who(...lines, ...minutes).present).toEqual(['Asha', 'Bill', 'Dot'])
  expect(minutesFrom(...lines, ...minutes).apologies.map(({ text }) => text)).toEqual(['Lenny', 'Grace'])
})
