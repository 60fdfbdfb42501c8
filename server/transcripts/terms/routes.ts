import type Router from '@koa/router'
import { addTerm, declineTerm, deleteTerm, listTerms } from '#contract/terms.ts'
import { AppError } from '../../errors.ts'
import { mount, type Handlers } from '../../http/routes.ts'
import type { TermsService } from './service.ts'

const routes = { listTerms, addTerm, deleteTerm, declineTerm }

export function termRoutes(router: Router, { terms }: { terms: TermsService }): void {
  const handlers: Handlers<typeof routes> = {
    listTerms: async ({ person }) => ({
      terms: await terms.list(person.id),
      offers: await terms.offers(person.id),
    }),

    addTerm: ({ body, person }) => {
      if (body.everybody && !person.administrator)
        throw new AppError('administrators_only', 'Words for everyone are added by an administrator.')
      return terms.add(body.text, body.everybody ? null : person.id, person.id)
    },

    deleteTerm: async ({ params, person }) => {
      await terms.remove(params.id, person)
      return { success: true }
    },

    declineTerm: async ({ body, person }) => {
      await terms.decline(person.id, body)
      return { success: true }
    },
  }
  mount(router, routes, handlers)
}
