import type Router from '@koa/router'
import { readFile } from 'node:fs/promises'
import {
  changeDocument,
  createDocument,
  deleteDocument,
  downloadDocument,
  getDocument,
  listDocuments,
  listSigningPeople,
  summariseDocument,
} from '#contract/documents.ts'
import type { Db } from '../db/open.ts'
import { sendFile } from '../http/range.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { PeopleService } from '../people/service.ts'
import type { DocumentsService } from './service.ts'

// The people before `:id`, which would take its place.
const routes = {
  listDocuments,
  createDocument,
  listSigningPeople,
  getDocument,
  changeDocument,
  deleteDocument,
  summariseDocument,
  downloadDocument,
}

export function documentRoutes(
  router: Router,
  { db, documents, people }: { db: Db; documents: DocumentsService; people: PeopleService },
): void {
  const handlers: Handlers<typeof routes> = {
    listDocuments: async ({ person, query }) => ({
      documents: await documents.list(person, {
        ...{ q: query.q, archived: query.archived === 'true', recordingId: query.recording },
      }),
    }),
    createDocument: async ({ person, body }) => {
      const { fileName: name, fileData, openTo, signatories } = body
      const id = await documents.upload(fileData, { name, person, openTo, signatories })
      return { id, documentId: id, document: await documents.view(id, person) }
    },
    listSigningPeople: async () => ({
      people: (await people.list(db.read)).map(({ id, name, email }) => ({
        id,
        name: name ?? email ?? `User ${id}`,
      })),
    }),
    getDocument: async ({ params, person, query }) => {
      const document = await documents.view(params.id, person)
      if (query.fileData === 'false') return { document }
      const { path } = await documents.file(params.id, person, 'view')
      const data = (await readFile(path)).toString('base64')
      return { document: { ...document, fileData: `data:application/pdf;base64,${data}` } }
    },
    changeDocument: async ({ params, person, body }) => ({
      document: await documents.change(params.id, person, body),
    }),
    deleteDocument: async ({ params, person }) => {
      await documents.remove(params.id, person)
      return { id: params.id }
    },
    summariseDocument: ({ params, person }) =>
      documents.summarise(params.id, person, AbortSignal.timeout(200_000)),
    downloadDocument: async ({ params, person, query, ctx }) => {
      const { path, name } = await documents.file(params.id, person, query.as)
      await sendFile(ctx, path, {
        type: 'application/pdf',
        ...(query.as !== 'view' && { downloadAs: name }),
      })
    },
  }
  mount(router, routes, handlers)
}
