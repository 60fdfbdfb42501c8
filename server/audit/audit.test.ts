import { openAsBlob } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { auditEntry } from '#contract/audit.ts'
import { until } from '../test/client.ts'
import { appliance } from '../test/cli.ts'
import { tone } from '../test/files.ts'
import { claim, passphrase, startWithPeople, type Browser } from '../test/people.ts'

test('the log is a chain: administrators read, check and export it, and a change shows', async () => {
  const received: string[] = []
  const syslog = createServer((socket) => socket.on('data', (data) => received.push(data.toString())))
  syslog.listen(0, '127.0.0.1')
  await once(syslog, 'listening')
  const address = syslog.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { url, services, admin } = await startWithPeople({ APPLIANCE_SYSLOG: `tcp://127.0.0.1:${port}` })
  const { audit, db, people, config } = services

  await audit.note({ personId: 1, act: 'test.first', subjectKind: 'recording', subjectId: 7 })
  await audit.note({ personId: null, act: 'test.second', details: { format: 'pdf' } })
  const list = await admin.send('GET', '/api/audit?act=test')
  expect(list.body).toMatchObject({
    entries: [
      { act: 'test.second', personId: null, details: { format: 'pdf' } },
      { act: 'test.first', personId: 1, subjectKind: 'recording', subjectId: '7' },
    ],
    names: { 1: 'Ada Chair' },
    next: null,
  })
  const other = await claim(
    url,
    (await people.add({ name: 'Ben', email: 'ben@example.co.uk', administrator: false })).link,
    { name: 'Ben', email: 'ben@example.co.uk' },
  )
  expect((await other.fetch('/api/audit')).status).toBe(403)

  const lines = (await (await admin.fetch('/api/audit/export')).text()).trim().split('\n')
  const entries = lines.map((line) => auditEntry.parse(JSON.parse(line)))
  for (const [i, entry] of entries.slice(1).entries()) expect(entry.previousHash).toBe(entries[i]!.hash)
  expect(lines.join('')).not.toContain('ben@example')
  await until(
    async () => received.join(''),
    (text) => text.includes('"act":"test.second"'),
  )
  expect(received.join('')).toMatch(/^\d+ <109>1 \S+Z \S+ meeting-appliance \d+ audit - \{"id":/)
  syslog.close()

  expect((await admin.send('POST', '/api/audit/verify')).body).toMatchObject({ intact: true })
  const check = (...more: string[]) => appliance(['verify', 'log', '--json', ...more], config.dataDir)
  const known = entries.at(-1)!.hash
  expect(JSON.parse((await check('--contains', known)).stdout)).toMatchObject({ intact: true, found: true })

  await expect(db.write('audit_entry').where({ act: 'test.first' }).update({ person_id: 2 })).rejects.toThrow(
    'append-only',
  )
  await expect(db.write('audit_entry').delete()).rejects.toThrow('append-only')
  // Whoever owns the file can take the triggers away; the chain still tells.
  await db.write.raw('DROP TRIGGER audit_entry_no_change')
  await db.write('audit_entry').where({ act: 'test.first' }).update({ person_id: 2 })
  const broken = await check()
  const { id } = entries.find(({ act }) => act === 'test.first')!
  expect([broken.code, JSON.parse(broken.stdout)]).toMatchObject([1, { intact: false, brokenAt: id }])
})

/** What the log says newly since the last time it was asked: acts and what was touched, the oldest first. */
async function follow(admin: Browser): Promise<() => Promise<[string, string | null][]>> {
  const body = z.object({ entries: z.array(auditEntry) })
  const read = async () => body.parse((await admin.send('GET', '/api/audit?limit=200')).body).entries
  let last = (await read())[0]?.id ?? 0
  return async () => {
    const entries = (await read()).filter(({ id }) => id > last).reverse()
    last = entries.at(-1)?.id ?? last
    return entries.map(({ act, subjectKind, subjectId }) => [
      act,
      subjectKind === null ? null : `${subjectKind} ${subjectId}`,
    ])
  }
}

async function uploadedBy(url: string, person: Browser): Promise<number> {
  const form = new FormData()
  form.set('audio', await openAsBlob(await tone('tone.wav', 1), { type: 'audio/wav' }), 'tone.wav')
  form.set('title', 'Board meeting')
  const answer = await person.fetch('/api/recordings/upload', {
    ...{ method: 'POST', body: form, headers: { origin: url } },
  })
  return z.object({ id: z.number() }).parse(await answer.json()).id
}

test('every download is recorded; playing, reading and asking whether there is a file are not', async () => {
  const { url, admin } = await startWithPeople()
  const id = await uploadedBy(url, admin)
  await admin.send('PATCH', `/api/recordings/${id}`, { summary: 'We agreed to repair the roof.' })
  const news = await follow(admin)
  const get = async (path: string, init?: RequestInit) => {
    const answer = await admin.fetch(path, init)
    expect([path, answer.ok]).toEqual([path, true])
    await answer.arrayBuffer()
  }
  const of = `/api/recordings/${id}`

  await get(`${of}/audio`)
  await get(`${of}/audio`, { headers: { range: 'bytes=0-99' } })
  await get(`${of}/transcript`)
  await get(`${of}/audio?download=true`, { method: 'HEAD' })
  expect(await news()).toEqual([])

  const { status } = await admin.send('POST', `${of}/transcript`, { content: 'Ann Lee: Good morning.' })
  expect(status).toBe(200)
  await news()
  await get(`${of}/audio?download=true`)
  await get(`${of}/transcript?download=true`)
  await get(`${of}/minutes/file/pdf`)
  expect(await news()).toEqual([
    ['recording.exported', `recording ${id}`],
    ['recording.transcriptExported', `recording ${id}`],
    ['recording.minutesExported', `recording ${id}`],
  ])
  const second = await uploadedBy(url, admin)
  await news()
  await get(`/api/exports?ids=${second},${id}&formats=txt`)
  // The first was downloaded a moment ago: the same visit.
  expect(await news()).toEqual([['recording.exported', `recording ${second}`]])
  await admin.send('POST', '/api/labels/recordings', { ids: [id, second, 999], addTags: ['roof'] })
  expect(await news()).toEqual([
    ['recordings.labelled', `recording ${id}`],
    ['recordings.labelled', `recording ${second}`],
  ])
  await get('/api/actions/export/csv')
  await get('/api/users/1/personal-data')
  expect(await news()).toEqual([
    ['own.exportActions', null],
    ['own.exportPersonalData', 'person 1'],
  ])
})

test('an entry says what was made or changed, and never its name', async () => {
  const { url, admin } = await startWithPeople()
  const news = await follow(admin)
  const send = async (method: string, path: string, sent?: unknown) => {
    const { status, body } = await admin.send(method, path, sent)
    expect([path, status]).toEqual([path, 200])
    return body
  }
  const idIn = (body: unknown) => z.object({ id: z.number() }).parse(body).id

  const recording = await uploadedBy(url, admin)
  const ben = idIn((await send('POST', '/api/people', { name: 'Ben', email: 'ben@example.co.uk' })).person)
  await send('PATCH', `/api/people/${ben}`, { administrator: true })
  await send('POST', `/api/people/${ben}/reset`)
  await send('POST', `/api/people/${ben}/sessions/end`)
  const company = idIn(await send('POST', '/api/governance/companies', { name: 'Pangolin Ltd' }))
  await send('POST', `/api/governance/companies/${company}/officers`, { name: 'Ann', role: 'director' })
  const competitor = idIn(
    await send('POST', `/api/companies/${company}/competitors`, { name: 'Pangolin Two' }),
  )
  const { organization } = await send('POST', '/api/organizations', { name: 'Pangolin Trust' })
  await send('PATCH', `/api/organizations/${idIn(organization)}`, { name: 'Pangolin Fund' })
  const action = idIn(await send('POST', '/api/me/actions', { title: 'Feed the pangolin' }))
  await send('DELETE', `/api/me/actions/${action}`)
  const token = idIn((await send('POST', '/api/me/tokens', { name: 'Pangolin', passphrase })).token)
  await send('DELETE', `/api/me/tokens/${token}`)

  expect(await news()).toEqual([
    ['own.uploadRecording', `recording ${recording}`],
    ['person.added', `person ${ben}`],
    ['person.changed', `person ${ben}`],
    ['person.reset', `person ${ben}`],
    ['person.sessionsEnded', `person ${ben}`],
    ['system.addCompany', `company ${company}`],
    ['system.addOfficer', `company ${company}`],
    ['own.addCompetitor', `competitor ${competitor}`],
    ['own.addOrganisation', `organisation ${idIn(organization)}`],
    ['system.renameOrganisation', `organisation ${idIn(organization)}`],
    ['own.addPersonalAction', `personal_action ${action}`],
    ['own.deletePersonalAction', `personal_action ${action}`],
    ['person.tokenMade', `token ${token}`],
    ['person.tokenRevoked', `token ${token}`],
  ])
  expect(await (await admin.fetch('/api/audit/export')).text()).not.toMatch(/pangolin/i)
})

test('an edited summary and a name that is taken away are called so; what the page does by itself is not recorded', async () => {
  const { admin } = await startWithPeople()
  const made = await admin.send('POST', '/api/recordings', {
    ...{ title: 'Board meeting', sourceType: 'uploaded_transcript' },
  })
  const of = `/api/recordings/${z.number().parse(made.body.id)}`
  await admin.send('POST', `${of}/transcript`, { content: '[00:00:02] Speaker 1: Good morning.' })
  const news = await follow(admin)
  const acts: string[] = []
  const send = async (method: string, path: string, sent: unknown) => {
    const { status, body } = await admin.send(method, of + path, sent)
    expect([path, status, status === 200 ? '' : body]).toEqual([path, 200, ''])
    acts.push(...(await news()).map(([act]) => act))
  }
  const version = async () => z.number().parse((await admin.send('GET', `${of}/transcript`)).body.version)

  await send('PATCH', '', { title: 'Annual meeting' })
  await send('PATCH', '', { summary: 'We agreed to repair the roof.' })
  await send('PUT', '/duration', { duration: 12 })
  for (const name of ['Ann Lee', null])
    await send('POST', '/speakers/name', { label: 'Speaker 1', name, basedOn: await version() })
  expect(acts).toEqual([
    'recording.updateRecording',
    'recording.summaryEdited',
    'recording.nameSpeaker',
    'recording.nameRemoved',
  ])
})
