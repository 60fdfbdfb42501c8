import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  transcript as transcriptShape,
  transcriptVersion,
  type TranscriptVersion,
} from '#contract/transcripts.ts'
import { getRecording, getTranscript, send } from '../../test/client.ts'
import { startWithPeople } from '../../test/people.ts'
import { sharedAppliance } from '../../test/server.ts'

const shared = sharedAppliance()

const text = '[00:00:01] [Speaker 1] Good morning everyone.\n[00:00:05] [Speaker 2] The budget is approved.'

/** A recording without sound, as the list's dialog makes it. */
async function created(url: string): Promise<number> {
  const { body } = await send(url, 'POST', '/api/recordings', {
    title: 'Board meeting',
    sourceType: 'uploaded_transcript',
    meetingDate: '2026-04-03T11:00:00+01:00',
  })
  return z.number().parse(body['id'])
}

async function attached(url: string, content = text): Promise<number> {
  const id = await created(url)
  const answer = await send(url, 'POST', `/api/recordings/${id}/transcript`, { content })
  expect(answer.status).toBe(200)
  return id
}

const put = (url: string, id: number, body: unknown) =>
  send(url, 'PUT', `/api/recordings/${id}/transcript`, body)
const versions = async (url: string, id: number): Promise<TranscriptVersion[]> =>
  z
    .array(transcriptVersion)
    .parse(await (await fetch(`${url}/api/recordings/${id}/transcript/versions`)).json())

test('a text is attached to a recording that has none', async () => {
  const { url } = shared()
  const id = await created(url)
  expect(await getRecording(url, id)).toMatchObject({
    status: 'none',
    meetingDate: '2026-04-03T10:00:00.000Z',
  })

  const { status, body } = await send(url, 'POST', `/api/recordings/${id}/transcript`, {
    content: text,
    recordingId: id,
    meetingDate: '2026-04-04T10:00:00.000Z',
  })

  expect(status).toBe(200)
  expect(transcriptShape.parse(body)).toMatchObject({
    content: text,
    text: 'Good morning everyone. The budget is approved.',
    version: 1,
    origin: 'upload',
    complete: true,
    bundled: false,
    model: null,
    candidate: null,
    segments: [
      { speaker: 'Speaker 1', start: 1, end: 5, timestamp: 1, words: [] },
      { speaker: 'Speaker 2', start: 5, text: 'The budget is approved.' },
    ],
  })
  expect(await getRecording(url, id)).toMatchObject({
    status: 'done',
    sourceType: 'uploaded_transcript',
    transcriptionComplete: true,
    transcriptionSuccess: true,
    wordCount: 7,
    edited: true,
    meetingDate: '2026-04-04T10:00:00.000Z',
  })
  expect(await send(url, 'POST', `/api/recordings/${id}/transcript`, { content: 'More.' })).toMatchObject({
    status: 409,
    body: { code: 'transcript_exists' },
  })
  const file = await (await fetch(`${url}/api/recordings/${id}/transcript?download=true`)).text()
  expect(file).toBe(`Board meeting\n\n${text}\n`)
})

test('when a meeting was is saved along with its text, or neither is', async () => {
  const { url } = shared()
  const id = await attached(url)
  const { meetingDate: before } = await getRecording(url, id)
  const meetingDate = '2026-05-04T10:00:00.000Z'
  for (const body of [{ content: '[00:00:01] [Speaker 1]' }, { content: 'More.', basedOn: 7 }]) {
    expect((await put(url, id, { ...body, meetingDate })).status).toBeGreaterThanOrEqual(400)
    expect(await getRecording(url, id)).toMatchObject({ meetingDate: before, wordCount: 7 })
  }
  expect((await put(url, id, { content: 'All was said.', meetingDate })).status).toBe(200)
  expect(await getRecording(url, id)).toMatchObject({ meetingDate, wordCount: 3 })
  // Of a recording without a text as well.
  const empty = await created(url)
  const refused = await send(url, 'POST', `/api/recordings/${empty}/transcript`, {
    content: '[00:00:01] [Speaker 1]',
    meetingDate,
  })
  expect(refused.status).toBe(400)
  expect(await getRecording(url, empty)).toMatchObject({ status: 'none', meetingDate: before })
})

test.each([
  ['POST', '', {}, 400, 'invalid_input'],
  ['POST', '', { content: ' \n\uFEFF ' }, 400, 'invalid_input'],
  ['POST', '', { content: '[00:00:01] [Speaker 1]' }, 400, 'invalid_input'],
  ['POST', '', { content: 'a', recordingId: 99 }, 400, 'invalid_input'],
  ['POST', '', { content: 'a', meetingDate: 'yesterday' }, 400, 'invalid_input'],
  ['PUT', '', { content: '  ' }, 400, 'invalid_input'],
  ['PUT', '', { content: 'a', basedOn: 3 }, 409, 'stale_version'],
  ['PATCH', '/segments/1', { text: 'a', basedOn: 0 }, 404, 'not_found'],
  ['PATCH', '/segments/1', { text: '  ', basedOn: 0 }, 400, 'invalid_input'],
  ['PATCH', '/segments/1', { text: 'a' }, 400, 'invalid_input'],
  ['POST', '/restore', { version: 1 }, 404, 'not_found'],
])('%s %s %j answers %i %s', async (method, path, body, status, code) => {
  const { url } = shared()
  const id = await created(url)
  expect(await send(url, method, `/api/recordings/${id}/transcript${path}`, body)).toMatchObject({
    status,
    body: { code, message: expect.stringMatching(/\w{4}/) as string },
  })
  expect((await getTranscript(url, id)).version).toBe(0)
})

test('a recording that is not there has no transcript to change', async () => {
  const { url } = shared()
  const status = async (method: string, path: string, body?: unknown): Promise<number> =>
    (await send(url, method, `/api/recordings/987654/${path}`, body)).status
  expect(await status('POST', 'transcript', { content: 'a' })).toBe(404)
  expect(await status('PUT', 'transcript', { content: 'a' })).toBe(404)
  expect(await status('PATCH', 'transcript/segments/1', { text: 'a', basedOn: 1 })).toBe(404)
  expect(await status('POST', 'transcript/restore', { version: 1 })).toBe(404)
  expect(await status('POST', 'transcribe', {})).toBe(404)
  expect(await status('GET', 'transcript')).toBe(404)
})

test('an edit makes a new version; the one before stays as it was', async () => {
  const { url } = shared()
  const id = await attached(url)
  const before = await getTranscript(url, id)

  const edited = text.replace('approved', 'rejected')
  const { status, body } = await put(url, id, { content: edited, basedOn: 1 })

  expect(status).toBe(200)
  expect(body).toMatchObject({ version: 2, origin: 'edit', content: edited })
  const earlier = await (await fetch(`${url}/api/recordings/${id}/transcript?version=1`)).json()
  expect(earlier).toEqual(before)
  expect((await fetch(`${url}/api/recordings/${id}/transcript?version=9`)).status).toBe(404)
  expect(
    await (await fetch(`${url}/api/recordings/${id}/transcript?version=1&download=true`)).text(),
  ).toContain('approved')
  // The same text again is no edit.
  expect((await put(url, id, { content: `${edited}\n`, basedOn: 2 })).body).toMatchObject({ version: 2 })

  expect(await put(url, id, { content: 'Late', basedOn: 1 })).toMatchObject({
    status: 409,
    body: { code: 'stale_version', message: expect.stringContaining('version 2') as string },
  })
  // A client that says nothing of versions edits what is there.
  expect((await put(url, id, { content: `${edited}\nThe end.` })).body).toMatchObject({ version: 3 })
})

const conversation = `Sarah Chen: Good morning everyone.
Tom Okoro: The budget is
ready for approval.

Sarah Chen: Then it is approved.`

test.each<[string, string, string]>([
  ['a conversation by names', 'Something else was here.\nAltogether.', conversation],
  ['the same with times', text, '[00:00:01] Sarah Chen: Good morning.\n[00:00:09] Tom Okoro: Hello.'],
  [
    ...(['subtitles', text] as const),
    'WEBVTT\n\n00:00:01.000 --> 00:00:05.000\n<v Sarah Chen>Good morning.</v>\n\n00:00:09.000 --> 00:00:11.000\n<v Tom Okoro>Hello.</v>\n',
  ],
  ['the text as it was attached, with a word changed', conversation, conversation.replace('Then', 'So')],
])('a whole other text is read as one that is attached is: %s', async (_, before, after) => {
  const { url } = shared()
  const id = await attached(url, before)
  const { body } = await put(url, id, { content: after, basedOn: 1 })
  const made = transcriptShape.parse(body)
  expect(made).toMatchObject({ version: 2, origin: 'edit' })
  const said = ({ segments }: typeof made) =>
    segments.map(({ speaker, start, end, text: words }) => ({ speaker, start, end, words }))
  expect(said(made).map(({ speaker }) => speaker)).toEqual(
    expect.arrayContaining(['Sarah Chen', 'Tom Okoro']),
  )
  expect(said(made)).toEqual(said(await getTranscript(url, await attached(url, after))))
  expect((await versions(url, id)).map(({ version }) => version)).toEqual([2, 1])
})

test('of some changed lines only those that speak before are taken for speakers by their names', async () => {
  const { url } = shared()
  const id = await attached(url, conversation)
  const { content, version } = await getTranscript(url, id)
  const lines = content.split('\n')
  lines[1] = '[00:00:00] Tom Okoro: The budget is not ready.'
  lines.push('Resolved: that the budget be put off.')
  const { body } = await put(url, id, { content: lines.join('\n'), basedOn: version })
  expect(transcriptShape.parse(body).segments.map(({ speaker, text: said }) => [speaker, said])).toEqual([
    ['Sarah Chen', 'Good morning everyone.'],
    ['Tom Okoro', 'The budget is not ready.'],
    ['Sarah Chen', 'Then it is approved.'],
    [null, 'Resolved: that the budget be put off.'],
  ])
})

test('of two edits at once one is told that it came late', async () => {
  const { url } = shared()
  const id = await attached(url)
  const answers = await Promise.all(
    ['A', 'B', 'C'].map((word) => put(url, id, { content: `${text}\n${word}`, basedOn: 1 })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body['code'] === 'stale_version')).toHaveLength(2)
  expect((await versions(url, id)).map(({ version }) => version)).toEqual([2, 1])
})

test('one segment is edited; its time and speaker stay', async () => {
  const { url } = shared()
  const id = await attached(url)
  const { segments } = await getTranscript(url, id)
  const path = `/api/recordings/${id}/transcript/segments`
  const segment = segments[1]!

  const { status, body } = await send(url, 'PATCH', `${path}/${segment.id}`, {
    text: ' The budget\nis deferred. ',
    basedOn: 1,
  })

  expect(status).toBe(200)
  const changed = transcriptShape.parse(body)
  expect(changed).toMatchObject({ version: 2, origin: 'edit' })
  expect(changed.segments[1]).toEqual({
    ...segment,
    id: expect.any(Number) as number,
    text: 'The budget is deferred.',
  })
  expect(changed.segments[0]!.text).toBe(segments[0]!.text)
  // Its ids belong to the version.
  expect(await send(url, 'PATCH', `${path}/${segment.id}`, { text: 'x', basedOn: 1 })).toMatchObject({
    status: 409,
    body: { code: 'stale_version' },
  })
  expect((await send(url, 'PATCH', `${path}/${segment.id}`, { text: 'x', basedOn: 2 })).status).toBe(404)
})

test('a version is restored as a new one', async () => {
  const { url } = shared()
  const id = await attached(url)
  await put(url, id, { content: 'All gone.' })

  const { status, body } = await send(url, 'POST', `/api/recordings/${id}/transcript/restore`, { version: 1 })

  expect(status).toBe(200)
  expect(body).toMatchObject({ version: 3, origin: 'restore', content: text })
  expect(await versions(url, id)).toMatchObject([
    { version: 3, origin: 'restore', person: 'User 1', words: 7, current: true, model: null, bundled: false },
    { version: 2, origin: 'edit', person: 'User 1', words: 2, current: false },
    { version: 1, origin: 'upload', person: 'User 1', words: 7, current: false },
  ])
  expect(await getRecording(url, id)).toMatchObject({ edited: true, wordCount: 7 })
  // Whoever did not see that is told, and nothing happens.
  const late = { version: 2, basedOn: 2 }
  expect(await send(url, 'POST', `/api/recordings/${id}/transcript/restore`, late)).toMatchObject({
    status: 409,
    body: { code: 'stale_version' },
  })
  // The current one is current already.
  await send(url, 'POST', `/api/recordings/${id}/transcript/restore`, { version: 3 })
  expect(await versions(url, id)).toHaveLength(3)
  expect((await fetch(`${url}/api/recordings/999/transcript/versions`)).status).toBe(404)
})

test('who edited stands beside the version', async () => {
  const { admin, url } = await startWithPeople()
  const { body } = await admin.send('POST', '/api/recordings', { title: 'Board meeting' })
  const path = `/api/recordings/${String(body['id'])}/transcript`
  await admin.send('PUT', path, { content: 'Typed by hand.', basedOn: 0 })
  expect(
    z.array(transcriptVersion).parse(await (await admin.fetch(`${path}/versions`)).json()),
  ).toMatchObject([{ origin: 'upload', person: 'Ada Chair' }])
  expect((await send(url, 'PUT', path, { content: 'x' })).status).toBe(401)
})

test('speakers are found and named', async () => {
  const { url } = shared()
  const content = `[00:00:01] [Speaker 2] I'm Jane Smith, good morning.\nSpeaker 1: Hello, Speaker 2.`
  expect(await send(url, 'POST', '/api/transcript/analyze', { content })).toEqual({
    status: 200,
    body: { speakers: ['Speaker 1', 'Speaker 2'], speakerMap: { 'Speaker 2': 'Jane Smith' } },
  })
  expect(
    await send(url, 'POST', '/api/transcript/process', {
      content,
      speakerMap: { 'Speaker 2': ' Jane ', 'Speaker 1': '' },
    }),
  ).toEqual({
    status: 200,
    body: { content: `[00:00:01] [Jane] I'm Jane Smith, good morning.\nSpeaker 1: Hello, Speaker 2.` },
  })
  expect((await send(url, 'POST', '/api/transcript/analyze', {})).status).toBe(400)
  expect((await send(url, 'POST', '/api/transcript/process', { content })).status).toBe(400)
  const id = await attached(url, content)
  // What is not beyond doubt waits for a person; whoever is on the list is.
  expect((await getTranscript(url, id)).speakers).toEqual({})
  const listed = { attendees: [{ speakerId: 'x', name: 'Jane Smith' }], location: null }
  await send(url, 'PUT', `/api/recordings/${id}/meeting-info`, listed)
  expect((await getTranscript(url, id)).speakers).toEqual({ 'Speaker 2': 'Jane Smith' })
})

test('attendees and location belong to the meeting', async () => {
  const { url } = shared()
  const id = await attached(url)
  const save = (body: unknown) => send(url, 'PUT', `/api/recordings/${id}/meeting-info`, body)
  const attendees = [
    { speakerId: 'Speaker 1', name: ' Jane  Smith ', role: 'Chair', email: 'jane@example.co.uk' },
    { speakerId: '', name: '', role: '', email: ' ' },
    { speakerId: 'Speaker 2', name: 'Ben' },
  ]
  expect(await getTranscript(url, id)).toMatchObject({ attendees: [], location: null })
  expect(
    await save({
      attendees,
      location: { type: 'online', name: '', url: 'meet.example.com/board', address: 'x' },
    }),
  ).toEqual({ status: 200, body: { success: true } })
  expect(await getTranscript(url, id)).toMatchObject({
    attendees: [{ ...attendees[0], name: 'Jane Smith' }, attendees[2]],
    location: { type: 'online', name: 'Online Meeting', url: 'https://meet.example.com/board' },
  })
  const place = { type: 'physical', name: 'Town Hall', address: '1 High Street', placeId: 'osm:1' }
  await save({ attendees: [], location: place })
  expect(await getTranscript(url, id)).toMatchObject({ attendees: [], location: place })

  const bad: [unknown, string][] = [
    [{ attendees: [{ speakerId: '', name: 'Jane', email: 'jane' }], location: null }, 'email address'],
    [{ attendees: [{ speakerId: '', name: ' ', role: 'Chair' }], location: null }, 'Please enter a name'],
    [{ attendees: [{ speakerId: '', name: 'x'.repeat(201) }], location: null }, 'too long'],
    [{ attendees: [], location: { type: 'online', name: 'A', url: 'javascript:alert(1)' } }, 'web address'],
    [{ attendees: [], location: { type: 'physical', name: ' ' } }, 'name for the location'],
    [{ attendees: [], location: { type: 'moon', name: 'A' } }, 'location.type'],
    [{ attendees: [{ name: 'A' }], location: null }, 'speakerId'],
  ]
  for (const [body, sentence] of bad)
    expect(await save(body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', message: expect.stringContaining(sentence) as string },
    })
  expect(await getTranscript(url, id)).toMatchObject({ location: place })
  expect(
    (await send(url, 'PUT', '/api/recordings/999/meeting-info', { attendees: [], location: null })).status,
  ).toBe(404)
})
