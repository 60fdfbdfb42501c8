import { expect, test } from 'vitest'
import { z } from 'zod'
import { listSpeakers } from '#contract/speakers.ts'
import { transcript as transcriptShape, transcriptVersion, type Transcript } from '#contract/transcripts.ts'
import { getRecording, getTranscript, send } from '../../test/client.ts'
import { sharedAppliance } from '../../test/server.ts'

const shared = sharedAppliance()

const lines = [
  "[00:00:00] [Speaker 1] Good morning, I'm Margaret Thornbury.",
  '[00:00:10] [Speaker 1] Priya, over to you.',
  '[00:00:20] [Speaker 2] The pension deficit has grown since the spring.',
  '[00:00:50] [Speaker 1] Thank you, Priya.',
  '[00:01:00] [Speaker 3] May I add something about the lease?',
  '[00:01:20] [Speaker 2] Please do.',
  '[00:01:30] [Speaker 3] It ends in March.',
]

async function meeting(url: string, content = lines.join('\n')): Promise<number> {
  const made = await send(url, 'POST', '/api/recordings', {
    title: 'Board',
    sourceType: 'uploaded_transcript',
  })
  const id = z.number().parse(made.body['id'])
  expect((await send(url, 'POST', `/api/recordings/${id}/transcript`, { content })).status).toBe(200)
  return id
}

const overview = async (url: string, id: number) =>
  listSpeakers.response.parse(await (await fetch(`${url}/api/recordings/${id}/speakers`)).json())
const change = (url: string, id: number, what: string, body: unknown) =>
  send(url, 'POST', `/api/recordings/${id}/speakers/${what}`, body)
async function changed(url: string, id: number, what: string, body: object): Promise<Transcript> {
  const { version } = await getTranscript(url, id)
  const answer = await change(url, id, what, { ...body, basedOn: version })
  expect(answer).toMatchObject({ status: 200 })
  return transcriptShape.parse(answer.body)
}
const saveInfo = (url: string, id: number, attendees: unknown[]) =>
  send(url, 'PUT', `/api/recordings/${id}/meeting-info`, { attendees, location: null })
const versionsOf = async (url: string, id: number) =>
  z
    .array(transcriptVersion)
    .parse(await (await fetch(`${url}/api/recordings/${id}/transcript/versions`)).json())
const who = ({ segments }: Transcript) => segments.map(({ speaker }) => speaker?.replace('Speaker ', ''))

test('speakers are listed with what they say and who they may be', async () => {
  const { url } = shared()
  const id = await meeting(url)

  const { version, speakers, undo } = await overview(url, id)

  expect([version, undo]).toEqual([1, null])
  expect(speakers).toMatchObject([
    { label: 'Speaker 1', name: null, state: 'guessed', speakingSeconds: 30, turns: 2 },
    { label: 'Speaker 2', name: null, state: 'guessed', speakingSeconds: 40, turns: 2 },
    {
      label: 'Speaker 3',
      name: null,
      state: 'unknown',
      speakingSeconds: 21.6,
      estimated: true,
      turns: 2,
      guesses: [],
    },
  ])
  expect(speakers.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
  expect(speakers[0]!.guesses).toMatchObject([{ name: 'Margaret Thornbury', confidence: 0.93 }])
  const { segments } = await getTranscript(url, id)
  expect(speakers[1]!.guesses[0]!.evidence).toEqual([
    { segmentId: segments[1]!.id, start: 10, quote: 'Priya, over to you.', rule: 'handover' },
    { segmentId: segments[3]!.id, start: 50, quote: 'Thank you, Priya.', rule: 'thanks' },
  ])
  expect((await fetch(`${url}/api/recordings/99/speakers`)).status).toBe(404)
})

test('who is on the list of attendees is known beyond doubt, until a person says otherwise', async () => {
  const { url } = shared()
  const id = await meeting(url)
  await saveInfo(url, id, [
    { speakerId: 'a', name: 'Margaret Thornbury' },
    { speakerId: 'b', name: 'Priya Shah' },
  ])
  const sure = { 'Speaker 1': 'Margaret Thornbury', 'Speaker 2': 'Priya Shah' }
  expect((await getTranscript(url, id)).speakers).toEqual(sure)
  expect((await overview(url, id)).speakers.map(({ state }) => state)).toEqual([
    'certain',
    'certain',
    'unknown',
  ])

  await changed(url, id, 'dismiss', { label: 'Speaker 2', name: 'Priya Shah' })

  expect((await getTranscript(url, id)).speakers).toEqual({ 'Speaker 1': 'Margaret Thornbury' })
  expect((await overview(url, id)).speakers[1]).toMatchObject({ name: null, state: 'unknown', guesses: [] })
  expect((await changed(url, id, 'undo', {})).speakers).toEqual(sure)
})

test('a name is confirmed, changed and taken away, each as a version of its own', async () => {
  const { url } = shared()
  const id = await meeting(url)

  const named = await changed(url, id, 'name', { label: 'Speaker 2', name: ' Priya  Shah ' })
  expect(named).toMatchObject({ version: 2, origin: 'naming', speakers: { 'Speaker 2': 'Priya Shah' } })
  expect(named.content).toBe(lines.join('\n')) // labels stay in the text; names are beside it
  const file = await (await fetch(`${url}/api/recordings/${id}/transcript?download=true`)).text()
  expect(file).toContain('[00:00:20] [Priya Shah] The pension deficit')
  expect((await overview(url, id)).speakers[1]).toMatchObject({ state: 'confirmed', guesses: [] })

  expect((await changed(url, id, 'name', { label: 'Speaker 2', name: 'Priya Shah' })).version).toBe(2)
  expect((await changed(url, id, 'name', { label: 'Speaker 2', name: 'Tom Reed' })).speakers).toEqual({
    'Speaker 2': 'Tom Reed',
  })
  expect((await changed(url, id, 'name', { label: 'Speaker 2', name: null })).speakers).toEqual({})
  expect((await changed(url, id, 'undo', {})).speakers).toEqual({ 'Speaker 2': 'Tom Reed' })
  expect((await changed(url, id, 'undo', {})).speakers).toEqual({ 'Speaker 2': 'Priya Shah' })
  expect(await changed(url, id, 'undo', {})).toMatchObject({ speakers: {}, version: 7 })
  expect(await change(url, id, 'undo', { basedOn: 7 })).toMatchObject({
    status: 409,
    body: { code: 'not_undoable' },
  })

  const versions = await versionsOf(url, id)
  expect(versions.map(({ origin }) => origin)).toEqual([
    ...(['restore', 'restore', 'restore', 'naming', 'naming', 'naming', 'upload'] as const),
  ])
  const earlier = await fetch(`${url}/api/recordings/${id}/transcript?version=3`)
  expect(transcriptShape.parse(await earlier.json()).speakers).toEqual({ 'Speaker 2': 'Tom Reed' })
})

test('two labels become one person', async () => {
  const { url } = shared()
  const id = await meeting(url)
  await changed(url, id, 'name', { label: 'Speaker 3', name: 'Tom Reed' })

  const merged = await changed(url, id, 'merge', { from: 'Speaker 3', into: 'Speaker 2' })

  expect(who(merged)).toEqual(['1', '1', '2', '1', '2', '2', '2'])
  expect(merged.speakers).toEqual({ 'Speaker 2': 'Tom Reed' })
  expect((await versionsOf(url, id))[0]?.named).toBe('Tom Reed merged into Speaker 2')
  const undone = await changed(url, id, 'undo', {})
  expect(who(undone)).toEqual(['1', '1', '2', '1', '3', '2', '3'])
  expect(undone.speakers).toEqual({ 'Speaker 3': 'Tom Reed' })
})

test('one label becomes two people, and a passage goes to another', async () => {
  const { url } = shared()
  const id = await meeting(url)
  const { segments } = await getTranscript(url, id)

  const split = await changed(url, id, 'split', { label: 'Speaker 3', fromSegmentId: segments[5]!.id })
  expect(who(split)).toEqual(['1', '1', '2', '1', '3', '2', '4'])
  const given = await changed(url, id, 'assign', { segmentIds: [split.segments[4]!.id], to: 'Speaker 1' })
  expect(who(given)).toEqual(['1', '1', '2', '1', '1', '2', '4'])
  const fresh = await changed(url, id, 'assign', {
    segmentIds: [given.segments[0]!.id, given.segments[1]!.id],
    to: null,
  })
  expect(who(fresh)).toEqual(['5', '5', '2', '1', '1', '2', '4'])
  expect(fresh.segments.map(({ start }) => start)).toEqual(segments.map(({ start }) => start))
  expect(await getRecording(url, id)).toMatchObject({
    edited: true,
    wordCount: (await getRecording(url, id)).wordCount,
  })
})

/** The tables count the segments of a meeting from 1. */
async function counted(url: string, id: number, body: object): Promise<object> {
  const [first] = (await getTranscript(url, id)).segments
  const before = first!.id - 1
  const {
    fromSegmentId: from,
    segmentIds: ids,
    ...others
  } = body as { fromSegmentId?: number; segmentIds?: number[] }
  return {
    ...others,
    ...(from !== undefined && { fromSegmentId: before + from }),
    ...(ids && { segmentIds: ids.map((one) => before + one) }),
  }
}

test.each<[string, object, number, string]>([
  ['name', { label: 'Speaker 9', name: 'Tom' }, 404, 'not_found'],
  ['name', { label: 'Speaker 2', name: 'Speaker 1' }, 400, 'invalid_input'],
  ['name', { label: 'Speaker 2' }, 400, 'invalid_input'],
  ['dismiss', { label: 'Speaker 9', name: 'Tom' }, 404, 'not_found'],
  ['merge', { from: 'Speaker 9', into: 'Speaker 1' }, 404, 'not_found'],
  ['merge', { from: 'Speaker 1', into: 'Speaker 9' }, 404, 'not_found'],
  ['split', { label: 'Speaker 1', fromSegmentId: 1 }, 400, 'invalid_input'],
  ['split', { label: 'Speaker 3', fromSegmentId: 99 }, 404, 'not_found'],
  ['assign', { segmentIds: [99], to: 'Speaker 1' }, 404, 'not_found'],
  ['assign', { segmentIds: [1], to: 'Speaker 9' }, 404, 'not_found'],
  ['assign', { segmentIds: [], to: null }, 400, 'invalid_input'],
])('%s %j is refused', async (what, body, status, code) => {
  const { url } = shared()
  const id = await meeting(url)
  const wrong = { ...(await counted(url, id, body)), basedOn: 1 }
  expect(await change(url, id, what, wrong)).toMatchObject({ status, body: { code } })
  expect((await getTranscript(url, id)).version).toBe(1)
})

test.each<[string, object]>([
  ['name', { label: 'Speaker 1', name: 'Tom' }],
  ['dismiss', { label: 'Speaker 1', name: 'Tom' }],
  ['merge', { from: 'Speaker 1', into: 'Speaker 2' }],
  ['split', { label: 'Speaker 2', fromSegmentId: 6 }],
  ['assign', { segmentIds: [1], to: null }],
  ['undo', {}],
])('%s of a version that is no longer the current one is refused', async (what, body) => {
  const { url } = shared()
  const id = await meeting(url)
  const late = { ...(await counted(url, id, body)), basedOn: 1 }
  await changed(url, id, 'name', { label: 'Speaker 3', name: 'Ann Lee' })
  expect(await change(url, id, what, late)).toMatchObject({
    status: 409,
    body: { code: 'stale_version' },
  })
})

test('the list of attendees and the speakers say the same', async () => {
  const { url } = shared()
  const id = await meeting(url)
  const rows = ['Speaker 1', 'Speaker 2', 'Speaker 3'].map((label) => ({ speakerId: label, name: label }))
  const names = async () => (await getTranscript(url, id)).attendees.map(({ name }) => name)

  await saveInfo(
    url,
    id,
    rows.map((row, i) => (i === 2 ? { ...row, name: 'Tom Reed', role: 'Chair' } : row)),
  )
  expect((await getTranscript(url, id)).speakers).toMatchObject({ 'Speaker 3': 'Tom Reed' })
  expect((await overview(url, id)).speakers[2]).toMatchObject({ state: 'confirmed' })

  await changed(url, id, 'name', { label: 'Speaker 2', name: 'Priya Shah' })
  expect(await names()).toEqual(['Speaker 1', 'Priya Shah', 'Tom Reed'])
  await changed(url, id, 'undo', {})
  expect(await names()).toEqual(['Speaker 1', 'Speaker 2', 'Tom Reed'])

  const { attendees } = await getTranscript(url, id)
  await saveInfo(
    url,
    id,
    attendees.map((row) => (row.speakerId === 'Speaker 3' ? { ...row, name: 'Speaker 3' } : row)),
  )
  expect((await getTranscript(url, id)).speakers).not.toHaveProperty('Speaker 3')

  const { version } = await getTranscript(url, id)
  await saveInfo(url, id, (await getTranscript(url, id)).attendees)
  expect((await getTranscript(url, id)).version).toBe(version) // nothing new was said

  await changed(url, id, 'merge', { from: 'Speaker 2', into: 'Speaker 1' })
  expect(await names()).toEqual(['Speaker 1', 'Speaker 3'])
})

test('names stay when the words are edited, and a name that is written means its speaker', async () => {
  const { url } = shared()
  const id = await meeting(url)
  const { content, version } = await changed(url, id, 'name', { label: 'Speaker 2', name: 'Priya Shah' })
  const edited = content
    .replace('Please do.', 'Please.')
    .replace('[Speaker 3] It ends', '[Priya Shah] It ends')
  const answer = await send(url, 'PUT', `/api/recordings/${id}/transcript`, {
    content: edited,
    basedOn: version,
  })
  const after = transcriptShape.parse(answer.body)
  expect(after.speakers).toEqual({ 'Speaker 2': 'Priya Shah' })
  expect(after.segments.at(-1)).toMatchObject({ speaker: 'Speaker 2', text: 'It ends in March.' })
  expect(await change(url, id, 'undo', { basedOn: after.version })).toMatchObject({
    body: { code: 'not_undoable' },
  })
})

test('labels that are names already need no guess', async () => {
  const { url } = shared()
  const id = await meeting(
    url,
    '[00:00:01] [Jane Smith] Good morning.\n[00:00:05] [Speaker 2] Thank you, Jane.',
  )
  expect((await overview(url, id)).speakers).toMatchObject([
    { label: 'Jane Smith', name: 'Jane Smith', state: 'confirmed' },
    { label: 'Speaker 2', state: 'unknown' },
  ])
})
