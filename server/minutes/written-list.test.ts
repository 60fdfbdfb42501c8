import { expect, test } from 'vitest'
import { send } from '../test/client.ts'
import { minutesOf, textMeeting } from '../test/minutes.ts'
import { sharedAppliance } from '../test/server.ts'

const shared = sharedAppliance()

async function contentOf(text: string) {
  const { url } = shared()
  const id = await textMeeting(url, text)
  await send(url, 'POST', `/api/recordings/${id}/summary`)
  return (await minutesOf(url, id)).minutes!.content!
}
async function presentIn(text: string): Promise<string[]> {
  const { present, apologies } = await contentOf(text)
  return [
    ...present.map(({ name, inAttendance }) => (inAttendance ? `${name} attends` : name)),
    ...apologies.map((one) => `${one.text} away`),
  ]
}

const items = `
1. Notice
The chair reported that due notice had been given.

2. Interim dividend
It was resolved that an interim dividend of 10p a share be paid.
`

test('who stands below the first name of a list is there as well', async () => {
  const names = ['Helen Sugden', 'Mark Tattersall', 'Priya Nair', 'Oliver Crane attends', 'Stuart Boyle away']
  expect(
    await presentIn(
      `CALDER VALE LIMITED\nMinutes of a meeting of the board\n\nPresent:        Helen Sugden (Chair)\n                Mark Tattersall\n                Priya Nair\nIn attendance:  Oliver Crane (Company Secretary)\nApologies:      Stuart Boyle\n${items}`,
    ),
  ).toEqual(names)
  expect(
    await presentIn(
      `Minutes of a meeting of the board\n\nPresent: Helen Sugden\nMark Tattersall – managing director\nPriya Nair, treasurer\nIn attendance:\nOliver Crane\nApologies: Stuart Boyle\n${items}`,
    ),
  ).toEqual(names)
  // With titles and initials, and the numbered items right below them.
  expect(
    await presentIn(
      `Minutes of the trustees\nPresent: Canon E. Mallory (Chair)\nMr G. Tewkes\nMrs F Hussain and Mr L Branscombe\nMiss O. Strang\n${items}`,
    ),
  ).toEqual(['Canon E. Mallory', 'Mr G. Tewkes', 'Mrs F Hussain', 'Mr L Branscombe', 'Miss O. Strang'])
})

test('a heading below a list is nobody', async () => {
  const list = 'Minutes of the board\nPresent: Helen Sugden (Chair)\nMark Tattersall\nPriya Nair\n'
  const names = ['Helen Sugden', 'Mark Tattersall', 'Priya Nair']
  expect(await presentIn(`${list}\nOffice Lease\nThe lease was renewed for five years.\n`)).toEqual(names)
  expect(await presentIn(`${list}\nOffice lease\nIt was renewed for five years.\n`)).toEqual(names)
  expect(await presentIn(`${list}\nThe meeting was opened at ten o'clock.\n${items}`)).toEqual(names)
  expect(await presentIn(`${list}\nFORMAL BUSINESS\n${items}`)).toEqual(names)
  expect(
    await presentIn(
      `Minutes of the board\nPresent: Helen Sugden, Mark Tattersall, Priya Nair\n\nOffice Lease\nIt was renewed for five years.\n`,
    ),
  ).toEqual(names)
})

test('minutes with one item have its own heading', async () => {
  const head = 'Minutes of the board\n\nPresent: Helen Sugden (Chair), Mark Tattersall\n\n'
  const close = '\nThere being no further business the meeting closed.\n'
  const headingsIn = async (text: string) =>
    (await contentOf(text)).items.map(({ number, heading }) => [number, heading])
  const appointed =
    'Apologies for absence were noted.\nIt was resolved that Anil Rao be appointed as a director of the company.\n'
  const minuted =
    'The minutes of the last meeting were taken as read.\nMinutes of the previous meeting: none.\nIt was resolved that the lease be renewed for five years.\n'
  expect(await headingsIn(`${head}1. Appointment of a director\n${appointed}${close}`)).toEqual([
    ['1', 'Appointment of a director'],
  ])
  expect(await headingsIn(`${head}Item 4: Renewal of the lease\n${minuted}`)).toEqual([
    ['4', 'Renewal of the lease'],
  ])
  expect(await headingsIn(`1. Appointment of a director\n${appointed}`)).toEqual([
    ['1', 'Appointment of a director'],
  ])
})
