import { expect, test } from 'vitest'
import { z } from 'zod'
import { getCalendar, scheduledMeeting } from '#contract/calendar.ts'
import { send } from '../test/client.ts'
import { sharedAppliance } from '../test/server.ts'
import { readIcs } from './read-ics.ts'

const shared = sharedAppliance()

const itemsOf = async (from: string, to: string) => {
  const { body } = await send(shared().url, 'GET', `/api/calendar?from=${from}&to=${to}`)
  return getCalendar.response.parse(body).items
}

const ics = (events: string) => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events}END:VCALENDAR\r\n`

test('a meeting is scheduled, changed, recorded under its own title, and stands in the calendar and the feed', async () => {
  const { url } = shared()
  const made = await send(url, 'POST', '/api/meetings', {
    title: 'Audit committee',
    startsAt: '2031-05-06T09:00:00Z',
    minutes: 90,
    attendees: [{ speakerId: '', name: 'Priya Shah', email: 'priya@example.com' }],
    location: { type: 'physical', name: 'Room 2' },
    agenda: '1. Accounts',
  })
  expect(made.status).toBe(200)
  const { id } = scheduledMeeting.parse(made.body)
  expect(await itemsOf('2031-05-06', '2031-05-06')).toMatchObject([
    { kind: 'meeting', id, title: 'Audit committee', href: null, detail: 'Room 2' },
  ])
  await send(url, 'POST', '/api/me/actions', { title: 'Read the accounts', dueDate: '2031-05-05' })
  expect((await itemsOf('2031-05-01', '2031-05-31')).map(({ kind }) => kind)).toEqual(['action', 'meeting'])

  const started = await send(url, 'POST', '/api/recordings', { title: 'Audit committee', meetingId: id })
  const recordingId = z.number().parse(started.body.id)
  expect((await itemsOf('2031-05-06', '2031-05-06'))[0]?.href).toBe(`/recordings/${recordingId}`)
  expect((await send(url, 'DELETE', `/api/meetings/${id}`)).status).toBe(409)
  expect((await send(url, 'GET', '/api/calendar?from=2031-01-01&to=2040-01-01')).status).toBe(400)
})

test('the feed is read by whoever knows its address, until it is revoked', async () => {
  const { url } = shared()
  const soon = new Date(Date.now() + 86_400_000).toISOString()
  await send(url, 'POST', '/api/meetings', { title: 'Strategy, day; one', startsAt: soon })
  const { body } = await send(url, 'POST', '/api/calendar/feed')
  const path = z.string().parse(body.path)
  const answer = await fetch(url + path)
  expect(answer.headers.get('content-type')).toContain('text/calendar')
  const text = await answer.text()
  expect(text).toContain(String.raw`SUMMARY:Strategy\, day\; one`)
  expect(
    readIcs({ content: text, now: new Date().toISOString() }).events.map(({ title }) => title),
  ).toContain('Strategy, day; one')
  await send(url, 'DELETE', '/api/calendar/feed')
  expect((await fetch(url + path)).status).toBe(404)
})

test('a calendar is imported once, changed by its own uids alone, and strange ones do no harm', async () => {
  const { url } = shared()
  const start = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
  const day = start.replaceAll('-', '')
  const event = (title: string) =>
    `BEGIN:VEVENT\r\nUID:board-1\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:${day}T100000Z\r\nDTEND:${day}T113000Z\r\nSUMMARY:${title}\r\nEND:VEVENT\r\n`
  const bring = (content: string) => send(url, 'POST', '/api/calendar/import', { content })
  expect((await bring(ics(event('Board')))).body).toEqual({ added: 1, changed: 0, remarks: [] })
  expect((await bring(ics(event('Board, moved')))).body).toEqual({ added: 0, changed: 1, remarks: [] })
  expect((await itemsOf(start, start)).map(({ title }) => title)).toEqual(['Board, moved'])

  // Of several revisions of one date the last holds; what cannot be read of a repetition does not take the meeting along.
  const daily = (more: string) =>
    `BEGIN:VEVENT\r\nUID:daily\r\nDTSTART:20310106T100000Z\r\n${more}SUMMARY:Daily\r\nEND:VEVENT\r\n`
  const moved = (sequence: number, title: string) =>
    `BEGIN:VEVENT\r\nUID:daily\r\nSEQUENCE:${sequence}\r\nRECURRENCE-ID:20310107T100000Z\r\nDTSTART:20310107T140000Z\r\nSUMMARY:${title}\r\nEND:VEVENT\r\n`
  const read = (events: string) =>
    readIcs({ content: ics(events), now: '2031-01-01T00:00:00Z' }).events.map(({ title, startsAt }) => [
      title,
      startsAt.slice(0, 16),
    ])
  expect(read(daily('RRULE:FREQ=DAILY;COUNT=2\r\n') + moved(5, 'Newer') + moved(1, 'Older'))).toEqual([
    ['Daily', '2031-01-06T10:00'],
    ['Newer', '2031-01-07T14:00'],
  ])
  expect(read(daily('RRULE:FREQ=DAILY;COUNT=1\r\nEXDATE:nonsense\r\n'))).toEqual([
    ['Daily', '2031-01-06T10:00'],
  ])
  expect(read('BEGIN:VEVENT\r\nUID:day\r\nDTSTART:20310108\r\nSUMMARY:Day\r\nEND:VEVENT\r\n')).toEqual([
    ['Day', '2031-01-08T00:00'],
  ])

  // One that has gone on for years: what is to come, its last dates before, and a remark on the rest.
  const years = readIcs({
    content: ics(daily('RRULE:FREQ=DAILY\r\n').replace('20310106', '20290106')),
    now: '2031-01-01T00:00:00Z',
  })
  expect(years.events).toHaveLength(250)
  expect(years.events.filter(({ startsAt }) => startsAt > '2031')).toHaveLength(200)
  expect(years.remarks).toEqual(['Of “Daily” only the next 200 dates were read.'])

  const endless = `BEGIN:VEVENT\r\nUID:endless\r\nDTSTART:19000101T000000Z\r\nRRULE:FREQ=SECONDLY\r\nSUMMARY:Endless\r\nEND:VEVENT\r\n`
  expect((await bring(ics(endless))).body).toMatchObject({ added: 0 })
  expect((await bring('no calendar')).body).toMatchObject({ added: 0, remarks: [expect.any(String)] })
})

test('personal actions are exported with those of meetings; a title that looks like a formula stays text', async () => {
  const { url } = shared()
  const { body } = await send(url, 'POST', '/api/me/actions', {
    title: '=cmd()',
    notes: 'One\nTwo',
    dueDate: '2032-02-03',
    priority: 'high',
  })
  const id = z.number().parse(body.id)
  expect((await send(url, 'PATCH', `/api/me/actions/${id}`, { status: 'completed' })).body).toMatchObject({
    status: 'completed',
    priority: 'high',
  })
  const csv = await (await fetch(`${url}/api/actions/export/csv`)).text()
  expect(csv).toContain(`Personal,'=cmd(),,2032-02-03,Completed,high,,,"One\nTwo"`)
  const file = await (await fetch(`${url}/api/actions/export/ics`)).text()
  expect(file).toContain('DUE;VALUE=DATE:20320203')
  expect(file).toContain('STATUS:COMPLETED')
  expect((await send(url, 'DELETE', `/api/me/actions/${id}`)).status).toBe(200)
  expect((await send(url, 'PATCH', `/api/me/actions/${id}`, { status: 'to_do' })).status).toBe(404)
})
