import { createPdf } from '../pdf/run.ts'
import type { Core, Slice } from '../slice.ts'
import { documentText } from './passages.ts'
import { documentRoutes } from './routes.ts'
import { createDocuments, type DocumentsService } from './service.ts'

export function createDocumentsSlice(core: Core): Slice<DocumentsService> {
  const { db, paths, people, audit, search, holds, language, log } = core
  const documents = createDocuments({
    ...{ db, paths, people, audit, search, holds, language },
    pdf: createPdf(core.config),
    timezone: core.config.timezone,
    minutesVersion: async (recordingId) => (await core.minutes.get(recordingId)).minutes?.version ?? null,
  })
  return {
    name: 'documents',
    access: { document: documents.standing },
    service: documents,
    routes: (router) => documentRoutes(router, { db, documents, people }),
    search: [documentText(documents.hidden)],
    recordings: { deleting: documents.recordingDeleted },
    async start() {
      const swept = await documents.sweep()
      if (swept > 0) log.info({ files: swept }, 'files of broken off signings were removed')
      return () => undefined
    },
  }
}
