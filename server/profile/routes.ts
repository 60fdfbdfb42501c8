import type Router from '@koa/router'
import { createReadStream } from 'node:fs'
import * as contract from '#contract/profile.ts'
import type { Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { AccountService } from '../people/service.ts'
import type { Paths } from '../files/paths.ts'
import type { Gate } from '../http/gate.ts'
import { attachment } from '../http/range.ts'
import { mount, type Handlers } from '../http/routes.ts'
import { receiveUpload } from '../http/upload.ts'
import type { PersonalDataService } from './personal-data.ts'
import { largestDocument, type ProfileService } from './service.ts'

const { getProfile, saveProfile, listProfileDocuments, uploadProfileDocument } = contract
const { openProfileDocument, deleteProfileDocument, exportPersonalData, erasePersonalData } = contract
const routes = {
  ...{ getProfile, saveProfile, listProfileDocuments, uploadProfileDocument },
  ...{ openProfileDocument, deleteProfileDocument, exportPersonalData, erasePersonalData },
}

/** 1 means whoever is signed in; another's number is nobody's. */
function own(userId: number, person: { id: number }): number {
  if (userId !== 1 && userId !== person.id) throw new AppError('not_found', 'There is no such person.')
  return person.id
}

export function profileRoutes(
  router: Router,
  given: {
    account: AccountService
    db: Db
    gate: Gate
    paths: Paths
    profile: ProfileService
    personalData: PersonalDataService
  },
): void {
  const { account, db, gate, paths, profile, personalData } = given
  const handlers: Handlers<typeof routes> = {
    getProfile: ({ params, person }) => profile.get(db.read, own(params.userId, person)),
    saveProfile: ({ params, person, body }) => profile.save(own(params.userId, person), body),
    listProfileDocuments: ({ params, person }) => profile.documents(db.read, own(params.userId, person)),
    uploadProfileDocument: async ({ params, person, ctx }) => {
      const personId = own(params.userId, person)
      if (Number(ctx.get('Content-Length')) > largestDocument + 100_000)
        throw new AppError('invalid_input', 'The file is larger than 20 MB.')
      const { files, discard } = await receiveUpload(ctx, { paths, fileField: '' })
      try {
        const kind = contract.documentKinds.find((one) => files[contract.documentFields[one]])
        const file = kind && files[contract.documentFields[kind]]
        if (!kind || !file) throw new AppError('bad_request', 'No file was sent.')
        return await profile.keepDocument(personId, kind, file)
      } finally {
        await discard()
      }
    },
    openProfileDocument: async ({ params, person, ctx }) => {
      const { path, name, type, shown } = await profile.openDocument(own(params.userId, person), params.kind)
      const saved = attachment(name)
      ctx.set({
        'Cache-Control': 'private, no-store',
        'Content-Disposition': shown ? saved.replace(/^attachment/, 'inline') : saved,
        // A PDF's own viewer does not work in a sandbox; it runs nothing of this origin either way.
        ...(type !== 'application/pdf' && { 'Content-Security-Policy': "default-src 'none'; sandbox" }),
      })
      ctx.type = type
      ctx.body = createReadStream(path)
    },
    deleteProfileDocument: async ({ params, person }) => {
      await profile.removeDocument(own(params.userId, person), params.kind)
      return { success: true }
    },
    exportPersonalData: async ({ params, person, ctx }) => {
      const zip = await personalData.export(own(params.userId, person))
      ctx.set({ 'Cache-Control': 'no-store', 'Content-Disposition': attachment('personal-data.zip') })
      ctx.type = 'application/zip'
      ctx.body = zip
    },
    erasePersonalData: async ({ params, person, body, ctx }) => {
      const id = own(params.userId, person)
      await account.confirmSelf(person, body.passphrase, gate.clientOf(ctx.req).address)
      await personalData.erase(id)
      return { success: true }
    },
  }
  mount(router, routes, handlers)
}
