import type Router from '@koa/router'
import { rm } from 'node:fs/promises'
import { binaryUpload, getCapture, putChunk, reopenCapture } from '#contract/capture.ts'
import { maxChunkBytes } from '#contract/live.ts'
import type { Paths } from '../files/paths.ts'
import { mount, type Handlers } from '../http/routes.ts'
import { readBytes, receiveRaw } from '../http/upload.ts'
import { ChunkGap } from './capture/capture-rules.ts'
import type { AccessService } from '../meetings/service.ts'
import type { LiveService } from './service.ts'

const routes = { putChunk, getCapture, reopenCapture, binaryUpload }

export function liveRoutes(
  router: Router,
  { paths, live, access }: { paths: Paths; live: LiveService; access: AccessService },
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
