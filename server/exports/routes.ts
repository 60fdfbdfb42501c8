import type Router from '@koa/router'
import type { Context } from 'koa'
import * as contract from '#contract/exports.ts'
import { attachment, sendFile } from '../http/range.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { ExportsService } from './service.ts'

const { exportRecording, exportRecordings, exportMinutes } = contract
const routes = { exportRecording, exportRecordings, exportMinutes }

export function exportRoutes(router: Router, { exports }: { exports: ExportsService }): void {
  async function sendZip(
    ctx: Context,
    ids: number[],
    formats?: Parameters<ExportsService['zip']>[1],
  ): Promise<void> {
    const { name, stream } = await exports.zip(ids, formats, gone(ctx))
    ctx.set({ 'Content-Disposition': attachment(name), 'Cache-Control': 'no-store' })
    ctx.type = 'application/zip'
    ctx.body = stream
  }

  mount(router, routes, {
    exportRecording: async ({ params: { id, format }, ctx }) => {
      if (format === 'zip') return sendZip(ctx, [id])
      const file = await exports.file(id, format, gone(ctx))
      if ('path' in file) return sendFile(ctx, file.path, { type: file.type, downloadAs: file.name })
      ctx.set({ 'Content-Disposition': attachment(file.name), 'Cache-Control': 'no-store' })
      ctx.type = file.type
      ctx.body = Buffer.from(file.bytes)
    },

    exportMinutes: async ({ params: { id, format }, ctx }) => {
      const file = await exports.minutesFile(id, format, gone(ctx))
      if ('path' in file) return sendFile(ctx, file.path, { type: file.type, downloadAs: file.name })
      ctx.set({ 'Content-Disposition': attachment(file.name), 'Cache-Control': 'no-store' })
      ctx.type = file.type
      ctx.body = Buffer.from(file.bytes)
    },

    exportRecordings: ({ query, ctx }) => sendZip(ctx, query.ids, query.formats),
  } satisfies Handlers<typeof routes>)
}

/** Whoever asked has gone. */
function gone(ctx: Context): AbortSignal {
  const leaving = new AbortController()
  ctx.res.once('close', () => leaving.abort())
  return leaving.signal
}
