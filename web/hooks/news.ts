import useSWR from 'swr'
import {
  companyNews,
  competitorsNews,
  industryNews,
  listCompetitors,
  listFeeds,
  savedNews,
  type NewsSort,
} from '#contract/news.ts'
import { pathFor, type Route } from '#contract/route.ts'
import { call, urlOf } from '../api.ts'

export const newsTabs = ['company', 'competitors', 'industry', 'saved'] as const
export type NewsTab = (typeof newsTabs)[number]

const calls = { company: companyNews, competitors: competitorsNews, industry: industryNews }

/** A tab's articles; kept true by events. */
export function useNews(companyId: number, tab: NewsTab, sort: NewsSort, search: string) {
  const query = { sort, ...(search !== '' && { search }) }
  const asked: Route = tab === 'saved' ? savedNews : calls[tab]
  return useSWR(urlOf(asked, { id: companyId }, query), () =>
    tab === 'saved' ? call(savedNews, { query }) : call(calls[tab], { params: { id: companyId }, query }),
  )
}

export function useCompetitors(companyId: number) {
  return useSWR(pathFor(listCompetitors.path, { id: companyId }), () =>
    call(listCompetitors, { params: { id: companyId } }),
  )
}

/** The feeds that a company follows, and the work that fetches them. */
export function useFeeds(companyId: number) {
  return useSWR(pathFor(listFeeds.path, { id: companyId }), () =>
    call(listFeeds, { params: { id: companyId } }),
  )
}
