import type { Handle } from '../db/open.ts'
import type { SearchSource } from '../search/service.ts'
import { documentIds, findDocument, pagesOf } from './store.ts'

/** Documents as they are searched: page by page. @param hidden those that whoever asks may not see */
export function documentText(hidden: (handle: Handle) => Promise<number[]>): SearchSource {
  return {
    kind: 'document',
    ids: async (handle: Handle) => (await documentIds(handle)).map(String),
    hidden: async (handle) => (await hidden(handle)).map(String),
    async read(handle, id) {
      const row = await findDocument(handle, Number(id))
      if (!row) return null
      const pages = await pagesOf(handle, row.id)
      return {
        title: row.name,
        date: row.created_at,
        href: `/signature?tab=sign&document=${row.id}`,
        demo: false,
        passages: pages
          .filter(({ text }) => text.trim() !== '')
          .map(({ page, text }) => ({ text, at: null, page, speaker: null })),
      }
    },
  }
}
