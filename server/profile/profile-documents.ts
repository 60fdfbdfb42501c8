import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { documentTypes, profileChanged, type DocumentKind, type ProfileDocument } from '#contract/profile.ts'
import { publishChange } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { fileType, types, type FileType } from './file-type.ts'
import * as store from './store.ts'

export const largestDocument = 20_000_000

/** The documents that people have left with their profiles. */
export function createProfileDocuments({ db, folder }: { db: Db; folder: string }) {
  const fileOf = ({ file }: Pick<store.DocumentRow, 'file'>): string => join(folder, file)

  return {
    documents: async (handle: Handle, personId: number): Promise<ProfileDocument[]> =>
      (await store.documentsOf(handle, personId)).map(presentDocument),

    /**
     * Keeps an uploaded file under a name of the server's own, in the place of the last one of its kind.
     * @throws AppError unsupported_media_type, empty_file, invalid_input
     */
    async keepDocument(
      personId: number,
      kind: DocumentKind,
      upload: { path: string; name: string; bytes: number },
    ): Promise<ProfileDocument> {
      if (upload.bytes === 0) throw new AppError('empty_file', 'The file is empty.')
      if (upload.bytes > largestDocument)
        throw new AppError('invalid_input', 'The file is larger than 20 MB.')
      const type = fileType(await readFile(upload.path))
      const allowed: readonly string[] = documentTypes[kind]
      if (type === null || !allowed.includes(type))
        throw new AppError(
          'unsupported_media_type',
          `The file is none of these: ${allowed.filter((one) => one !== 'jpeg').join(', ')}.`,
        )
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = randomUUID()
      await chmod(upload.path, 0o600)
      await rename(upload.path, join(folder, file))
      const row = {
        ...{ person_id: personId, kind, file, type, bytes: upload.bytes },
        name: upload.name.slice(0, 255) || `${kind}.${type}`,
        uploaded_at: new Date().toISOString(),
      }
      const before = await transact(db, async (trx) => {
        const there = await store.findDocument(trx, personId, kind)
        await store.putDocument(trx, row)
        await publishChange(trx, profileChanged, personId)
        return there
      })
      if (before) await rm(fileOf(before), { force: true })
      return presentDocument(row)
    },

    /** @throws AppError not_found */
    async openDocument(personId: number, kind: DocumentKind) {
      const row = await store.findDocument(db.read, personId, kind)
      if (!row) throw new AppError('not_found', 'There is no such document.')
      return { path: fileOf(row), name: nameFor(row), ...types[row.type as FileType] }
    },

    /** @throws AppError not_found */
    async removeDocument(personId: number, kind: DocumentKind): Promise<void> {
      const row = await transact(db, async (trx) => {
        const there = await store.findDocument(trx, personId, kind)
        if (!there) throw new AppError('not_found', 'There is no such document.')
        await store.removeDocument(trx, personId, kind)
        await publishChange(trx, profileChanged, personId)
        return there
      })
      await rm(fileOf(row), { force: true })
    },

    /** The documents as they came, for an export. */
    filesOf: async (personId: number): Promise<{ name: string; path: string }[]> =>
      (await store.documentsOf(db.read, personId)).map((row) => ({
        name: `documents/${row.kind}.${row.type}`,
        path: fileOf(row),
      })),

    /** Removes files that no row names: what an erasure, a crash or a restore has left. */
    async sweep(): Promise<void> {
      const wanted = new Set(await store.filesOfAll(db.read))
      for (const name of await readdir(folder).catch(() => []))
        if (!wanted.has(name)) await rm(join(folder, name), { force: true })
    },
  }
}

const presentDocument = (row: store.DocumentRow): ProfileDocument => ({
  kind: row.kind,
  name: row.name,
  type: row.type,
  bytes: row.bytes,
  uploadedAt: row.uploaded_at,
})

/** The person's own name with the extension that the content asks for. */
const nameFor = ({ name, type }: store.DocumentRow): string => {
  const bare = name.replace(/\.[A-Za-z0-9]{1,5}$/, '')
  return `${bare || 'document'}.${type}`
}
