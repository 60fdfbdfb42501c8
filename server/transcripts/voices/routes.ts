import type Router from '@koa/router'
import { forgetVoice, listVoices, recordingVoices, rememberVoice, switchVoices } from '#contract/voices.ts'
import { mount, type Handlers } from '../../http/routes.ts'
import type { TranscriptsService } from '../service.ts'
import type { VoicesService } from './service.ts'

const routes = { listVoices, switchVoices, forgetVoice, recordingVoices, rememberVoice }

export function voiceRoutes(
  router: Router,
  { transcripts: { speakers }, voices }: { transcripts: TranscriptsService; voices: VoicesService },
): void {
  const handlers: Handlers<typeof routes> = {
    listVoices: () => voices.list(),

    switchVoices: ({ body }) => voices.switch(body.on, body),

    forgetVoice: async ({ params }) => {
      await voices.forget(params.id)
      return { success: true }
    },

    recordingVoices: async ({ params }) => voices.ofRecording(params.id, await speakers.confirmed(params.id)),

    rememberVoice: async ({ params, body, person }) =>
      voices.remember(params.id, { ...body, personId: person.id }, await speakers.confirmed(params.id)),
  }
  mount(router, routes, handlers)
}
