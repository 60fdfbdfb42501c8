import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { auditEntry } from '#contract/audit.ts'
import { until } from '../test/client.ts'
import { appliance } from '../test/cli.ts'
import { claim, startWithPeople } from '../test/people.ts'

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
