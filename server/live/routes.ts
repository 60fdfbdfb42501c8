import type Router from '@koa/router'
import { rm } from 'node:fs/promises'
import { binaryUpload, getCapture, putChunk, reopenCapture } from '#contract/capture.ts'
import { prepareNote, transcribeNote } from '#contract/notes.ts'
import { maxChunkBytes } from '#contract/live.ts'
import type { Paths } from '../files/paths.ts'
import { AppError } from '../errors.ts'
import { goneSignal } from '../http/client-gone.ts'
import { mount, type Handlers } from '../http/routes.ts'
import { readBytes, receiveRaw } from '../http/upload.ts'
import { ChunkGap } from './capture/capture-rules.ts'
import type { AccessService } from '../meetings/service.ts'
import type { SpokenNotes } from './notes.ts'
import type { LiveService } from './service.ts'

const routes = { putChunk, getCapture, reopenCapture, binaryUpload, prepareNote, transcribeNote }

const largestNote = 20_000_000

export function liveRoutes(
  router: Router,
  {
    paths,
    live,
    access,
    notes,
  }: { paths: Paths; live: LiveService; access: AccessService; notes: SpokenNotes },
): void {
  const handlers: Handlers<typeof routes> = {
    putChunk: async ({ params, query, person, ctx }) => {
      const { id, epoch, number } = params
      const bytes = await readBytes(ctx, maxChunkBytes)
      try {
        const { recorder = null, elapsed = null, paused = null, from = null } = query
        const mimeType = ctx.get('Content-Type')
        const chunk = { epoch, number, mimeType, recorder, elapsed, paused, from, bytes }
        const { nextChunk, bytes: kept, endedAt } = await live.append(id, person, chunk)
        return { nextChunk, bytes: kept, endedAt }
      } catch (error) {
        if (error instanceof ChunkGap) ctx.set('X-Next-Chunk', String(error.nextChunk))
        throw error
      }
    },

    getCapture: async ({ params, query: { recorder, paused }, person }) => {
      // Whoever names a recorder speaks for it.
      if (recorder !== undefined) await access.need(person, 'own', 'recording', params.id)
      if (recorder !== undefined) live.heard(params.id, recorder)
      if (recorder !== undefined && paused !== undefined) await live.pauses(params.id, recorder, paused)
      return live.state(params.id)
    },

    prepareNote: async () => ({ whyNot: await notes.prepare() }),

    transcribeNote: async ({ ctx }) => {
      if (Number(ctx.get('Content-Length')) > largestNote)
        throw new AppError('invalid_input', 'A note can be at most five minutes long.')
      const given = await receiveRaw(ctx, paths)
      if (!given) throw new AppError('empty_file', 'No sound was sent.')
      try {
        if (given.bytes > largestNote)
          throw new AppError('invalid_input', 'A note can be at most five minutes long.')
        return { text: await notes.transcribe(given.path, goneSignal(ctx)) }
      } finally {
        await rm(given.path, { force: true })
      }
    },

    reopenCapture: ({ params, body, person }) => live.goOn(params.id, person, body.recorder),

    binaryUpload: async ({ params, query, person, ctx }) => {
      const given = await receiveRaw(ctx, paths)
      try {
        const mimeType = ctx.get('Content-Type')
        const bytes = await live.close(params.id, person, {
          needsSound: true,
          given: given && { path: given.path, mimeType },
          elapsed: query.elapsed ?? null,
          recorder: query.recorder ?? null,
        })
        return { success: true, id: params.id, bytes }
      } finally {
        if (given) await rm(given.path, { force: true })
      }
    },
  }
  mount(router, routes, handlers)
}
