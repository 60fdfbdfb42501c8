import type Router from '@koa/router'
import { rm } from 'node:fs/promises'
import { binaryUpload, getCapture, putChunk } from '#contract/capture.ts'
import type { Paths } from '../files/paths.ts'
import { mount, type Handlers } from '../http/routes.ts'
import { readBytes, receiveRaw } from '../http/upload.ts'
import { ChunkGap, type LiveService } from './service.ts'

const routes = { putChunk, getCapture, binaryUpload }

/** About seventeen minutes at the specified rate: what a page sends at once after a long break comes in several. */
const chunkLimit = 16 * 1024 * 1024

export function liveRoutes(router: Router, { paths, live }: { paths: Paths; live: LiveService }): void {
  const handlers: Handlers<typeof routes> = {
    putChunk: async ({ params, person, ctx }) => {
      const { id, epoch, number } = params
      const bytes = await readBytes(ctx, chunkLimit)
      try {
        return await live.append(id, person, { epoch, number, mimeType: ctx.get('Content-Type'), bytes })
      } catch (error) {
        if (error instanceof ChunkGap) ctx.set('X-Next-Chunk', String(error.nextChunk))
        throw error
      }
    },

    getCapture: ({ params }) => live.state(params.id),

    binaryUpload: async ({ params, person, ctx }) => {
      const given = await receiveRaw(ctx, paths)
      try {
        const mimeType = ctx.get('Content-Type')
        const bytes = await live.close(params.id, person, given && { path: given.path, mimeType })
        return { success: true, id: params.id, bytes }
      } finally {
        if (given) await rm(given.path, { force: true })
      }
    },
  }
  mount(router, routes, handlers)
}
