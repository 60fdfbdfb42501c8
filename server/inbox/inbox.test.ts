import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { getInbox, retryInboxFile, type Inbox } from '#contract/inbox.ts'
import { listRecordings, type Recording } from '#contract/recordings.ts'
import { pathFor } from '#contract/route.ts'
import { getTranscript, send, until } from '../test/client.ts'
import { filesBelow, tone } from '../test/files.ts'
import { sharedAppliance } from '../test/server.ts'

const shared = sharedAppliance({ APPLIANCE_INBOX_SETTLE: '0.3', APPLIANCE_TIMEZONE: 'Europe/London' })
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'appliance-inbox-'))
  await shared().services.inbox.setFolder(folder)
  return () => rm(folder, { recursive: true, force: true })
})

const words = (n: string): string =>
  `[00:00:01] Jane Smith: Good morning from ${n}.\n[00:00:05] Tom Brown: Good morning.\n`

/** As a careful program writes: under another name first. */
async function put(path: string, content: string | Uint8Array): Promise<void> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.part`, content)
  await rename(`${file}.part`, file)
}

const look = async (): Promise<Inbox> =>
  getInbox.response.parse((await send(shared().url, 'GET', getInbox.path)).body)
const resultOf = (path: string) =>
  until(
    look,
    ({ files, state }) => state !== 'working' && files.some((file) => file.path === path),
    200,
  ).then((inbox) => inbox.files.find((file) => file.path === path)!)
const recordings = async (): Promise<Recording[]> =>
  listRecordings.response.parse(await (await fetch(`${shared().url}/api/users/1/recordings`)).json())

test('a transcript is taken in with what the .json beside it says, and moved to done', async () => {
  const { body } = await send(shared().url, 'POST', '/api/governance/companies', { name: 'Acme Widgets Ltd' })
  expect(body).toMatchObject({ name: 'Acme Widgets Ltd' })
  const said = {
    ...{
      title: 'Board of Acme',
      date: '2026-06-19 14:30',
      company: 'acme widgets',
      series: 'Board',
      tags: ['audit'],
    },
    attendees: ['Jane Smith', { name: 'Tom Brown', role: 'Chair', email: 'tom@example.com' }],
  }
  await put('x1.json', JSON.stringify(said))
  await put('x1.txt', words('the board'))
  const file = await resultOf('x1.txt')
  expect(file).toMatchObject({ result: 'taken', kind: 'transcript' })
  const recording = (await recordings()).find(({ id }) => id === file.recordingId)
  expect(recording).toMatchObject({ title: 'Board of Acme', meetingDate: '2026-06-19T13:30:00.000Z' })
  const transcript = await getTranscript(shared().url, recording!.id)
  expect(transcript.segments.map(({ speaker }) => speaker)).toEqual(['Jane Smith', 'Tom Brown'])
  expect(transcript.attendees).toMatchObject([{ name: 'Jane Smith' }, { name: 'Tom Brown', role: 'Chair' }])
  const { meetingId } = recording!
  const meeting = await shared().services.db.read('meeting').where({ id: meetingId }).first()
  expect(meeting).toMatchObject({ company_id: (body as { id: number }).id, series_id: expect.any(Number) })
  expect(await shared().services.db.read('meeting_tag').where({ meeting_id: meetingId })).toHaveLength(1)
  await until(
    () => filesBelow(join(folder, 'done')),
    (files) => files.includes('x1.txt') && files.includes('x1.json'),
  )
})

test('the same content is taken in once, and again when what came of it has been deleted', async () => {
  await put('2026-11-19 10.00 First.txt', words('the first'))
  const first = await resultOf('2026-11-19 10.00 First.txt')
  await put('Acme Widgets/copy.txt', words('the first'))
  expect(await resultOf('Acme Widgets/copy.txt')).toMatchObject({
    result: 'duplicate',
    recordingId: first.recordingId,
    message: expect.stringContaining('First.txt'),
  })
  expect((await recordings()).filter(({ title }) => title === 'First')).toHaveLength(1)
  await send(shared().url, 'DELETE', `/api/recordings/${first.recordingId}`)
  await shared().services.recordings.removeForGood(first.recordingId!)
  await put('third.txt', words('the first'))
  expect(await resultOf('third.txt')).toMatchObject({ result: 'taken' })
})

test('what fails says why in words beside it, and is tried again from the screen', async () => {
  await put('old/nothing.vtt', 'WEBVTT\n')
  await put('strange.exe', 'MZ')
  await put('described.txt', words('the described'))
  await put('broken.mp3', Buffer.alloc(4000, 7))
  expect(await resultOf('old/nothing.vtt')).toMatchObject({
    result: 'failed',
    message: 'The file holds no words.',
  })
  expect((await resultOf('strange.exe')).message).toContain('does not take .exe files')
  expect((await resultOf('broken.mp3')).result).toBe('failed')
  const error = join(folder, 'failed', 'old', 'nothing.vtt.error.txt')
  expect(await readFile(error, 'utf8')).toMatch(
    /nothing\.vtt was not taken in\.[^]*holds no words[^]*try again/,
  )
  await writeFile(
    join(folder, 'failed', 'old', 'nothing.vtt'),
    'WEBVTT\n\n00:01.000 --> 00:02.000\nHello there\n',
  )
  const { id } = (await look()).failures.find(({ path }) => path === 'old/nothing.vtt')!
  const answer = await send(shared().url, 'POST', pathFor(retryInboxFile.path, { id }))
  expect(answer.status).toBe(200)
  expect(
    await until(
      () => resultOf('old/nothing.vtt'),
      ({ result }) => result === 'taken',
    ),
  ).toBeTruthy()
  expect(await filesBelow(join(folder, 'failed'))).not.toContain('old/nothing.vtt.error.txt')
  expect((await send(shared().url, 'POST', pathFor(retryInboxFile.path, { id }))).status).toBe(404)
})

test('links are not followed, and locked files wait', async () => {
  const outside = await tone('secret.wav', 1)
  await symlink(outside, join(folder, 'secret.wav'))
  await symlink(dirname(outside), join(folder, 'elsewhere'))
  await writeFile(join(folder, '.~lock.busy.txt#'), '')
  await put('busy.txt', words('somebody who is still writing'))
  await put('last.txt', words('the last'))
  await resultOf('last.txt')
  const { waiting, files } = await look()
  expect(waiting).toEqual([{ path: 'busy.txt', why: expect.stringContaining('.~lock.busy.txt#') }])
  expect(files.some(({ path }) => path.includes('secret'))).toBe(false)
  await rm(join(folder, '.~lock.busy.txt#'))
  expect(await resultOf('busy.txt')).toMatchObject({ result: 'taken' })
})

test('an agenda schedules a meeting, and the recording of that day and title belongs to it', async () => {
  await put('2026-12-03 Audit committee agenda.txt', '1. Accounts\n2. Risk register\n')
  expect((await resultOf('2026-12-03 Audit committee agenda.txt')).kind).toBe('agenda')
  await put('2026-12-03 Audit committee.wav', await readFile(await tone('silence.wav', 1)))
  const { recordingId } = await resultOf('2026-12-03 Audit committee.wav')
  const { meetingId } = (await recordings()).find(({ id }) => id === recordingId)!
  const meeting = await send(shared().url, 'GET', `/api/meetings/${meetingId}`)
  expect(meeting.body).toMatchObject({ agenda: '1. Accounts\n2. Risk register', recordings: [recordingId] })
  await put('agenda.txt', '1. Nothing\n')
  expect((await resultOf('agenda.txt')).message).toContain('begin its name with the day')
})

test('feeds and calendars are taken in, and every act is in the log', async () => {
  const feed = `<rss version="2.0"><channel><title>Widget news</title><item><title>Widgets rise</title><link>https://news.example.com/1</link></item></channel></rss>`
  await put('widgets.xml', feed)
  expect(await resultOf('widgets.xml')).toMatchObject({
    kind: 'feed',
    message: '1 new article of a news feed.',
  })
  const event =
    'BEGIN:VEVENT\r\nUID:1@x\r\nSUMMARY:Budget day\r\nDTSTART:20261210T100000Z\r\nDTEND:20261210T110000Z\r\nEND:VEVENT'
  await put('plan.ics', `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n${event}\r\nEND:VCALENDAR\r\n`)
  expect((await resultOf('plan.ics')).message).toContain('1 meeting was added')
  const { entries } = await shared().services.audit.list({ limit: 200, act: 'inbox' })
  const acts = new Set(entries.map(({ act }) => act))
  expect([...acts].sort()).toEqual(['inbox.failed', 'inbox.retry', 'inbox.set', 'inbox.taken'])
})

test('a folder that has gone is told, and one in the data directory is refused', async () => {
  const { inbox, paths } = shared().services
  await expect(inbox.setFolder(join(paths.root, 'uploads'))).rejects.toThrow(
    'may not be in the data directory',
  )
  await expect(inbox.setFolder('/nowhere/at/all')).rejects.toThrow('There is no folder')
  await rename(folder, `${folder}-away`)
  expect((await look()).state).toBe('unreachable')
  expect(await inbox.findings()).toMatchObject([{ state: 'problem' }])
  await rename(`${folder}-away`, folder)
  expect((await look()).state).toBe('watching')
})
