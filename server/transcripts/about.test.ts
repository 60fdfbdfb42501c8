import { expect, test } from 'vitest'
import { z } from 'zod'
import { getRecording, getTranscript, send } from '../test/client.ts'
import { sharedAppliance } from '../test/server.ts'

const shared = sharedAppliance()

async function withText(title: string, content: string): Promise<number> {
  const { url } = shared()
  const made = await send(url, 'POST', '/api/recordings', { title, sourceType: 'uploaded_transcript' })
  const id = z.number().parse(made.body['id'])
  expect((await send(url, 'POST', `/api/recordings/${id}/transcript`, { content })).status).toBe(200)
  return id
}

const likely = async (title: string): Promise<unknown> =>
  (await fetch(`${shared().url}/api/meetings/likely-people?title=${encodeURIComponent(title)}`)).json()

test('what is said of a meeting when it comes: its date and its people; the list that was there stays', async () => {
  const { url } = shared()
  const id = await withText('Estates committee, 3 April 2026', '[00:00:01] Ann Lee: Good morning.')
  const about = (body: object) => send(url, 'PUT', `/api/recordings/${id}/about`, body)
  const meetingDate = '2026-04-03T12:00:00.000Z'
  expect(
    (await about({ meetingDate, people: ['Ann Lee', ' ann  lee', 'Tom Okoro'], speakers: 2 })).status,
  ).toBe(200)
  expect(await getRecording(url, id)).toMatchObject({ meetingDate })
  const names = async () => (await getTranscript(url, id)).attendees.map(({ name }) => name)
  expect(await names()).toEqual(['Ann Lee', 'Tom Okoro'])
  expect((await about({ people: ['Tom Okoro', 'Pat Green'] })).status).toBe(200)
  expect(await names()).toEqual(['Ann Lee', 'Tom Okoro', 'Pat Green'])
  expect(await getRecording(url, id)).toMatchObject({ meetingDate })

  // Nothing of what is refused is kept.
  const refused = await about({ people: ['Somebody Else'], speakers: 0 })
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect(await names()).toHaveLength(3)

  // Those of the last meeting of that name are offered for the next one.
  expect(await likely('Estates committee May 2026')).toEqual(['Ann Lee', 'Tom Okoro', 'Pat Green'])
  expect(await likely('estates_committee_2026-06-01')).toHaveLength(3)
  expect(await likely('Marketing committee')).toEqual([])
  expect(await likely('2026')).toEqual([])
})

test('a corrected word is put in its other places: whole words alone, times stay, as one version', async () => {
  const { url } = shared()
  const id = await withText(
    'Board',
    '[00:00:01] [Speaker 1] Akme is ours.\n[00:00:05] [Speaker 2] Akmeist poems; (Akme) and Akme again.',
  )
  const replace = (body: object) => send(url, 'POST', `/api/recordings/${id}/transcript/replace`, body)
  const { version } = await getTranscript(url, id)
  expect((await replace({ heard: 'Akme', meant: 'Acme $&', basedOn: version })).status).toBe(200)
  const after = await getTranscript(url, id)
  expect(after.segments.map(({ text, start, speaker }) => [start, speaker, text])).toEqual([
    [1, 'Speaker 1', 'Acme $& is ours.'],
    [5, 'Speaker 2', 'Akmeist poems; (Acme $&) and Acme $& again.'],
  ])
  expect(after.version).toBe(version + 1)
  expect((await replace({ heard: 'Akme', meant: 'Acme', basedOn: version })).body['code']).toBe(
    'stale_version',
  )
  expect((await replace({ heard: 'Akme', meant: 'Acme', basedOn: after.version })).body['code']).toBe(
    'not_found',
  )
  expect((await getTranscript(url, id)).version).toBe(version + 1)
})
