import type { DocumentsService } from '../documents/service.ts'
import { createPdf } from '../pdf/run.ts'
import type { Print } from '../print/print.ts'
import type { Core, Slice } from '../slice.ts'
import { createDrawings } from './drawings.ts'
import { signatureRoutes } from './routes.ts'
import { sealFindings } from './findings.ts'
import { createSignatures, type SignaturesService } from './service.ts'
import { drawingsOf, forgetPersonInDocuments, signedBy } from './store.ts'
import { timeStampFrom } from './time-stamp.ts'

export function createSignaturesSlice(
  core: Core & { documents: DocumentsService; print: Print },
): Slice<SignaturesService> {
  const { config, db, paths, print, documents, people, access, recordings, minutes, audit } = core
  const drawings = createDrawings({ db })
  const signatures = createSignatures({
    ...{ db, paths, print, documents, drawings, audit, people, access, recordings, minutes },
    pdf: createPdf(config),
    stamp: config.timeStampUrl ? timeStampFrom(config.timeStampUrl) : null,
    timeStampUrl: config.timeStampUrl,
    timezone: config.timezone,
  })
  return {
    name: 'signatures',
    service: signatures,
    routes: (router) => signatureRoutes(router, { paths, documents, drawings, signatures }),
    findings: () => sealFindings(paths),
    personalData: {
      name: 'signatures',
      collect: async (handle, personId) => {
        const drawn = await drawingsOf(handle, personId)
        const signed = await signedBy(handle, personId)
        if (drawn.length + signed.length === 0) return null
        return { drawn: drawn.map(({ data, created_at }) => ({ data, createdAt: created_at })), signed }
      },
      erase: forgetPersonInDocuments,
    },
  }
}
