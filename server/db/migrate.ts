import { ConfigError } from '../config.ts'
import { copyBeforeUpgrade, forgetOldCopies } from './copy.ts'
import { migrations as ours, type Migration } from './migrations/index.ts'
import { transact, type Db, type Handle } from './open.ts'

export type MigrateOptions = {
  /** Where a verified copy goes before an older database is changed. */
  copies: string
  /** Runs `work` while nobody else uses the data directory, or throws. */
  alone: <T>(work: () => Promise<T>) => Promise<T>
  migrations?: Migration[]
}

/**
 * Brings the schema up to date. A database that holds data is copied and the copy checked first; then all migrations
 * and their records are one transaction, so one that fails leaves the old schema and every row as they were.
 * @returns the numbers of the migrations applied, and the copy (null: there was nothing to copy)
 * @throws ConfigError when a newer version has used the database, or when it could not be brought up to date
 */
export async function migrate(
  db: Db,
  { copies, alone, migrations = ours }: MigrateOptions,
): Promise<{ applied: number[]; copy: string | null }> {
  await db.write.raw(
    'CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL)',
  )
  const before = await schemaOf(db.read, migrations)
  if (before === migrations.length) return { applied: [], copy: null }
  // A new one: whoever comes first makes the tables, and the others wait for the write lock.
  if (before === 0) return { applied: await apply(db, migrations), copy: null }
  return alone(async () => {
    const copy = await copyBeforeUpgrade(db, copies, before)
    try {
      const applied = await apply(db, migrations)
      await forgetOldCopies(copies)
      return { applied, copy }
    } catch (error) {
      throw new ConfigError(
        `The database could not be brought up to this version (${error instanceof Error ? error.message : String(error)}). ` +
          `It is as it was: start the version that used it before. A copy lies at ${copy}.`,
        { cause: error },
      )
    }
  })
}

/** The number of the newest migration that the database has. */
async function schemaOf(handle: Handle, migrations: Migration[]): Promise<number> {
  const newest = Math.max(0, ...(await handle('migration').pluck('number')))
  if (newest > migrations.length)
    throw new ConfigError(
      `This data directory was used by a newer version of the appliance (schema ${newest}; this one knows ${migrations.length}). Start that version, or restore a copy made before it.`,
    )
  return newest
}

async function apply(db: Db, migrations: Migration[]): Promise<number[]> {
  // A table that is made anew must be dropped, which would delete the rows that point to it; SQLite's own procedure for
  // ALTER TABLE begins so (https://www.sqlite.org/lang_altertable.html, section 7). It cannot be done in a transaction.
  await db.write.raw('PRAGMA foreign_keys = OFF')
  try {
    return await applyAll(db, migrations)
  } finally {
    await db.write.raw('PRAGMA foreign_keys = ON')
  }
}

function applyAll(db: Db, migrations: Migration[]): Promise<number[]> {
  return transact(db, async (trx) => {
    const applied: number[] = []
    const before = await schemaOf(trx, migrations)
    for (const [index, migration] of migrations.entries()) {
      const number = index + 1
      if (number <= before) continue
      await runStatements(trx, migration.up)
      await trx('migration').insert({ number, name: migration.name, applied_at: new Date().toISOString() })
      applied.push(number)
    }
    const broken: unknown[] = await trx.raw('PRAGMA foreign_key_check')
    if (broken.length > 0) throw new Error(`${broken.length} rows would point to nothing`)
    return applied
  })
}

async function runStatements(trx: Handle, sql: string): Promise<void> {
  for (const statement of sql.split(/;\s*\n/)) if (statement.trim()) await trx.raw(statement)
}
