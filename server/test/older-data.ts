import { onTestFinished } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { migrations } from '../db/migrations/index.ts'
import { openDb, type Db } from '../db/open.ts'
import { dataPaths, makeFolders, type Paths } from '../files/paths.ts'
import { temporaryFolder } from './files.ts'

/** Nobody else uses the data directory of a test. */
export const direct = <T>(work: () => Promise<T>): Promise<T> => work()

export async function openUntilDone(file: string): Promise<Db> {
  const db = await openDb(file)
  onTestFinished(() => db.close())
  return db
}

/** A data directory as an older version left it, the first one unless told otherwise, with a meeting in it. */
export async function olderData(schema = 1): Promise<{ paths: Paths; db: Db }> {
  const paths = dataPaths(await temporaryFolder())
  await makeFolders(paths)
  const db = await openUntilDone(paths.database)
  await migrate(db, { copies: paths.copies, alone: direct, migrations: migrations.slice(0, schema) })
  await db.write('meeting').insert({ title: 'AGM 2025', created_at: new Date().toISOString() })
  return { paths, db }
}
