import { mkdtempSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '../db/open.ts'
import { migrate } from '../db/migrate.ts'
import { exists } from '../files/exists.ts'
import { dataPaths, makeFolders } from '../files/paths.ts'

let made: Promise<string> | null = null

/** A database with all tables and nothing in them, made once for a process. */
async function makeEmpty(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'appliance-test-database-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'empty.db')
  const db = await openDb(file)
  try {
    await migrate(db, { copies: folder, alone: (work) => work() })
  } finally {
    await db.close()
  }
  return file
}

/** Gives a data directory without a database an empty one: to make its tables anew takes longer than most tests. */
export async function layDatabase(dataDir: string): Promise<void> {
  const paths = dataPaths(dataDir)
  if (await exists(paths.database)) return
  await makeFolders(paths)
  await copyFile(await (made ??= makeEmpty()), paths.database)
}
