import type Router from '@koa/router'
import * as contract from '#contract/transcripts.ts'
import { AppError } from '../errors.ts'
import { longJson } from '../http/long-json.ts'
import { attachment } from '../http/range.ts'
import { createTurns } from '../http/in-turn.ts'
import { mount, type Handlers } from '../http/routes.ts'
import { readBytes } from '../http/upload.ts'
import type { TranscriptsService } from './service.ts'

const { getTranscript, attachTranscript, putTranscript, editSegment, listVersions, restoreVersion } = contract
const { retryTranscription, transcribeAgain, listTranscriptionChoices } = contract
const { diarise, listTurns } = contract
const { analyzeTranscript, processTranscript, readTranscript, putMeetingInfo } = contract
const { putAboutMeeting, replaceWords } = contract
const routes = {
  getTranscript,
  attachTranscript,
  putTranscript,
  editSegment,
  listVersions,
  restoreVersion,
  retryTranscription,
  transcribeAgain,
  diarise,
  listTurns,
  listTranscriptionChoices,
  analyzeTranscript,
  processTranscript,
  readTranscript,
  putMeetingInfo,
  putAboutMeeting,
  replaceWords,
}

/** Of a text's file: what a text of 8 MB takes in any encoding, and a Word file with pictures. */
const longestFile = 32 * 1024 * 1024
const inTurn = createTurns()

const started = {
  success: true,
  message: 'The transcription has been started again. It may take a few minutes for large files.',
}

export function transcriptRoutes(router: Router, { transcripts }: { transcripts: TranscriptsService }): void {
  const handlers: Handlers<typeof routes> = {
    getTranscript: async ({ params, query, ctx }) => {
      if (query.download !== 'true')
        return longJson(ctx, await transcripts.get(params.id, query.version), 'segments')
      const { title, text } = await transcripts.asTextFile(params.id, query.version)
      ctx.set('Content-Disposition', attachment(`${title}.txt`))
      ctx.type = 'text/plain; charset=utf-8'
      ctx.body = text
      return undefined as never // the answer is the file
    },

    attachTranscript: async ({ params, body, person, ctx }) => {
      if (body.recordingId !== undefined && body.recordingId !== params.id)
        throw new AppError('invalid_input', 'The text is for another recording than the address says.')
      const { content, meetingDate } = body
      await transcripts.attach(params.id, { content, meetingDate, personId: person.id })
      return longJson(ctx, await transcripts.get(params.id), 'segments')
    },

    putTranscript: async ({ params, body, person, ctx }) => {
      await transcripts.replaceText(params.id, { ...body, personId: person.id })
      return longJson(ctx, await transcripts.get(params.id), 'segments')
    },

    editSegment: async ({ params, body, person, ctx }) => {
      await transcripts.editSegment(params.id, { ...body, segmentId: params.segmentId, personId: person.id })
      return longJson(ctx, await transcripts.get(params.id), 'segments')
    },

    replaceWords: async ({ params, body, person, ctx }) => {
      await transcripts.replaceWords(params.id, { ...body, personId: person.id })
      return longJson(ctx, await transcripts.get(params.id), 'segments')
    },

    putAboutMeeting: async ({ params, body, person }) => {
      await transcripts.saveAbout(params.id, body, person.id)
      return { success: true }
    },

    listVersions: ({ params }) => transcripts.versions(params.id),

    restoreVersion: async ({ params, body, person, ctx }) => {
      await transcripts.restore(params.id, { ...body, personId: person.id })
      return longJson(ctx, await transcripts.get(params.id), 'segments')
    },

    retryTranscription: async ({ params }) => {
      await transcripts.retry(params.id)
      return started
    },

    transcribeAgain: async ({ params, body }) => {
      await transcripts.transcribeAgain(params.id, body)
      return started
    },

    diarise: async ({ params, body }) => {
      await transcripts.diarise(params.id, body)
      return { success: true, message: 'The speakers are being identified.' }
    },

    listTurns: ({ params }) => transcripts.turns(params.id),

    listTranscriptionChoices: () => transcripts.choices(),
    analyzeTranscript: async ({ body }) => transcripts.analyze(body.content),
    processTranscript: async ({ body }) => ({
      content: await transcripts.nameSpeakers(body.content, body.speakerMap),
    }),
    readTranscript: ({ ctx, person }) =>
      inTurn(person.id, async () => ({
        content: await transcripts.readFile(await readBytes(ctx, longestFile)),
      })),

    putMeetingInfo: async ({ params, body, person }) => {
      await transcripts.saveMeetingInfo(params.id, body, person.id)
      return { success: true }
    },
  }
  mount(router, routes, handlers)
}
