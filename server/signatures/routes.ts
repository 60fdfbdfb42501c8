import type Router from '@koa/router'
import { rm } from 'node:fs/promises'
import { largestPdf } from '#contract/documents.ts'
import {
  approveDocument,
  createSignature,
  deleteSignature,
  documentOfMinutes,
  downloadCertificate,
  getSeal,
  installSeal,
  listActs,
  listSignatures,
  removeSeal,
  signDocument,
  verifyPdf,
} from '#contract/signatures.ts'
import type { DocumentsService } from '../documents/service.ts'
import { AppError } from '../errors.ts'
import type { Paths } from '../files/paths.ts'
import { attachment } from '../http/range.ts'
import { mount, type Handlers } from '../http/routes.ts'
import { receiveRaw } from '../http/upload.ts'
import type { Drawings } from './drawings.ts'
import type { SignaturesService } from './service.ts'

const routes = {
  listSignatures,
  createSignature,
  deleteSignature,
  signDocument,
  documentOfMinutes,
  approveDocument,
  listActs,
  downloadCertificate,
  verifyPdf,
  getSeal,
  installSeal,
  removeSeal,
}

export function signatureRoutes(
  router: Router,
  {
    paths,
    documents,
    drawings,
    signatures,
  }: { paths: Paths; documents: DocumentsService; drawings: Drawings; signatures: SignaturesService },
): void {
  const handlers: Handlers<typeof routes> = {
    listSignatures: async ({ person }) => ({ signatures: await drawings.list(person.id) }),
    createSignature: async ({ person, body }) => {
      const signature = await drawings.add(person.id, body.data)
      return { id: signature.id, signature }
    },
    deleteSignature: async ({ person, params }) => {
      await drawings.remove(params.id, person.id)
      return { id: params.id }
    },
    signDocument: async ({ params, person, caller, body }) => {
      await signatures.sign(params.id, person, caller?.by ?? 'machine', body)
      return { document: await documents.view(params.id, person) }
    },
    documentOfMinutes: async ({ params, person, body }) => {
      const id = await signatures.ofMinutes(params.id, person, body)
      return { id, document: await documents.view(id, person) }
    },
    approveDocument: async ({ params, person }) => {
      await signatures.approve(params.id, person)
      return { document: await documents.view(params.id, person) }
    },
    listActs: ({ params, person }) => signatures.acts(params.id, person),
    downloadCertificate: async ({ params, person, ctx }) => {
      const { bytes, name } = await signatures.certificate(params.id, person)
      ctx.set({ 'Content-Disposition': attachment(name), 'Cache-Control': 'no-store' })
      ctx.type = 'application/pdf'
      ctx.body = Buffer.from(bytes)
    },
    verifyPdf: async ({ person, ctx }) => {
      if (Number(ctx.get('Content-Length') || 0) > 2 * largestPdf)
        throw new AppError('pdf_unusable', 'This PDF is too large to be looked at.')
      const received = await receiveRaw(ctx, paths)
      if (!received) throw new AppError('empty_file', 'No file selected')
      try {
        return await signatures.verify(received.path, person)
      } finally {
        await rm(received.path, { force: true })
      }
    },
    getSeal: () => signatures.seal(),
    installSeal: ({ person, body }) =>
      signatures.installSeal(person.id, Buffer.from(body.file, 'base64'), body.passphrase),
    removeSeal: ({ person }) => signatures.removeSeal(person.id),
  }
  mount(router, routes, handlers)
}
