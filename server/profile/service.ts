import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  documentTypes,
  isEmptyAddress,
  profileChanged,
  type DocumentKind,
  type Profile,
  type ProfileDocument,
  type ProfileFields,
} from '#contract/profile.ts'
import type { Config } from '../config.ts'
import { today } from '../companies/service.ts'
import { publishChange, recordEvent } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { fileType, types, type FileType } from './file-type.ts'
import * as store from './store.ts'

export type ProfileService = ReturnType<typeof createProfile>

export const largestDocument = 20_000_000

/** What a person has told of themselves, and the documents that they left. */
export function createProfile({
  config,
  db,
  folder,
}: {
  config: Pick<Config, 'timezone'>
  db: Db
  folder: string
}) {
  const fileOf = ({ file }: Pick<store.DocumentRow, 'file'>): string => join(folder, file)

  async function present(handle: Handle, personId: number): Promise<Profile | null> {
    const fields = await store.findProfile(handle, personId)
    if (fields === null) return null
    const kinds = new Set((await store.documentsOf(handle, personId)).map(({ kind }) => kind))
    const path = (kind: DocumentKind): string | null =>
      kinds.has(kind) ? `/api/users/${personId}/profile/documents/${kind}` : null
    return {
      ...(JSON.parse(fields) as ProfileFields),
      userId: personId,
      idDocumentFilePath: path('id'),
      cvFilePath: path('cv'),
      contractFilePath: path('contract'),
    }
  }

  /** A moment becomes the day that it is here. */
  const dayOf = (moment: string | null): string | null =>
    moment === null || moment.length === 10
      ? moment
      : /T00:00(:00(\.0+)?)?Z$/.test(moment)
        ? moment.slice(0, 10)
        : today(config.timezone, new Date(moment))

  return {
    /** @throws AppError not_found until it is first saved */
    async get(handle: Handle, personId: number): Promise<Profile> {
      const found = await present(handle, personId)
      if (!found) throw new AppError('not_found', 'There is no profile yet.')
      return found
    },

    /** What the person is called; null: they have not said. */
    nameOf: async (handle: Handle, personId: number): Promise<string | null> =>
      (await present(handle, personId))?.fullName ?? null,

    save: (personId: number, given: ProfileFields): Promise<Profile> =>
      transact(db, async (trx) => {
        const addressOf = (one: ProfileFields['residentialAddress']) =>
          one === null || isEmptyAddress(one) ? null : one
        const fields: ProfileFields = {
          ...given,
          dateOfBirth: dayOf(given.dateOfBirth),
          idDocumentExpiryDate: dayOf(given.idDocumentExpiryDate),
          residentialAddress: addressOf(given.residentialAddress),
          correspondenceAddress: addressOf(given.correspondenceAddress),
        }
        await store.putProfile(trx, personId, JSON.stringify(fields))
        await publishChange(trx, profileChanged, personId)
        // The page shows the full name.
        await recordEvent(trx, 'me', personId)
        return (await present(trx, personId))!
      }),

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

    ofPerson: present,

    /** The documents as they came, for an export. */
    filesOf: async (personId: number): Promise<{ name: string; path: string }[]> =>
      (await store.documentsOf(db.read, personId)).map((row) => ({
        name: `documents/${row.kind}.${row.type}`,
        path: fileOf(row),
      })),

    forgetPerson: store.removeProfile,

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
