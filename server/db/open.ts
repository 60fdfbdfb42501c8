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

/** A query as part of another: `whereIn('meeting_id', visible)`. Never awaited by itself. */
export type Subquery = Knex.QueryBuilder

type Pragma = string
// busy_timeout first: switching to WAL can itself meet a lock. Another process (CLI, worker) writes to the same file.
const always: Pragma[] = [
  'busy_timeout = 60000', // another process may hold it for a while; nothing ends because of that
  'foreign_keys = ON',
  'synchronous = NORMAL',
  'temp_store = MEMORY',
  'secure_delete = ON', // what is deleted is overwritten, not only forgotten
]

function connect(file: string, readonly: boolean): Knex {
  const pragmas = readonly
    ? [...always, 'query_only = ON']
    : [always[0]!, 'journal_mode = WAL', ...always.slice(1)]
  return knex({
    client: 'sqlite3',
    connection: { filename: file },
    useNullAsDefault: true,
    // A statement that fails is logged: with its places for values, not with the words of a meeting in them.
    compileSqlOnError: false,
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
export async function transact<T>(db: Db, work: (trx: Handle) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    let begun = false
    try {
      return await db.write.transaction(async (trx) => {
        await trx.raw('DELETE FROM migration WHERE 0')
        begun = true
        return work(trx)
      })
    } catch (error) {
      // Nothing has been done yet; what holds the database for minutes (a copy of it, a large import) comes to an end.
      if (begun || !isBusy(error) || tries >= mostTries) throw error
    }
  }
}

/** Each of them waits as long as `busy_timeout` says. */
const mostTries = 5

/** Another process held the database for longer than this one waits; what was asked can be asked again. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')

const durable = new WeakMap<Db, { running: number }>()

/**
 * As `transact`, and on the disk when it returns, even if the machine loses power a moment later: for the audit log and
 * signatures. (With synchronous=NORMAL the last transactions before a power cut can be lost.)
 */
export async function transactDurably<T>(db: Db, work: (trx: Handle) => Promise<T>): Promise<T> {
  const state = durable.get(db) ?? { running: 0 }
  durable.set(db, state)
  state.running += 1
  try {
    // The one write connection serves in order; the setting cannot change inside a transaction.
    await db.write.raw('PRAGMA synchronous = FULL')
    return await transact(db, work)
  } finally {
    state.running -= 1
    if (state.running === 0) await db.write.raw('PRAGMA synchronous = NORMAL')
  }
}

/** Writes the journal into the database and empties it: what was overwritten there is then nowhere. */
export async function scrub(db: Db): Promise<void> {
  await db.write.raw('PRAGMA wal_checkpoint(TRUNCATE)')
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
    // A statement that fails is logged: with its places for values, not with the words of a meeting in them.
    compileSqlOnError: false,
    pool: { min: 1, max: 1, idleTimeoutMillis: 2 ** 31 - 1 },
  })
  try {
    await lock.raw('PRAGMA busy_timeout = 0') // whoever asks wants to know, not to wait
    await lock.raw('PRAGMA locking_mode = EXCLUSIVE')
    await lock.raw('BEGIN EXCLUSIVE')
  } catch (error) {
    await lock.destroy()
    if (isBusy(error)) return null
    throw error
  }
  return { release: () => lock.destroy() }
}
