import { expect, test } from 'vitest'
import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { transact } from '../db/open.ts'
import { send, until, uploaded } from '../test/client.ts'
import { publisher } from '../test/feeds.ts'
import { mailServer } from '../test/mail-server.ts'
import { textMeeting } from '../test/minutes.ts'
import { startAppliance } from '../test/server.ts'
import { meeting } from '../test/speech.ts'

test('reminders, the digest and minutes go by a real mail server; what it refuses goes later', async () => {
  const smtp = await mailServer()
  const { url, services } = await startAppliance({
    env: {
      APPLIANCE_SMTP_URL: smtp.url,
      APPLIANCE_MAIL_FROM: 'Minutes <minutes@example.co.uk>',
      APPLIANCE_TIMEZONE: noonZone(),
    },
  })
  const { reminders, mail, db } = services
  await send(url, 'POST', '/api/users/1/profile', {
    ...{ userId: 1, fullName: 'Ada Chair', email: 'ada@example.co.uk', secondaryEmail: 'ada@home.example' },
  })
  const soon = new Date(Date.now() + 30 * 60_000).toISOString()
  const far = new Date(Date.now() + 3 * 3_600_000).toISOString()
  await send(url, 'POST', '/api/meetings', {
    title: 'Audit committee',
    startsAt: soon,
    agenda: '1. Accounts',
  })
  await send(url, 'POST', '/api/meetings', { title: 'Later', startsAt: far })
  const list = await (await fetch(`${url}/api/me/reminders`)).json()
  expect(list).toMatchObject([{ title: 'Audit committee', startsAt: soon, place: null }])

  // The first try is refused; nothing is lost.
  smtp.refuse(true)
  await reminders.look()
  await mail.sendDue()
  expect(smtp.mails).toEqual([])
  expect((await mail.findings())[0]).toMatchObject({ state: 'problem' })
  smtp.refuse(false)
  await db.write('outgoing_mail').update({ next_at: '2020-01-01T00:00:00.000Z' })
  await until(
    async () => (await mail.sendDue(), smtp.mails),
    ({ length }) => length >= 2,
  )
  const reminder = smtp.mails.find(({ raw }) => raw.includes('Subject: Reminder: Audit committee'))
  expect(reminder?.to).toEqual(['ada@example.co.uk'])
  expect(reminder?.raw).toContain('1. Accounts')
  expect(reminder?.raw).toContain('From: Minutes <minutes@example.co.uk>')
  expect(smtp.mails.some(({ raw }) => raw.includes('Subject: Your day'))).toBe(true)

  // Nobody is told twice; who wants copies gets them; who wants none gets none.
  await reminders.look()
  expect(await db.read('outgoing_mail')).toEqual([])
  await send(url, 'PUT', '/api/me/settings', { secondaryEmailNotifications: true })
  await send(url, 'POST', '/api/meetings', { title: 'Board', startsAt: soon })
  await reminders.look()
  const waiting: { recipients: string }[] = await db.read('outgoing_mail')
  expect(waiting.map(({ recipients }) => recipients)).toEqual([
    '["ada@example.co.uk"]',
    '["ada@home.example"]',
  ])
  await send(url, 'PUT', '/api/me/settings', { emailNotifications: false, dailyDigest: false })
  await send(url, 'POST', '/api/meetings', { title: 'Quiet', startsAt: soon })
  await reminders.look()
  expect(await db.read('outgoing_mail')).toHaveLength(2)

  // Minutes, as a PDF, to whoever was there.
  const made = await send(url, 'POST', '/api/recordings', {
    ...{ title: 'AGM', userId: 1, sourceType: 'uploaded_transcript' },
  })
  const { id } = z.object({ id: z.number() }).parse(made.body.recording)
  await send(url, 'PUT', `/api/recordings/${id}/meeting-info`, {
    attendees: [{ speakerId: '', name: 'Priya Shah', email: 'priya@example.com' }],
    location: null,
  })
  const path = `/api/recordings/${id}/minutes`
  expect((await send(url, 'GET', `${path}/recipients`)).body).toMatchObject({ on: true })
  expect((await send(url, 'POST', `${path}/send`, { to: ['priya@example.com'] })).status).toBe(404)
  await send(url, 'PATCH', `/api/recordings/${id}`, { summary: '# Minutes\n\nAll was agreed.' })
  expect((await send(url, 'POST', `${path}/send`, { to: [] })).status).toBe(400)
  expect((await send(url, 'POST', `${path}/send`, { to: ['priya@example.com'] })).body).toEqual({
    ...{ sent: 1, approved: false },
  })
  await mail.sendDue()
  const minutes = smtp.mails.find(({ to }) => to.includes('priya@example.com'))
  expect(minutes?.raw).toContain('Subject: Draft minutes: AGM')
  const [, pdf = ''] =
    /Content-Type: application\/pdf[\s\S]*?\r\n\r\n([\w+/=\r\n]+)/.exec(minutes?.raw ?? '') ?? []
  expect(Buffer.from(pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
})

test('approved minutes go to those who were there as what they are, one email each', async () => {
  const smtp = await mailServer()
  const { url, services } = await startAppliance({ env: { APPLIANCE_SMTP_URL: smtp.url } })
  const id = await textMeeting(url)
  const path = `/api/recordings/${id}/minutes`
  await send(url, 'PATCH', `/api/recordings/${id}`, { summary: '# Board meeting\n\nAll was agreed.' })
  await send(url, 'PUT', `/api/recordings/${id}/meeting-info`, {
    attendees: [
      { speakerId: '', name: 'Priya Shah', email: 'priya@example.com' },
      { speakerId: '', name: 'Tom Okoro', email: 'tom@example.com' },
      { speakerId: '', name: 'Anna Bell' },
    ],
    location: null,
  })
  expect((await send(url, 'GET', `${path}/recipients`)).body).toEqual({
    on: true,
    attendees: [
      { name: 'Priya Shah', email: 'priya@example.com' },
      { name: 'Tom Okoro', email: 'tom@example.com' },
    ],
  })
  const made = await send(url, 'POST', `${path}/document`, { version: 1, signatories: [] })
  expect((await send(url, 'POST', `/api/documents/${Number(made.body['id'])}/approve`)).status).toBe(200)

  const to = ['priya@example.com', 'tom@example.com', 'TOM@example.com']
  expect((await send(url, 'POST', `${path}/send`, { to })).body).toEqual({ sent: 2, approved: true })
  await Promise.all([services.mail.sendDue(), services.mail.sendDue()])
  const sent = smtp.mails
  expect(sent.map((one) => one.to.join()).toSorted()).toEqual(['priya@example.com', 'tom@example.com'])
  for (const { raw } of sent) {
    expect(raw).toContain('Subject: Minutes: Board meeting')
    expect(raw).toContain('The approved minutes of Board meeting are attached.')
    expect(raw).toMatch(/filename="?Minutes of Board meeting\.pdf/)
    // Nobody sees to whom else it went.
    expect([raw.includes('priya@'), raw.includes('tom@')]).toContain(false)
  }

  // What has been changed since is a draft again.
  await send(url, 'PATCH', `/api/recordings/${id}`, { summary: '# Board meeting\n\nNothing was agreed.' })
  expect((await send(url, 'POST', `${path}/send`, { to: ['tom@example.com'] })).body).toEqual({
    ...{ sent: 1, approved: false },
  })
})

test('whoever made a recording is told once that its transcript is ready, unless they want no email', async () => {
  const smtp = await mailServer()
  const { url, services } = await startAppliance({ env: { APPLIANCE_SMTP_URL: smtp.url } })
  await send(url, 'PUT', '/api/me/settings', { autoGenerateSummary: false, emailNotifications: true })
  await send(url, 'POST', '/api/users/1/profile', {
    ...{ userId: 1, fullName: 'Ada Chair', email: 'ada@example.co.uk' },
  })
  const { id } = await uploaded(url, (await meeting({ seed: 8, minutes: 0.2, speakers: 2 })).wav)
  const ready = () => smtp.mails.filter(({ raw }) => raw.includes('Subject: Transcript ready: Board meeting'))
  await until(
    async () => (await services.mail.sendDue(), ready()),
    ({ length }) => length > 0,
  )
  expect(ready()).toMatchObject([{ to: ['ada@example.co.uk'] }])
  expect(ready()[0]!.raw).toContain(`/recordings/${id}`)

  // Work on it moves again when the speakers are told apart, and when it is transcribed again.
  const moved = (recording: number) =>
    transact(services.db, (trx) => services.reminders.transcriptMoved(trx, recording))
  await moved(id)
  await send(url, 'PUT', '/api/me/settings', { emailNotifications: false })
  await moved(await textMeeting(url))
  expect(await services.db.read('outgoing_mail')).toEqual([])
  expect(ready()).toHaveLength(1)
})

test('without a mail server nothing is sent, and whoever tries is told why', async () => {
  const { url, services } = await startAppliance()
  const made = await send(url, 'POST', '/api/recordings', {
    ...{ title: 'AGM', userId: 1, sourceType: 'uploaded_transcript' },
  })
  const { id } = z.object({ id: z.number() }).parse(made.body.recording)
  const { status, body } = await send(url, 'POST', `/api/recordings/${id}/minutes/send`, {
    to: ['a@b.example'],
  })
  expect([status, errorBody.parse(body).code]).toEqual([409, 'mail_off'])
  expect(await services.db.read('outgoing_mail')).toEqual([])
})

test('text messages go to a number that has been verified, by the gateway that the administrator named', async () => {
  const taken: { to: string; text: string }[] = []
  let works = true
  const gateway = await publisher((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (works) taken.push(JSON.parse(Buffer.concat(parts).toString()) as (typeof taken)[number])
      response.writeHead(works ? 200 : 503).end()
    })
  })
  const { url, services } = await startAppliance({
    env: { APPLIANCE_SMS_WEBHOOK: `${gateway.url}/send?key=secret` },
  })
  const number = '+44 7700 900123'
  expect((await send(url, 'POST', '/api/me/phone', { number: '07700 900123' })).status).toBe(400)
  expect((await send(url, 'POST', '/api/me/phone', { number })).body).toEqual({
    ...{ number: '+447700900123', verified: false },
  })
  expect((await send(url, 'POST', '/api/me/phone', { number })).status).toBe(429)
  const [, code = ''] = /is (\d{6})\./.exec(taken[0]?.text ?? '') ?? []
  const wrong = code === '000000' ? '000001' : '000000'
  expect((await send(url, 'POST', '/api/me/phone/verify', { code: wrong })).body).toMatchObject({
    code: 'wrong_code',
  })
  const soon = new Date(Date.now() + 30 * 60_000).toISOString()
  await send(url, 'PUT', '/api/me/settings', { smsReminders: true })
  await send(url, 'POST', '/api/meetings', { title: 'Audit committee', startsAt: soon })
  await services.reminders.look()
  expect(taken).toHaveLength(1)
  expect((await send(url, 'POST', '/api/me/phone/verify', { code })).body).toMatchObject({ verified: true })
  works = false
  await services.reminders.look()
  works = true
  await services.reminders.look()
  await services.reminders.look()
  expect(taken.slice(1)).toMatchObject([
    { to: '+447700900123', text: expect.stringContaining('Audit committee begins at') },
  ])
})

/** Where it is about noon now: digests go after seven. */
function noonZone(): string {
  const east = 12 - new Date().getUTCHours()
  return east === 0 ? 'UTC' : `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
}
