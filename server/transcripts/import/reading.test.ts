import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readTranscript } from '#contract/transcripts.ts'
import { getTranscript, send } from '../../test/client.ts'
import { sharedAppliance } from '../../test/server.ts'
import { parseTranscript } from './parse-text.ts'
import { readTranscriptFile } from './file.ts'

const shared = sharedAppliance()

const word = (paragraphs: string[]): Uint8Array =>
  zipSync({
    'word/document.xml': strToU8(
      `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${paragraphs.join('')}</w:body></w:document>`,
    ),
  })
const paragraph = (...lines: string[]): string =>
  `<w:p>${lines.map((line) => `<w:r><w:t>${line}</w:t></w:r>`).join('<w:r><w:br/></w:r>')}</w:p>`

const turns = (names: string[]): string[] => [...names, ...names, ...names]

test.each<[string, Uint8Array | string, [number | null, string | null, string][]]>([
  [
    'a Word file from Teams',
    word([
      paragraph('0:0:0.0 --&gt; 0:0:1.250', 'Jane Doe', 'Good morning.'),
      '<w:p><w:del><w:r><w:delText>struck out</w:delText></w:r></w:del></w:p>',
      paragraph('0:1:2.90 --&gt; 0:1:4.480', 'John Doe', 'Hello &amp; welcome.'),
    ]),
    [
      [0, 'Jane Doe', 'Good morning.'],
      [62.9, 'John Doe', 'Hello & welcome.'],
    ],
  ],
  [
    'subtitles from Zoom, whatever the names look like',
    `WEBVTT\r\n\r\n${turns(['vitto', 'Ann | R&D 🚗', '@bob / Bob Day (CFO)'])
      .map((name, at) => `${at + 1}\r\n00:00:0${at}.000 --> 00:00:0${at}.900\r\n${name}: Words ${at}.\r\n`)
      .join('\r\n')}`,
    turns(['vitto', 'Ann | R&D 🚗', '@bob / Bob Day (CFO)']).map((name, at) => [at, name, `Words ${at}.`]),
  ],
  [
    "Zoom's saved captions, with the time of day",
    '[Ann Lee] 23:59:58\nGood evening.\n\n[Bob Day] 00:00:01\nHello.\n\n[Ann Lee] 00:00:05\nWe begin.',
    [
      [0, 'Ann Lee', 'Good evening.'],
      [3, 'Bob Day', 'Hello.'],
      [7, 'Ann Lee', 'We begin.'],
    ],
  ],
  [
    'Otter',
    'pk910  0:00  \nGood morning.\n\nAnn  0:34  \nHello.\n\npk910  1:02:03  \nYes.\n\nAnn  1:02:05\nNo.\n\nTranscribed by https://otter.ai',
    [
      [0, 'pk910', 'Good morning.'],
      [34, 'Ann', 'Hello.'],
      [3723, 'pk910', 'Yes.'],
      [3725, 'Ann', 'No.'],
    ],
  ],
  [
    'Google Meet, with a time alone every five minutes',
    '**This editable transcript was computer generated and might contain errors.**\n\n00:00:00\n \nAnn Lee: Good morning.\nBob Day: Hello.\n\n00:05:00\n\nAnn Lee: We begin.',
    [
      [0, 'Ann Lee', 'Good morning.'],
      [null, 'Bob Day', 'Hello.'],
      [300, 'Ann Lee', 'We begin.'],
    ],
  ],
  [
    'Google Meet, with a title and a list of who came',
    '# Board: Transcript\n\n### Attendees\nAnn Lee, Bob Day\n\n#### _This editable transcript was computer generated._\n\nAnn Lee: Good morning.\n\nBob Day: Hello.\n\nMeeting ended after 00:50:32 👋',
    [
      [null, null, 'Attendees: Ann Lee, Bob Day'],
      [null, 'Ann Lee', 'Good morning.'],
      [null, 'Bob Day', 'Hello.'],
    ],
  ],
  [
    'names alone above what they say',
    'Alice:\nGood morning.\n\nBob:\nHello.\n\nAlice:\nWe begin.\n\nBob:\nYes.',
    [
      [null, 'Alice', 'Good morning.'],
      [null, 'Bob', 'Hello.'],
      [null, 'Alice', 'We begin.'],
      [null, 'Bob', 'Yes.'],
    ],
  ],
  [
    'subtitles that name whoever speaks only where another did before',
    '1\n00:00:01,000 --> 00:00:02,000\nTravis: It is\n\n2\n00:00:02,000 --> 00:00:03,000\nten.\n\n3\n00:00:09,000 --> 00:00:10,000\nAnd late.\n\n4\n00:00:20,000 --> 00:00:21,000\nSarah: Yes.',
    [
      [1, 'Travis', 'It is ten.'],
      [9, 'Travis', 'And late.'],
      [20, 'Sarah', 'Yes.'],
    ],
  ],
  [
    'captions that roll',
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nthe first<00:00:01.500><c> thing</c>\n\n00:00:02.000 --> 00:00:02.010\nthe first thing\n\n00:00:02.010 --> 00:00:04.000\nthe first thing\nis this\n\n00:00:04.000 --> 00:00:04.010\nis this',
    [[1, null, 'the first thing is this']],
  ],
])('%s', (_, file, lines) => {
  const read = readTranscriptFile(typeof file === 'string' ? new TextEncoder().encode(file) : file)
  if ('refused' in read) throw new Error(read.refused)
  expect(parseTranscript(read.content).map(({ time, speaker, text }) => [time, speaker, text])).toEqual(lines)
})

test('headings of minutes are nobody who speaks', () => {
  const minutes =
    'Present: Ann Lee.\nAction: Bob Day to write.\nAction: Ann Lee to call.\nNote: nothing.\nAction: done.'
  expect(parseTranscript(minutes).map(({ speaker }) => speaker)).not.toContain('Action')
})

test('files are read by what is in them, and what is no transcript is refused with a reason', async () => {
  const { url } = shared()
  const post = (body: Uint8Array) =>
    fetch(url + readTranscript.path, { method: 'POST', body: Buffer.from(body) })
  const utf16 = Buffer.from('\uFEFFAnn: Café £5.\nBob: Yes.', 'utf16le')
  expect(await (await post(utf16)).json()).toEqual({ content: 'Ann: Café £5.\nBob: Yes.' })
  expect(await (await post(Buffer.from('Caf\xe9 \xa35 and more', 'latin1'))).json()).toEqual({
    content: 'Café £5 and more',
  })
  const refusals: [Uint8Array, string][] = [
    [Buffer.alloc(0), 'empty_file'],
    [Buffer.from('WEBVTT\n'), 'empty_file'],
    [Buffer.from([1, 0, 2, 0, 0, 3, 0, 0, 0, 9]), 'unsupported_media_type'],
    [Buffer.from('PK\x03\x04 and no archive'), 'unsupported_media_type'],
    [word(['<w:p><w:t>never closed']), 'unsupported_media_type'],
    [Buffer.from('00:01:02\tAnn:\tThanks!\n00:01:05\tBob:\tYes\n'), 'invalid_input'],
  ]
  for (const [body, code] of refusals) {
    const answer = await post(body)
    expect([answer.ok, ((await answer.json()) as { code: string }).code]).toEqual([false, code])
  }
})

test('a long text is read in a thread, stored, edited and restored', async () => {
  const { url } = shared()
  const made = await send(url, 'POST', '/api/recordings', {
    title: 'Long',
    sourceType: 'uploaded_transcript',
  })
  const id = Number(made.body.id)
  const lines = Array.from({ length: 2500 }, (_, at) => `Ann Lee: Item ${at} was considered.`)
  const path = `/api/recordings/${id}/transcript`
  expect((await send(url, 'POST', path, { content: lines.join('\n') })).status).toBe(200)
  const stored = await getTranscript(url, id)
  expect(stored.segments.map(({ text }) => text)).toEqual(lines.map((line) => line.slice('Ann Lee: '.length)))
  const content = stored.content.replace('Item 7 was', 'Item seven was')
  expect((await send(url, 'PUT', path, { content, basedOn: 1 })).status).toBe(200)
  expect((await getTranscript(url, id)).segments[7]!.text).toBe('Item seven was considered.')
  expect((await send(url, 'POST', `${path}/restore`, { version: 1 })).status).toBe(200)
  expect((await getTranscript(url, id)).segments[7]!.text).toBe('Item 7 was considered.')
})
