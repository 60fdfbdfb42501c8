import type { AuditEntry, AuditVerdict } from '#contract/audit.ts'
import { transactDurably, type Db, type Handle } from '../db/open.ts'
import { beforeTheFirst, hashOf, verifyChain } from './chain.ts'
import {
  entriesAbout,
  entriesAfter,
  findEntries,
  insertEntry,
  lastEntry,
  type AuditRow,
  type Filter,
} from './store.ts'

/** What somebody did. `details` are identifiers, digests, counts and formats: never names, titles or words of people. */
export type Act = {
  personId: number | null
  /** A stable name: the thing and what happened to it. */
  act: `${string}.${string}`
  subjectKind?: string
  subjectId?: number | string
  details?: Record<string, string | number | boolean | null | readonly number[]>
}

const batch = 1000
const longestDetail = 100
/** A page asks again and again; opening the same thing within this time is told once. */
const sameVisitMs = 10 * 60_000
const mostVisits = 10_000

const present = (row: AuditRow): AuditEntry => ({
  id: row.id,
  at: row.at,
  personId: row.person_id,
  act: row.act,
  subjectKind: row.subject_kind,
  subjectId: row.subject_id,
  details: JSON.parse(row.details) as Record<string, unknown>,
  previousHash: row.previous_hash,
  hash: row.hash,
})

function checkDetails(details: NonNullable<Act['details']>): void {
  for (const [key, value] of Object.entries(details))
    if (typeof value === 'string' && value.length > longestDetail)
      throw new Error(`The detail "${key}" of the audit log is too long to be an identifier`)
}

/** All entries, in batches, the oldest first. */
async function* read(db: Db): AsyncGenerator<AuditRow[]> {
  for (let after = 0; ;) {
    const rows = await entriesAfter(db.read, after, batch)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!.id
  }
}

export type AuditService = ReturnType<typeof createAudit>

/** The append-only log: each entry's hash covers the entry before, so that a change or a gap shows. */
export function createAudit({
  db,
  namesOf,
}: {
  db: Db
  namesOf: (handle: Handle, ids: number[]) => Promise<Map<number, string>>
}) {
  const visits = new Map<string, number>()

  /** In the caller's transaction, which should be a `transactDurably`. */
  async function record(handle: Handle, { personId, act, subjectKind, subjectId, details = {} }: Act) {
    checkDetails(details)
    const last = await lastEntry(handle)
    const row = {
      id: (last?.id ?? 0) + 1,
      at: new Date().toISOString(),
      person_id: personId,
      act,
      subject_kind: subjectKind ?? null,
      subject_id: subjectId === undefined ? null : String(subjectId),
      details: JSON.stringify(details),
      previous_hash: last?.hash ?? beforeTheFirst,
    }
    await insertEntry(handle, { ...row, hash: hashOf(row) })
  }

  async function note(...acts: Act[]): Promise<void> {
    if (acts.length === 0) return
    await transactDurably(db, async (trx) => {
      for (const act of acts) await record(trx, act)
    })
  }

  function isNewVisit(act: Act): boolean {
    const key = JSON.stringify([act.personId, act.act, act.subjectKind, act.subjectId])
    const now = Date.now()
    if (now - (visits.get(key) ?? 0) < sameVisitMs) return false
    if (visits.size >= mostVisits) visits.clear()
    visits.set(key, now)
    return true
  }

  return {
    record,

    /** All that one person did, the oldest first; null: nothing. */
    async ofPerson(
      personId: number,
    ): Promise<Pick<AuditEntry, 'at' | 'act' | 'subjectKind' | 'subjectId'>[] | null> {
      const found: Pick<AuditEntry, 'at' | 'act' | 'subjectKind' | 'subjectId'>[] = []
      for await (const rows of read(db))
        for (const row of rows)
          if (row.person_id === personId)
            found.push({
              ...{ at: row.at, act: row.act },
              ...{ subjectKind: row.subject_kind, subjectId: row.subject_id },
            })
      return found.length === 0 ? null : found
    },

    /** In a transaction of its own, on the disk when it returns. */
    note,

    /** As `note`, each once for a visit. */
    noteVisit: (...acts: Act[]): Promise<void> => note(...acts.filter(isNewVisit)),

    async list(filter: Filter): Promise<{
      entries: AuditEntry[]
      names: Record<string, string>
      next: number | null
    }> {
      const rows = await findEntries(db.read, { ...filter, limit: filter.limit + 1 })
      const page = rows.slice(0, filter.limit)
      const ids = [...new Set(page.flatMap(({ person_id }) => (person_id === null ? [] : [person_id])))]
      return {
        entries: page.map(present),
        names: Object.fromEntries(await namesOf(db.read, ids)),
        next: rows.length > page.length ? page.at(-1)!.id : null,
      }
    },

    /** What was done with one thing, the oldest first. */
    about: async (kind: string, id: number): Promise<AuditEntry[]> =>
      (await entriesAbout(db.read, kind, String(id))).map(present),

    /** The entries after one, for whoever passes them on. */
    after: async (id: number): Promise<AuditEntry[]> => (await entriesAfter(db.read, id, 100)).map(present),

    lastId: async (): Promise<number> => (await lastEntry(db.read))?.id ?? 0,

    async *jsonLines(): AsyncGenerator<string> {
      for await (const rows of read(db)) yield rows.map((row) => `${JSON.stringify(present(row))}\n`).join('')
    },

    /**
     * Reads the whole chain.
     * @param contains a hash noted earlier (in an export, in syslog): an end that was cut off shows by it alone
     */
    verify: (contains?: string): Promise<AuditVerdict & { found: boolean }> =>
      verifyChain(read(db), contains),
  }
}
