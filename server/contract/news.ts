import { z } from 'zod'
import { jobView } from './jobs.ts'
import { idParams, route } from './route.ts'
import { topic } from './topic.ts'

export const newsSorts = ['date', 'relevance', 'source'] as const
export type NewsSort = (typeof newsSorts)[number]

export const feedKinds = ['company', 'competitor', 'industry'] as const
export type FeedKind = (typeof feedKinds)[number]

export const article = z.object({
  id: z.number(),
  source: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  /** On this appliance: no reader's browser calls out. */
  imageUrl: z.string().nullable(),
  url: z.string(),
  publishedAt: z.string(),
  saved: z.boolean(),
  read: z.boolean(),
})
export type Article = z.infer<typeof article>

export const competitor = z.object({
  id: z.number(),
  companyId: z.number(),
  name: z.string(),
  website: z.string().nullable(),
  /** Whether news of other feeds is looked through for it. */
  trackNews: z.boolean(),
})
export type Competitor = z.infer<typeof competitor>

export const feed = z.object({
  id: z.number(),
  companyId: z.number(),
  kind: z.enum(feedKinds),
  competitorId: z.number().nullable(),
  /** null: its articles came in a file. */
  url: z.string().nullable(),
  /** The name that it gives itself, else its address. */
  title: z.string(),
  checkedAt: z.string().nullable(),
  /** Why the last try failed, as a sentence. */
  error: z.string().nullable(),
  articles: z.number(),
})
export type Feed = z.infer<typeof feed>

/** An address as people write it: https is added when it is lacking. null: it is none. */
export function webAddress(given: string): string | null {
  const text = given.trim()
  const full = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]*:\d/.test(text) ? text : `https://${text}`
  if (/\s/.test(text) || !URL.canParse(full)) return null
  const { protocol, hostname, username } = new URL(full)
  const named = hostname.includes('.') || hostname.startsWith('[') || hostname === 'localhost'
  return /^https?:$/.test(protocol) && named && username === '' ? full : null
}

export type CompetitorProblems = { name?: string; website?: string }

/** What is wrong with a competitor; the dialog and the server both ask. */
export function competitorProblems({ name, website }: { name: string; website: string }): CompetitorProblems {
  return {
    ...(name.trim() === '' && { name: 'Competitor name is required' }),
    ...(website.trim() !== '' && webAddress(website) === null && { website: 'Please enter a valid URL' }),
  }
}

const competitorBody = z
  .object({
    companyId: z.coerce.number().optional(),
    name: z.string().trim().max(200).default(''),
    website: z
      .string()
      .trim()
      .max(500)
      .nullish()
      .transform((value) => value ?? ''),
    trackNews: z.boolean().default(true),
  })
  .superRefine((value, context) => {
    for (const [field, message] of Object.entries(competitorProblems(value)))
      context.addIssue({ code: 'custom', path: [], message, params: { field } })
  })

const newsQuery = z.object({
  sort: z.enum(newsSorts).default('date'),
  search: z.string().trim().max(200).default(''),
})
const news = (path: string) =>
  route({
    method: 'GET',
    path,
    access: 'person',
    params: idParams,
    query: newsQuery,
    response: z.array(article),
  })
const success = z.object({ success: z.boolean() })

export const companyNews = news('/api/companies/:id/news')
export const competitorsNews = news('/api/companies/:id/competitors/news')
export const industryNews = news('/api/companies/:id/industry-news')
export const savedNews = route({
  method: 'GET',
  path: '/api/news/saved',
  access: 'person',
  query: newsQuery,
  response: z.array(article),
})

export const listCompetitors = route({
  method: 'GET',
  path: '/api/companies/:id/competitors',
  access: 'person',
  params: idParams,
  response: z.array(competitor),
})
export const addCompetitor = route({
  method: 'POST',
  path: '/api/companies/:id/competitors',
  access: 'person',
  params: idParams,
  body: competitorBody,
  response: competitor,
})
export const deleteCompetitor = route({
  method: 'DELETE',
  path: '/api/competitors/:id',
  access: 'person',
  params: idParams,
  response: success,
})

export const saveArticle = route({
  method: 'POST',
  path: '/api/news/articles/:id/save',
  access: 'person',
  params: idParams,
  body: z.object({ isSaved: z.boolean() }),
  response: success,
})
export const readArticle = route({
  method: 'POST',
  path: '/api/news/articles/:id/read',
  access: 'person',
  act: null, // a mark for the reader alone
  params: idParams,
  response: success,
})
/** The picture as the appliance fetched it; 404 when there is none. */
export const articleImage = route({
  method: 'GET',
  path: '/api/news/articles/:id/image',
  access: 'person',
  params: idParams,
})

export const listFeeds = route({
  method: 'GET',
  path: '/api/companies/:id/feeds',
  access: 'person',
  params: idParams,
  /** `job`: while feeds are fetched. */
  response: z.object({ feeds: z.array(feed), job: jobView.nullable() }),
})
export const addFeed = route({
  method: 'POST',
  path: '/api/companies/:id/feeds',
  access: 'person',
  params: idParams,
  body: z.object({
    url: z.string().trim().max(2000),
    kind: z.enum(feedKinds),
    competitorId: z.number().int().positive().nullable().default(null),
  }),
  response: feed,
})
export const deleteFeed = route({
  method: 'DELETE',
  path: '/api/feeds/:id',
  access: 'person',
  params: idParams,
  response: success,
})

/** Fetches the company's feeds now; answers when that is queued. */
export const refreshNews = route({
  method: 'POST',
  path: '/api/companies/:id/news/refresh',
  access: 'person',
  params: idParams,
  response: z.object({ job: jobView.nullable() }),
})

/** Adds the feeds of an OPML file; those that are there already are left. */
export const importFeeds = route({
  method: 'POST',
  path: '/api/companies/:id/feeds/opml',
  access: 'person',
  params: idParams,
  body: z.object({ opml: z.string().max(2_000_000), kind: z.enum(feedKinds).default('industry') }),
  largeBody: true,
  response: z.object({ added: z.number(), known: z.number(), refused: z.number() }),
})
export const exportFeeds = route({
  method: 'GET',
  path: '/api/companies/:id/feeds/opml',
  access: 'person',
  params: idParams,
})

/** Articles came, or feeds and competitors changed. */
export const newsChanged = topic('news', [
  companyNews,
  competitorsNews,
  industryNews,
  savedNews,
  listCompetitors,
  listFeeds,
])
