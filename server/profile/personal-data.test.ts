import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Handle } from '../db/open.ts'
import { ada, createBrowser, passphrase, startWithPeople } from '../test/people.ts'

/** Columns that say whose something is. Erasing a person empties or removes these. */
const erased = [
  'api_token.person_id',
  'article_mark.person_id',
  'calendar_feed.person_id',
  'chat_session.person_id',
  'correction.person_id',
  'correction_declined.person_id',
  'document_reader.person_id',
  'drawing.person_id',
  'known_voice.remembered_by',
  'meeting.scheduled_by',
  'meeting_person.person_id',
  'outgoing_mail.person_id',
  'personal_action.person_id',
  'phone.person_id',
  'profile.person_id',
  'profile_document.person_id',
  'recovery_code.person_id',
  'reminded.person_id',
  'session.person_id',
  'sign_in_pass.person_id',
  'sign_in_place.person_id',
  'term.added_by',
  'term.person_id',
]

/** What belongs to the company says by a number alone who did it: the name to the number is gone. */
const kept = [
  'action.changed_by',
  'action.only_for',
  'audit_entry.person_id',
  'document.approved_by',
  'document.owner_id',
  'document_signature.person_id',
  'erasure.person_id',
  'legal_hold.lifted_by',
  'legal_hold.placed_by',
  'meeting.owner_id',
  'minutes.checked_by',
  'minutes.edited_by',
  'minutes.person_id',
  'recording.deleted_by',
  'recording.person_id',
  'recording.told_by',
  'signatory.person_id',
  'strike.person_id',
  'transcript.person_id',
]

/** Named like it, and no person's number. */
const otherwise = [
  ...[
    'action.due_by_person',
    'diarisation.decided_by',
    'document.sign_by',
    'document.summary_by',
    'minutes.written_by',
  ],
  // Words of a meeting or of a signed document.
  ...['action.owner', 'action.owner_speaker', 'document_signature.signed_by'],
]

/** Tables whose words the export must hold, beside those that only say who may come in. */
const told = [
  ...['api_token', 'article', 'chat_session', 'correction', 'drawing', 'meeting', 'personal_action', 'phone'],
  ...['profile', 'profile_document', 'session', 'term'],
]

type Column = { name: string; type: string; notnull: 0 | 1; pk: number }
type Link = { from: string; table: string }

const columnsOf = (db: Handle, table: string): Promise<Column[]> => db.raw(`PRAGMA table_info(${table})`)
const linksOf = (db: Handle, table: string): Promise<Link[]> => db.raw(`PRAGMA foreign_key_list(${table})`)

async function columnsOfPeople(db: Handle): Promise<string[]> {
  const tables: { name: string; sql: string }[] = await db('sqlite_master').where({ type: 'table' })
  const found: string[] = []
  for (const { name, sql } of tables) {
    if (/^CREATE VIRTUAL/i.test(sql ?? '')) continue
    const toPeople = (await linksOf(db, name))
      .filter(({ table }) => table === 'person')
      .map(({ from }) => from)
    for (const column of await columnsOf(db, name))
      if (
        toPeople.includes(column.name) ||
        /(^|_)(person|owner|user)(_id)?$|_by$|^only_for$|^(person|user|owner)_/.test(column.name)
      )
        found.push(`${name}.${column.name}`)
  }
  return found.sort()
}

const of = 900
/** JSON that is read when it is exported. */
const special: Record<string, unknown> = {
  'known_voice.embedding': '[0.5]',
  'known_voice.name': 'Ben Secretary',
  'profile.fields': JSON.stringify({ fullName: 'Ben Secretary', role: 'words of profile' }),
  'meeting.uid': null,
}

/** A row that belongs to a person in each of these tables, and what it refers to. */
async function fill(db: Handle, personId: number, tables: readonly string[]): Promise<void> {
  await db.raw('PRAGMA foreign_keys = OFF')
  await db.raw('PRAGMA ignore_check_constraints = ON')
  for (const table of tables) {
    const links = new Map((await linksOf(db, table)).map(({ from, table: to }) => [from, to]))
    const row: Record<string, unknown> = {}
    for (const { name, type, notnull, pk } of await columnsOf(db, table)) {
      const key = `${table}.${name}`
      if (key in special) row[name] = special[key]
      else if (erased.includes(key) || links.get(name) === 'person') row[name] = personId
      else if (links.has(name)) row[name] = of
      else if (name.endsWith('_at')) row[name] = '2026-01-01T00:00:00.000Z'
      else if (type === 'TEXT') row[name] = notnull || pk ? `words of ${table}` : null
      else row[name] = pk ? of : notnull ? 1 : null
    }
    await db(table).insert(row)
  }
  await db.raw('PRAGMA ignore_check_constraints = OFF')
  await db.raw('PRAGMA foreign_keys = ON')
}

test('every table that knows a person is exported and erased; a new one must be thought of', async () => {
  const { url, services, admin } = await startWithPeople()
  const { db, people, personal, personalData } = services
  const columns = await columnsOfPeople(db.read)
  expect(
    columns.filter((one) => ![...erased, ...kept, ...otherwise].includes(one)),
    'say here whether erasing a person erases this, and have their export tell of it',
  ).toEqual([])
  expect([...erased, ...kept, ...otherwise].filter((one) => !columns.includes(one))).toEqual([])

  const ben = { name: 'Ben Secretary', email: 'ben@example.co.uk', administrator: false }
  const { id } = (await people.add(ben)).person
  const tables = [...new Set(erased.map((one) => one.split('.')[0]!)), 'article']
  await db.write('sign_in_pass').delete()
  await fill(db.write, id, tables)
  await db.write('meeting').insert({
    ...{ title: 'Dentist', created_at: '2026-01-01', scheduled_by: id, uid: 'from-a-calendar' },
  })

  const names = [ben.name]
  const parts = await Promise.all(personalData.map((part) => part.collect(db.read, id, names)))
  const exported = JSON.stringify(parts)
  expect(told.filter((table) => !exported.includes(`words of ${table}`))).toEqual([])
  expect(exported).toContain('0.5') // their voice
  expect(exported).toContain('Dentist')

  await personal.erase(id)
  for (const one of erased) {
    const [table = '', column = ''] = one.split('.')
    expect(await db.read(table).where({ [column]: id }), one).toEqual([])
  }
  expect(await db.read('known_voice')).toEqual([])
  expect(await db.read('meeting').where({ title: 'Dentist' })).toEqual([])
  expect(await db.read('meeting').where({ id: of })).toHaveLength(1)
  const again = await Promise.all(
    personalData.map((part) => part.collect(db.read, id, names).catch(() => null)),
  )
  expect(JSON.stringify(again)).not.toContain('words of')

  // Where people sign in, it is asked whether it is really them.
  const erase = (words: string) =>
    admin.send('POST', '/api/users/1/personal-data/erase', { passphrase: words })
  expect(await erase('not mine')).toMatchObject({ status: 403, body: { code: 'wrong_passphrase' } })
  expect((await admin.send('GET', '/api/me')).body).toMatchObject({ name: ada.name })
  expect((await erase(passphrase)).status).toBe(200)
  expect((await admin.fetch('/api/me')).status).toBe(401)
  const back = await createBrowser(url).send('POST', '/api/sign-in', { email: ada.email, passphrase })
  expect(back.status).toBe(401)
  expect(z.string().parse(back.body.code)).not.toBe('internal')
})
