import type Router from '@koa/router'
import * as contract from '#contract/search.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { SearchService } from './service.ts'

const { searchAll } = contract
const routes = { searchAll }

export function searchRoutes(router: Router, { search }: { search: SearchService }): void {
  mount(router, routes, {
    searchAll: async ({ query: { q, kind, limit } }) => ({
      passages: (await search.find(q, { limit, ...(kind && { kind }) })).map(
        ({ id: _id, score: _score, coverage: _coverage, likeness: _likeness, ...passage }) => passage,
      ),
    }),
  } satisfies Handlers<typeof routes>)
}
