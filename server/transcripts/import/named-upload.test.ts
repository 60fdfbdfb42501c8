import { expect, test } from 'vitest'
import { z } from 'zod'
import { listSpeakers } from '#contract/speakers.ts'
import { getTranscript, send } from '../../test/client.ts'
import { sharedAppliance } from '../../test/server.ts'

const shared = sharedAppliance()

const forms: [string, string[]][] = [
  [
    'Speaker N: text',
    ['Speaker 1: Good morning.', 'Speaker 2: Hello.', 'Speaker 1: We begin.', 'Speaker 2: Yes.'],
  ],
  [
    '[hh:mm:ss] [Speaker N] text',
    [
      '[00:00:01] [Speaker 1] Good morning.',
      '[00:00:03] [Speaker 2] Hello.',
      '[00:00:05] [Speaker 1] We begin.',
      '[00:00:07] [Speaker 2] Yes.',
    ],
  ],
  [
    'Speaker N hh:mm:ss text',
    [
      'Speaker 1 00:00:01 Good morning.',
      'Speaker 2 00:00:03 Hello.',
      'Speaker 1 00:00:05 We begin.',
      'Speaker 2 00:00:07 Yes.',
    ],
  ],
  [
    'Speaker N hh:mm:ss above the text',
    [
      'Speaker 1 00:00:01\nGood morning.',
      'Speaker 2 00:00:03\nHello.',
      'Speaker 1 00:00:05\nWe begin.',
      'Speaker 2 00:00:07\nYes.',
    ],
  ],
]
const typed = [
  'bob',
  'Jane Smith (CFO)',
  'Smith, Jane',
  'Chair: Ann',
  'R&D Lead',
  'Ann [remote]',
  '3 Guests',
  '山田太郎',
  'Music Director',
  'Chair',
  'The Right Honourable Lady Justice Anne Smith of Bath',
]

async function uploaded(url: string, content: string): Promise<number> {
  const made = await send(url, 'POST', '/api/recordings', {
    title: 'Board',
    sourceType: 'uploaded_transcript',
  })
  const id = z.number().parse(made.body['id'])
  expect((await send(url, 'POST', `/api/recordings/${id}/transcript`, { content })).status).toBe(200)
  return id
}

test.each(forms)('whatever name is typed, "%s" stays that speaker’s', async (form, lines) => {
  const { url } = shared()
  for (const name of typed) {
    const speakerMap = { 'Speaker 1': 'Anna Reed', 'Speaker 2': name }
    const answer = await send(url, 'POST', '/api/transcript/process', {
      content: lines.join('\n'),
      speakerMap,
    })
    const id = await uploaded(url, z.string().parse(answer.body['content']))
    const said = async (): Promise<unknown> =>
      (await getTranscript(url, id)).segments.map(({ speaker, text }) => [speaker, text])
    const expected = [
      ['Anna Reed', 'Good morning.'],
      [name, 'Hello.'],
      ['Anna Reed', 'We begin.'],
      [name, 'Yes.'],
    ]
    expect(await said()).toEqual(expected)
    const panel = listSpeakers.response.parse(
      await (await fetch(`${url}/api/recordings/${id}/speakers`)).json(),
    )
    expect(panel.speakers.map((one) => [one.name, one.turns])).toEqual(
      expect.arrayContaining([
        ['Anna Reed', 2],
        [name, 2],
      ]),
    )
    if (form !== forms[0]![0]) continue
    // What the appliance writes itself, it reads: its content, edited.
    const { content } = await getTranscript(url, id)
    await send(url, 'PUT', `/api/recordings/${id}/transcript`, {
      content: content.replace('Yes.', 'Yes, do.'),
    })
    expect(await said()).toEqual([...expected.slice(0, 3), [name, 'Yes, do.']])
    const again = await uploaded(url, content)
    expect((await getTranscript(url, again)).segments.map(({ speaker }) => speaker)).toEqual(
      expected.map(([speaker]) => speaker),
    )
  }
})

test('names that can be read as they stand change nothing else in the text', async () => {
  const { url } = shared()
  const process = (name: string) =>
    send(url, 'POST', '/api/transcript/process', {
      content: 'Speaker 1: Good morning.\n\nSpeaker 2: Hello.\nand more',
      speakerMap: { 'Speaker 1': 'Anna Reed', 'Speaker 2': name },
    })
  expect((await process('Bob Carr')).body['content']).toBe(
    'Anna Reed: Good morning.\n\nBob Carr: Hello.\nand more',
  )
  expect((await process('bob')).body['content']).toBe('[Anna Reed]: Good morning.\n\n[bob]: Hello.\nand more')
})

test('a row that is only a label says whom the transcript knows the speaker to be', async () => {
  const { url } = shared()
  const id = await uploaded(
    url,
    "Ann Bell: Jane, over to you.\n[Speaker 3]: I'm Jane Okafor. The accounts are ready.\nAnn Bell: Thank you, Jane.",
  )
  const rows = async (): Promise<unknown> =>
    (await getTranscript(url, id)).attendees.map(({ speakerId, name }) => [speakerId, name])
  const attendees = [
    { speakerId: 'Ann Bell', name: 'Ann Bell' },
    { speakerId: 'Speaker 3', name: 'Speaker 3' },
  ]
  const save = (list: unknown) =>
    send(url, 'PUT', `/api/recordings/${id}/meeting-info`, { attendees: list, location: null })
  await save(attendees)
  expect((await getTranscript(url, id)).speakers['Speaker 3']).toBe('Jane Okafor')
  expect(await rows()).toEqual([
    ['Ann Bell', 'Ann Bell'],
    ['Speaker 3', 'Jane Okafor'],
  ])
  // Saved as it is shown, it is still not a person's word.
  await save((await getTranscript(url, id)).attendees)
  const { speakers } = listSpeakers.response.parse(
    await (await fetch(`${url}/api/recordings/${id}/speakers`)).json(),
  )
  expect(speakers.map(({ name, state }) => [name, state])).toEqual([
    ['Ann Bell', 'confirmed'],
    ['Jane Okafor', 'certain'],
  ])
})
