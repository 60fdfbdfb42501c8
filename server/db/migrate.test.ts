import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError } from '../config.ts'
import { lockDataDirectory } from '../files/lock.ts'
import { temporaryFolder } from '../test/files.ts'
import { appliance } from '../test/cli.ts'
import { start } from '../test/process.ts'
import { direct, olderData, openUntilDone as open } from '../test/older-data.ts'
import { testEnvironment } from '../test/server.ts'
import { migrate } from './migrate.ts'
import { migrations, type Migration } from './migrations/index.ts'
import type { Db } from './open.ts'

test('a summary from before there were versions of minutes is the first one', async () => {
  const { paths, db } = await olderData()
  const at = migrations.findIndex(({ name }) => name === 'minutes')
  await migrate(db, { copies: paths.copies, alone: direct, migrations: migrations.slice(0, at) })
  await db.write('meeting').update({ summary: 'In short.' })
  const row = { person_id: 1, meeting_id: 1, source_type: 'upload', created_at: '2025-01-01' }
  for (const folder of ['a', 'b']) await db.write('recording').insert({ ...row, folder })
  await migrate(db, { copies: paths.copies, alone: direct })
  expect(await db.read('recording').select('summary', 'minutes_id')).toEqual([
    { summary: 'In short.', minutes_id: 1 },
    { summary: 'In short.', minutes_id: 2 },
  ])
  const made = { version: 1, origin: 'edit', markdown: 'In short.', content: null, person_id: null }
  expect(await db.read('minutes')).toMatchObject([
    { recording_id: 1, ...made },
    { recording_id: 2, ...made },
  ])
})

const failing: Migration = {
  name: 'fails half-way',
  up: `
ALTER TABLE meeting ADD COLUMN place TEXT;
UPDATE meeting SET title = 'spoilt';
INSERT INTO no_such_table VALUES (1);
`,
}

const titles = (db: Db): Promise<string[]> => db.read('meeting').pluck('title')

test('an older database is copied, the copy checked, then brought up to date', async () => {
  const { paths, db } = await olderData()
  const { applied, copy } = await migrate(db, { copies: paths.copies, alone: direct })
  expect(applied).toEqual(migrations.slice(1).map((_, index) => index + 2))
  expect(await titles(db)).toEqual(['AGM 2025'])
  const before = await open(copy!)
  expect(await titles(before)).toEqual(['AGM 2025'])
  expect(await before.read('migration').pluck('number')).toEqual([1])
  expect(await migrate(db, { copies: paths.copies, alone: direct })).toEqual({ applied: [], copy: null })
  expect((await readdir(paths.copies)).filter((name) => name.endsWith('.sqlite'))).toHaveLength(1)
})

test('a migration that fails leaves the old database in use, and says where the copy is', async () => {
  const { paths, db } = await olderData()
  const upgrade = migrate(db, {
    copies: paths.copies,
    alone: direct,
    migrations: [...migrations.slice(0, 1), failing],
  })
  await expect(upgrade).rejects.toThrow(ConfigError)
  await expect(upgrade).rejects.toThrow(/no such table: no_such_table.*It is as it was.*copies\/db-schema-1/s)
  expect(await titles(db)).toEqual(['AGM 2025'])
  expect(await db.read('migration').pluck('number')).toEqual([1])
  expect(await db.read('meeting').columnInfo()).not.toHaveProperty('place')
})

test('rows that would point to nothing fail the migration', async () => {
  const { paths, db } = await olderData()
  const broken = { name: 'orphans', up: `PRAGMA defer_foreign_keys = ON;\nDELETE FROM person;\n` }
  const folder = { person_id: 1, meeting_id: 1, source_type: 'upload', folder: 'x', created_at: '2025-01-01' }
  await db.write('recording').insert(folder)
  const upgrade = migrate(db, {
    copies: paths.copies,
    alone: direct,
    migrations: [...migrations.slice(0, 1), broken],
  })
  await expect(upgrade).rejects.toThrow(/point to nothing|FOREIGN KEY/)
  expect(await db.read('person').pluck('id')).toEqual([1])
})

test('a table that is made anew keeps the rows that point to it', async () => {
  const { paths, db } = await olderData()
  const row = { person_id: 1, meeting_id: 1, source_type: 'upload', folder: 'x', created_at: '2025-01-01' }
  await db.write('recording').insert(row)
  const rebuild = {
    name: 'meetings anew',
    up: `
CREATE TABLE meeting_new (id INTEGER PRIMARY KEY, title TEXT NOT NULL, description TEXT, held_at TEXT, created_at TEXT NOT NULL);
INSERT INTO meeting_new SELECT id, title, description, held_at, created_at FROM meeting;
DROP TABLE meeting;
ALTER TABLE meeting_new RENAME TO meeting;
`,
  }
  await migrate(db, { copies: paths.copies, alone: direct, migrations: [migrations[0]!, rebuild] })
  expect(await db.read('recording').pluck('folder')).toEqual(['x'])
  await expect(db.write('recording').insert({ ...row, folder: 'y', meeting_id: 99 })).rejects.toThrow(
    /FOREIGN KEY/,
  )
})

test('a start that fails again and again makes no more copies, and what was killed in one goes', async () => {
  const { paths, db } = await olderData()
  await mkdir(paths.copies, { recursive: true })
  await writeFile(join(paths.copies, 'db-schema-1-2025-01-01T00-00-00-000Z.sqlite.part'), 'half')
  for (let start = 0; start < 3; start++)
    await expect(
      migrate(db, { copies: paths.copies, alone: direct, migrations: [migrations[0]!, failing] }),
    ).rejects.toThrow(ConfigError)
  expect(await readdir(paths.copies)).toHaveLength(1)
})

test('only the newest copies are kept', async () => {
  const { paths, db } = await olderData()
  for (let version = 2; version <= 6; version++) {
    const extra = Array.from({ length: version - 1 }, (_, n) => ({
      name: `step ${n}`,
      up: `CREATE TABLE step_${n} (id INTEGER);`,
    }))
    await migrate(db, { copies: paths.copies, alone: direct, migrations: [migrations[0]!, ...extra] })
  }
  const kept = (await readdir(paths.copies)).sort()
  expect(kept).toHaveLength(3)
  expect(kept[0]).toMatch(/^db-schema-3-/)
})

test('a database of a newer version is refused by server and command alike', async () => {
  const dataDir = await temporaryFolder()
  expect((await appliance(['status'], dataDir)).code).toBe(0)
  const db = await open(join(dataDir, 'db.sqlite'))
  await db.write('migration').insert({ number: 999, name: 'of the future', applied_at: '2031-01-01' })
  for (const { code, stderr } of [
    await appliance(['status'], dataDir),
    await start('server/main.js', [], testEnvironment(dataDir)).ended,
  ]) {
    expect(code).not.toBe(0)
    expect(stderr).toContain('newer version of the appliance')
    expect(stderr).not.toContain('    at ')
  }
})

test('a command does not upgrade under an appliance that is running', async () => {
  const { paths, db } = await olderData()
  const lock = (await lockDataDirectory(paths))!
  const refused = await appliance(['status'], paths.root)
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('of an older version')
  expect(await db.read('migration').pluck('number')).toEqual([1])
  await lock.release()
  expect((await appliance(['status'], paths.root)).code).toBe(0)
  expect(await db.read('migration').pluck('number')).toEqual(migrations.map((_, index) => index + 1))
})
