import knex, { type Knex } from 'knex'
import type sqlite3 from 'sqlite3'

/**
 * Two ways into one SQLite file (the driver is named only here).
 * `write`: one connection, so that writers queue up here and not in SQLite.
 * `read`: three connections that cannot write.
 */
export type Db = {
  write: Knex
  read: Knex
  close(): Promise<void>
}

/** A connection or a running transaction: what every store function takes as its first argument. */
export type Handle = Knex

type Pragma = string
// busy_timeout first: switching to WAL can itself meet a lock. Another process (CLI, worker) writes to the same file.
const always: Pragma[] = [
  'busy_timeout = 10000',
  'foreign_keys = ON',
  'synchronous = NORMAL',
  'temp_store = MEMORY',
]

function connect(file: string, readonly: boolean): Knex {
  const pragmas = readonly
    ? [...always, 'query_only = ON']
    : [always[0]!, 'journal_mode = WAL', ...always.slice(1)]
  return knex({
    client: 'sqlite3',
    connection: { filename: file },
    useNullAsDefault: true,
    pool: {
      min: 1,
      max: readonly ? 3 : 1,
      afterCreate: (raw: sqlite3.Database, done: (error: Error | null, raw: sqlite3.Database) => void) =>
        raw.exec(pragmas.map((p) => `PRAGMA ${p};`).join(' '), (error) => done(error, raw)),
    },
    acquireConnectionTimeout: 60_000,
  })
}

/** Opens the database; makes the file when there is none. The schema is `migrate`'s business. */
export async function openDb(file: string): Promise<Db> {
  const write = connect(file, false)
  await write.raw('SELECT 1') // makes the file and turns WAL on before a reader comes
  const read = connect(file, true)
  return {
    write,
    read,
    close: async () => {
      await read.destroy()
      await write.destroy()
    },
  }
}

/**
 * Runs `work` in one write transaction; all of it holds or none.
 * knex begins DEFERRED transactions: one that reads before it writes fails at once (SQLITE_BUSY_SNAPSHOT, which no
 * busy_timeout waits out) when another process wrote in between. A write that touches no row takes the lock first.
 */
export function transact<T>(db: Db, work: (trx: Handle) => Promise<T>): Promise<T> {
  return db.write.transaction(async (trx) => {
    await trx.raw('DELETE FROM migration WHERE 0')
    return work(trx)
  })
}

/**
 * Holds `file` for this process until it closes or dies, however it dies (the operating system lets go of the lock).
 * @returns null when another process holds it
 */
export async function holdExclusively(file: string): Promise<{ release(): Promise<void> } | null> {
  const lock = knex({
    client: 'sqlite3',
    connection: { filename: file },
    useNullAsDefault: true,
    pool: { min: 1, max: 1, idleTimeoutMillis: 2 ** 31 - 1 },
  })
  try {
    await lock.raw('PRAGMA busy_timeout = 0') // whoever asks wants to know, not to wait
    await lock.raw('PRAGMA locking_mode = EXCLUSIVE')
    await lock.raw('BEGIN EXCLUSIVE')
  } catch (error) {
    await lock.destroy()
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') return null
    throw error
  }
  return { release: () => lock.destroy() }
}
