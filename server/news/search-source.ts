import type { SearchSource } from '../search/service.ts'
import { articleIds, findArticle, placesOfArticle } from './store.ts'

const tabs = { company: 'company', competitor: 'competitors', industry: 'industry' } as const

/** Where an article stands in the news. */
function hrefOf(title: string, place: { company_id: number; kind: keyof typeof tabs } | undefined): string {
  const where = place && { company: String(place.company_id), tab: tabs[place.kind] }
  return `/news?${new URLSearchParams({ ...where, search: title }).toString()}`
}

/** Articles, for the search over everything. */
export const articlesFound: SearchSource = {
  kind: 'news',
  ids: async (handle) => (await articleIds(handle)).map(String),
  async read(handle, id) {
    const row = await findArticle(handle, Number(id))
    if (!row) return null
    const [place] = await placesOfArticle(handle, row.id)
    return {
      title: row.title,
      date: row.published_at,
      href: hrefOf(row.title, place),
      companyId: place?.company_id ?? null,
      also: row.source,
      passages: [
        {
          text: [row.title, row.description].filter(Boolean).join('\n'),
          ...{ at: null, page: null, speaker: null },
        },
      ],
    }
  },
}
