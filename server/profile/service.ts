import {
  isEmptyAddress,
  profileChanged,
  type DocumentKind,
  type Profile,
  type ProfileFields,
} from '#contract/profile.ts'
import type { Config } from '../config.ts'
import { today } from '../companies/service.ts'
import { publishChange, recordEvent } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { createProfileDocuments } from './profile-documents.ts'
import * as store from './store.ts'

export type ProfileService = ReturnType<typeof createProfile>

export { largestDocument } from './profile-documents.ts'

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
    ...createProfileDocuments({ db, folder }),

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

    ofPerson: present,

    forgetPerson: store.removeProfile,
  }
}
