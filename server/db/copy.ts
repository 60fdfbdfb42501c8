import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { requireSpace } from '../files/disk.ts'
import { moveIntoPlace } from '../files/write.ts'
import { openDb, type Db, type Handle } from './open.ts'

/** Older ones go: the newest schemas are what somebody would go back to. */
const copiesKept = 3
const copyName = /^db-schema-(\d+)-[\dTZ-]+\.sqlite$/

/**
 * Copies the whole database into one file and makes sure that the copy can be read and holds the same.
 * @param schema the number of its newest migration, for the name
 * @returns the copy's path
 * @throws AppError disk_full, or an Error when the copy is not sound; the database is not touched
 */
export async function copyBeforeUpgrade(db: Db, folder: string, schema: number): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // What a copy that was killed left.
  for (const name of await readdir(folder))
    if (name.includes('.part')) await rm(join(folder, name), { force: true })
  const [page] = await db.read.raw<[{ bytes: number }]>(
    'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
  )
  await requireSpace(folder, page?.bytes ?? 0)
  const moment = new Date().toISOString().replace(/[:.]/g, '-')
  const file = join(folder, `db-schema-${schema}-${moment}.sqlite`)
  const making = `${file}.part`
  await rm(making, { force: true })
  try {
    await db.write.raw('VACUUM INTO ?', [making])
    await checkCopy(db, making)
    await moveIntoPlace(making, file)
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) await rm(making + end, { force: true })
  }
  // One of each schema: a start that fails again and again does not fill the disk.
  for (const name of await readdir(folder))
    if (copyName.exec(name)?.[1] === String(schema) && join(folder, name) !== file)
      await rm(join(folder, name))
  return file
}

async function checkCopy(db: Db, file: string): Promise<void> {
  const copy = await openDb(file)
  try {
    const answer = await copy.read.raw<{ integrity_check: string }[]>('PRAGMA integrity_check')
    if (answer.length !== 1 || answer[0]?.integrity_check !== 'ok')
      throw new Error(`The copy of the database is not sound: ${answer[0]?.integrity_check ?? 'no answer'}`)
    const [there, here] = [await countRows(copy.read), await countRows(db.read)]
    if (JSON.stringify(there) !== JSON.stringify(here))
      throw new Error('The copy of the database does not hold what the database holds')
  } finally {
    await copy.write.raw('PRAGMA wal_checkpoint(TRUNCATE)')
    await copy.close()
  }
}

async function countRows(handle: Handle): Promise<[string, number][]> {
  const tables: string[] = await handle('sqlite_master')
    .where({ type: 'table' })
    .whereNot('name', 'like', 'sqlite_%')
    .orderBy('name')
    .pluck('name')
  const counts: [string, number][] = []
  for (const table of tables) {
    const rows = (await handle(table).count({ count: '*' })) as [{ count: number }]
    counts.push([table, rows[0].count])
  }
  return counts
}

/** Once the upgrade has gone well. */
export async function forgetOldCopies(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => copyName.test(name))
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  )
  const old = dated.sort((a, b) => b.at - a.at).slice(copiesKept)
  for (const { name } of old) await rm(join(folder, name), { force: true })
}

/** Copies a database that is in use, with a connection of its own, so that nothing else waits. @throws when the copy is damaged */
export async function copyDatabase(file: string, to: string): Promise<void> {
  const own = await openDb(file)
  try {
    await own.write.raw('VACUUM INTO ?', [to])
  } finally {
    await own.close()
  }
  await checkDatabase(to)
}

/** @throws when it is damaged */
export async function checkDatabase(file: string): Promise<void> {
  const copy = await openDb(file)
  try {
    const answer = await copy.read.raw<{ integrity_check: string }[]>('PRAGMA integrity_check')
    if (answer.length !== 1 || answer[0]?.integrity_check !== 'ok')
      throw new Error(`The copy of the database is damaged: ${answer[0]?.integrity_check ?? 'no answer'}`)
  } finally {
    await copy.write.raw('PRAGMA wal_checkpoint(TRUNCATE)')
    await copy.close()
    for (const end of ['-wal', '-shm']) await rm(file + end, { force: true })
  }
}
