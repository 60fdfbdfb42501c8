import type Router from '@koa/router'
import * as contract from '#contract/speakers.ts'
import { mount, type Handlers } from '../../http/routes.ts'
import type { TranscriptsService } from '../service.ts'

const { listSpeakers, analyseSpeakers } = contract
const { nameSpeaker, mergeSpeakers, splitSpeaker, assignSegments, dismissGuess, undoSpeakers } = contract
const routes = {
  listSpeakers,
  analyseSpeakers,
  nameSpeaker,
  mergeSpeakers,
  splitSpeaker,
  assignSegments,
  dismissGuess,
  undoSpeakers,
}

export function speakerRoutes(router: Router, { transcripts }: { transcripts: TranscriptsService }): void {
  const { speakers, analysis, get } = transcripts
  const handlers: Handlers<typeof routes> = {
    listSpeakers: async ({ params }) => ({
      ...(await speakers.list(params.id)),
      analysis: await analysis.work(params.id),
    }),

    analyseSpeakers: async ({ params }) => {
      await analysis.request(params.id)
      return { success: true }
    },

    nameSpeaker: async ({ params, body, person }) => {
      await speakers.name(params.id, { ...body, personId: person.id })
      return get(params.id)
    },

    mergeSpeakers: async ({ params, body, person }) => {
      await speakers.merge(params.id, { ...body, personId: person.id })
      return get(params.id)
    },

    splitSpeaker: async ({ params, body, person }) => {
      await speakers.split(params.id, { ...body, personId: person.id })
      return get(params.id)
    },

    assignSegments: async ({ params, body, person }) => {
      await speakers.assign(params.id, { ...body, personId: person.id })
      return get(params.id)
    },

    dismissGuess: async ({ params, body, person }) => {
      await speakers.dismiss(params.id, { ...body, personId: person.id })
      return get(params.id)
    },

    undoSpeakers: async ({ params, body, person }) => {
      await speakers.undo(params.id, { ...body, personId: person.id })
      return get(params.id)
    },
  }
  mount(router, routes, handlers)
}
