import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Db, Handle } from '../db/open.ts'
import { isMissing } from '../files/exists.ts'
import { writeFileAtomically } from '../files/write.ts'
import { erasuresFile } from './restore.ts'
import { insertDeleted, listDeleted, type Erasure } from './store.ts'

export type ErasuresDeps = {
  config: Pick<Config, 'backupDir'>
  db: Db
  /** Deletes things for good again. */
  again: {
    /** Queued: it is done as soon as the appliance runs. */
    strike: (passage: Extract<Erasure, { kind: 'strike' }>) => Promise<boolean>
    /** False: it is not there; 'held': it is on legal hold. */
    recording: (id: number) => Promise<boolean | 'held'>
    person: (id: number, at: string) => Promise<boolean>
  }
  /** Passages that were struck. */
  struckPassages: (handle: Handle) => Promise<Erasure[]>
  /** People whose data were erased. */
  erasedPeople: (handle: Handle) => Promise<{ person_id: number; erased_at: string }[]>
}

/** What was deleted for good stays deleted, whichever backup is restored. */
export function createErasures({ config, db, again, erasedPeople, struckPassages }: ErasuresDeps) {
  function eraseOne(erasure: Erasure): Promise<boolean | 'held'> {
    const { kind, subjectId, at } = erasure
    if (kind === 'strike') return again.strike(erasure)
    return kind === 'recording' ? again.recording(subjectId) : again.person(subjectId, at)
  }

  return {
    /** What was deleted for good, where a restore to a blank machine finds it. Numbers and dates alone. */
    async writeErasures(): Promise<void> {
      if (!config.backupDir) return
      const people = (await erasedPeople(db.read)).map((row): Erasure => ({
        kind: 'person',
        subjectId: row.person_id,
        at: row.erased_at,
      }))
      const all = [...(await listDeleted(db.read)), ...people, ...(await struckPassages(db.read))]
      const lines = all.map((erasure) => JSON.stringify(erasure))
      const file = join(config.backupDir, erasuresFile)
      const text = lines.map((line) => `${line}\n`).join('')
      const there = await readFile(file, 'utf8').catch((error: unknown) => {
        if (isMissing(error)) return ''
        throw error
      })
      if (there !== text) await writeFileAtomically(file, text)
    },

    recordingDeleted: (trx: Handle, id: number): Promise<void> => insertDeleted(trx, id),

    /**
     * After a restore: what was deleted since the backup is deleted again.
     * @returns how many there were, and how many stay since the backup has them on legal hold
     */
    async eraseAgain(erasures: readonly Erasure[]): Promise<{ erased: number; held: number }> {
      const done = { erased: 0, held: 0 }
      for (const erasure of erasures) {
        const gone = await eraseOne(erasure)
        if (gone === 'held') done.held++
        else if (gone) done.erased++
      }
      return done
    },
  }
}
