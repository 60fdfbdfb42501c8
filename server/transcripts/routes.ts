import type Router from '@koa/router'
import { getTranscript, retryTranscription } from '#contract/transcripts.ts'
import { attachment } from '../http/range.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { TranscriptsService } from './service.ts'

const routes = { getTranscript, retryTranscription }

export function transcriptRoutes(router: Router, { transcripts }: { transcripts: TranscriptsService }): void {
  const handlers: Handlers<typeof routes> = {
    getTranscript: async ({ params, query, ctx }) => {
      if (query.download !== 'true') return transcripts.get(params.id)
      const { title, text } = await transcripts.asTextFile(params.id)
      ctx.set('Content-Disposition', attachment(`${title}.txt`))
      ctx.type = 'text/plain; charset=utf-8'
      ctx.body = text
      return undefined as never // the answer is the file
    },
    retryTranscription: async ({ params }) => {
      await transcripts.retry(params.id)
      return {
        success: true,
        message: 'The transcription has been started again. It may take a few minutes for large files.',
      }
    },
  }
  mount(router, routes, handlers)
}
