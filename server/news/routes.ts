import type Router from '@koa/router'
import * as contract from '#contract/news.ts'
import type { Db } from '../db/open.ts'
import { attachment } from '../http/range.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { NewsService } from './service.ts'

const { companyNews, competitorsNews, industryNews, savedNews, saveArticle, readArticle } = contract
const { articleImage, listCompetitors, addCompetitor, deleteCompetitor, refreshNews } = contract
const { listFeeds, addFeed, deleteFeed, importFeeds, exportFeeds } = contract
const routes = {
  ...{ companyNews, competitorsNews, industryNews, savedNews, saveArticle, readArticle },
  ...{ articleImage, listCompetitors, addCompetitor, deleteCompetitor, refreshNews },
  ...{ listFeeds, addFeed, deleteFeed, importFeeds, exportFeeds },
}

export function newsRoutes(router: Router, { db, news }: { db: Db; news: NewsService }): void {
  const success = { success: true }
  const handlers: Handlers<typeof routes> = {
    companyNews: ({ params, query, person }) =>
      news.articles(db.read, person.id, { companyId: params.id, kind: 'company' }, query),
    competitorsNews: ({ params, query, person }) =>
      news.articles(db.read, person.id, { companyId: params.id, kind: 'competitor' }, query),
    industryNews: ({ params, query, person }) =>
      news.articles(db.read, person.id, { companyId: params.id, kind: 'industry' }, query),
    savedNews: ({ query, person }) => news.articles(db.read, person.id, 'saved', query),
    saveArticle: async ({ params, body, person }) => {
      await news.mark(person.id, params.id, { saved: body.isSaved })
      return success
    },
    readArticle: async ({ params, person }) => {
      await news.mark(person.id, params.id, { read: true })
      return success
    },
    articleImage: async ({ params, ctx }) => {
      const { bytes, type, etag } = await news.image(params.id)
      ctx.set({
        'Cache-Control': 'private, max-age=86400',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        ETag: etag,
      })
      ctx.type = type
      ctx.body = bytes
    },
    listCompetitors: ({ params }) => news.competitors(db.read, params.id),
    addCompetitor: ({ params, body }) => news.addCompetitor(params.id, body),
    deleteCompetitor: async ({ params }) => {
      await news.removeCompetitor(params.id)
      return success
    },
    refreshNews: async ({ params }) => ({ job: await news.refresh(params.id) }),
    listFeeds: async ({ params }) => ({
      feeds: await news.feeds.list(db.read, params.id),
      job: await news.underWay(db.read, params.id),
    }),
    addFeed: ({ params, body }) => news.feeds.add({ companyId: params.id, ...body }, body.url),
    deleteFeed: async ({ params }) => {
      await news.feeds.remove(params.id)
      return success
    },
    importFeeds: ({ params, body }) => news.feeds.importOpml(params.id, body.opml, body.kind),
    exportFeeds: async ({ params, ctx }) => {
      const opml = await news.feeds.exportOpml(db.read, params.id)
      ctx.set({ 'Cache-Control': 'no-store', 'Content-Disposition': attachment('feeds.opml') })
      ctx.type = 'text/x-opml; charset=utf-8'
      ctx.body = opml
    },
  }
  mount(router, routes, handlers)
}
