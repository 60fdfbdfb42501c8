import { expect, test } from 'vitest'
import { chairOf, saidToChair } from '../language/extract/chair.ts'
import { talkOf } from '../language/extract/talk.ts'
import { segmentsOfText } from '../transcripts/revise.ts'
import { send } from '../test/client.ts'
import { minutesOf, textMeeting } from '../test/minutes.ts'
import { sharedAppliance } from '../test/server.ts'

const shared = sharedAppliance()

const talkIn = (text: string) =>
  talkOf(
    segmentsOfText(text, 0).map(({ speaker, text: said }, id) => ({
      ...{ id, text: said, speaker: speaker ?? null, start: id, end: id + 1 },
    })),
  )
const board = (first: string): string =>
  `Margaret Ellison: ${first}\nDavid Okafor: Good morning.\nRuth Pemberton: Good morning, everybody.\n`

test.each([
  ['Present are myself in the chair, David Okafor and Ruth Pemberton.', 'Margaret Ellison'],
  ['Good morning. I’m in the chair.', 'Margaret Ellison'],
  ["I'm chairing today, as Colin is away.", 'Margaret Ellison'],
  ["This is the board, me in the chair, with David and Ruth. Colin isn't here.", 'Margaret Ellison'],
  ["I'm Margaret Ellison, chairing today.", 'Margaret Ellison'],
  ["Colin is ill, so I'll take the chair.", 'Margaret Ellison'],
  ['Margaret Ellison in the chair. With me are David Okafor and Ruth Pemberton.', 'Margaret Ellison'],
  ['David Okafor is chairing today.', 'David Okafor'],
  ['This is the board, with Ruth in the chair.', 'Ruth Pemberton'],
  ['The meeting is chaired by David Okafor.', 'David Okafor'],
  ["I'm not chairing today.", null],
  ['David will be in the chair next month.', null],
  ['The chair, David Okafor, is late.', null],
])('who is in the chair: %s', (first, chair) => {
  const talk = talkIn(board(first))
  expect(saidToChair(talk)).toBe(chair)
  expect(chairOf(talk, [])).toBe(chair)
})

test('who says that they are in the chair is, and not the next who is named; a company is nobody', async () => {
  const { url } = shared()
  const presentIn = async (text: string) => {
    const id = await textMeeting(url, text)
    await send(url, 'POST', `/api/recordings/${id}/summary`)
    return (await minutesOf(url, id)).minutes!.content!.present.map(({ name, role }) => [name, role])
  }
  expect(await presentIn(board('Present are myself in the chair, David Okafor and Ruth Pemberton.'))).toEqual(
    [
      ['David Okafor', null],
      ['Ruth Pemberton', null],
      ['Margaret Ellison', 'Chair'],
    ],
  )
  expect(
    await presentIn(
      board('This is the board of Fenwick Data Limited, the nineteenth of November. Ruth is in the chair.'),
    ),
  ).toEqual([
    ['Margaret Ellison', null],
    ['David Okafor', null],
    ['Ruth Pemberton', 'Chair'],
  ])
})

test('with a title and without it is one person', async () => {
  const { url } = shared()
  const id = await textMeeting(
    url,
    "Sir Giles Arkwright: Good morning. I'm Giles Arkwright, I chair the company.\nToby Wynn: Good morning.\n",
  )
  await send(url, 'POST', `/api/recordings/${id}/summary`)
  expect((await minutesOf(url, id)).minutes!.content!.present).toEqual([
    { name: 'Sir Giles Arkwright', role: 'Chair' },
    { name: 'Toby Wynn', role: null },
  ])
})
