import { expect, test } from 'vitest'
import { talkOf } from '../language/extract/talk.ts'
import { send } from '../test/client.ts'
import { minutesOf, textMeeting } from '../test/minutes.ts'
import { sharedAppliance } from '../test/server.ts'
import { writtenAttendance } from './written-attendance.ts'

const shared = sharedAppliance()

const letters = 'abcdefghijklmnopqrstuvwxyz'
/** So many people, each with a name of their own. */
const people = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, at) => `A${letters[at % 26]}${letters[Math.floor(at / 26) % 26]}${letters[Math.floor(at / 676)]} Lee`,
  )
const attendanceIn = (text: string) =>
  writtenAttendance(talkOf([{ id: 1, text, speaker: null, start: 0, end: 1 }]))

test('whoever is listed as present is there, however long the list is', async () => {
  const { url } = shared()
  const names = people(300)
  const id = await textMeeting(
    url,
    `Present: ${names.join(', ')} and Bob Day (chair, until item 2)\n\n1. Fees\nThe fees were compared.\n`,
  )
  await send(url, 'POST', `/api/recordings/${id}/summary`)
  const { present } = (await minutesOf(url, id)).minutes!.content!
  expect(present).toHaveLength(301)
  expect(present.at(-1)).toEqual({ name: 'Bob Day', role: 'chair, until item 2' })
})

test('no more are taken than a meeting can have on its list', () => {
  expect(attendanceIn(`Present: ${people(2000).join(', ')}`).members).toHaveLength(500)
  const parts = people(2000).map((name) => `Present: ${name}.`)
  expect(attendanceIn(parts.join(' ')).members).toHaveLength(500)
})

const most = 160_000
const all = (text: string): string => text.repeat(Math.ceil(most / text.length)).slice(0, most)

// Some of these took a minute or two when one expression looked for the next bracket from every comma, or for the end from every dot.
test.each([
  ['dots', `${all('.')}x`],
  ['dots and spaces', `${all('. ')}x`],
  ['spaces', `${all(' ')}x`],
  ['commas', all(',')],
  ['semicolons and points', all(';•')],
  ['commas in a bracket that never closes', `(${all('x, ')}`],
  ['brackets that open', all('Ann (')],
  ['capitals', all('A ')],
  ['"and"', all('Ann and ')],
  ['dashes', all('Ann – ')],
  ['labels', all('Present: ')],
  ['names', people(17_000).join(', ').slice(0, most)],
])('a list of 160 KB of %s is read to its end', (_, list) => {
  const { members, guests, apologies } = attendanceIn(`Present: ${list}`)
  expect(members.length + guests.length + apologies.length).toBeLessThanOrEqual(500)
})
