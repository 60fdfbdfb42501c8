import { transact, type Db, type Handle } from './open.ts'
import { migrations } from './migrations/index.ts'

/**
 * Brings the schema up to date; each migration and its record are one transaction.
 * @throws when the database was made by a newer version of the appliance
 */
export async function migrate(db: Db): Promise<{ applied: number[] }> {
  await db.write.raw(
    'CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL)',
  )
  const applied: number[] = []
  await transact(db, async (trx) => {
    const done = new Set<number>(await trx('migration').pluck('number'))
    const newest = Math.max(0, ...done)
    if (newest > migrations.length)
      throw new Error(
        `This data directory was used by a newer version of the appliance (schema ${newest}; this one knows ${migrations.length}). Start that version, or restore a backup made before it.`,
      )
    for (const [index, migration] of migrations.entries()) {
      const number = index + 1
      if (done.has(number)) continue
      await runStatements(trx, migration.up)
      await trx('migration').insert({ number, name: migration.name, applied_at: new Date().toISOString() })
      applied.push(number)
    }
  })
  return { applied }
}

async function runStatements(trx: Handle, sql: string): Promise<void> {
  for (const statement of sql.split(/;\s*\n/)) if (statement.trim()) await trx.raw(statement)
}
