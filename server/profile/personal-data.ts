import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { transact, type Db, type Handle } from '../db/open.ts'
import type { PeopleService } from '../people/service.ts'
import type { Core } from '../slice.ts'
import type { ProfileService } from './service.ts'
import { allErasures, insertErasure, type ErasureRow } from './store.ts'

export type PersonalDataService = ReturnType<typeof createPersonalData>

/** All that the appliance keeps about a person, whichever slice keeps it: exported and erased. */
export function createPersonalData({
  db,
  people,
  parts,
  profile,
}: {
  db: Db
  people: PeopleService
  parts: Core['personalData']
  profile: ProfileService
}) {
  /** Before anything is erased: some things are kept under a name alone. */
  async function namesOf(handle: Handle, personId: number): Promise<string[]> {
    const person = await people.whoIs(handle, personId)
    const names = [person?.name ?? null, await profile.nameOf(handle, personId)]
    return [...new Set(names.filter((name) => name !== null))]
  }

  async function erase(trx: Handle, personId: number, at: string): Promise<void> {
    const names = await namesOf(trx, personId)
    for (const part of parts) await part.erase(trx, personId, names)
    await insertErasure(trx, { person_id: personId, erased_at: at })
  }

  async function eraseFiles(personId: number): Promise<void> {
    for (const part of parts) await part.eraseFiles?.(personId)
  }

  return {
    /** A zip: a JSON file for each part, and the documents. @throws AppError not_found */
    async export(personId: number): Promise<Readable> {
      await people.get(db.read, personId)
      const names = await namesOf(db.read, personId)
      const zip = new ZipFile()
      for (const { name, collect } of parts) {
        const data = await collect(db.read, personId, names)
        if (data !== null) zip.addBuffer(Buffer.from(`${JSON.stringify(data, null, 2)}\n`), `${name}.json`)
      }
      for (const { name, path } of await profile.filesOf(personId))
        zip.addReadStream(createReadStream(path), name)
      zip.end()
      return zip.outputStream as Readable
    },

    /** @throws AppError not_found, or why something of it must be kept */
    async erase(personId: number): Promise<void> {
      await people.get(db.read, personId)
      await transact(db, (trx) => erase(trx, personId, new Date().toISOString()))
      await eraseFiles(personId)
    },

    /** Who was erased when: numbers alone, to be kept beside a backup. */
    erasures: (handle: Handle): Promise<ErasureRow[]> => allErasures(handle),

    /** After a restore: erases again whom the backup brought back. @param kept what `erasures` said before it */
    async replay(kept: readonly ErasureRow[]): Promise<number> {
      const key = (row: ErasureRow): string => `${row.person_id} ${row.erased_at}`
      const done = new Set((await allErasures(db.read)).map(key))
      const again = kept.filter((row) => !done.has(key(row)))
      for (const row of again) {
        await transact(db, (trx) => erase(trx, row.person_id, row.erased_at))
        await eraseFiles(row.person_id)
      }
      return again.length
    },
  }
}
