import type Router from '@koa/router'
import * as contract from '#contract/search.ts'
import { mount, type Handlers } from '../http/routes.ts'
import { sentencesOf, type TextSentence } from '../language/sentences.ts'
import { placed } from './placed.ts'
import type { SearchService } from './service.ts'
import { contentWords, hitsOf } from './query-words.ts'

const { searchAll, searchEverything } = contract
const routes = { searchAll, searchEverything }

export function searchRoutes(router: Router, { search }: { search: SearchService }): void {
  mount(router, routes, {
    searchAll: async ({ query: { q, kind, limit } }) => ({
      passages: (await search.find(q, { limit, ...(kind && { kind }) })).map((found) =>
        placed(found, sentenceWith(found.text, contentWords(q))),
      ),
    }),
    searchEverything: ({ query: { q, offset, limit, ...filters } }) =>
      search.look(q, filters, { offset, limit }),
  } satisfies Handlers<typeof routes>)
}

/** The one that has most of the words. */
function sentenceWith(text: string, words: readonly string[]): TextSentence | null {
  const sentences = sentencesOf(text)
  const hits = sentences.map((one) => hitsOf(one.text, words))
  return sentences[hits.indexOf(Math.max(...hits))] ?? null
}
