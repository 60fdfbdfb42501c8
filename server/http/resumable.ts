import { Server } from '@tus/server'
import type { IncomingMessage } from 'node:http'
import type { Middleware, ParameterizedContext } from 'koa'
import { errorBody, type ErrorCode } from '#contract/errors.ts'
import { resumableUploadsPath } from '#contract/uploads.ts'
import { AppError } from '../errors.ts'
import { isDiskFull, requireSpace } from '../files/disk.ts'
import type { Log } from '../log.ts'
import { regularly } from '../regularly.ts'
import { toErrorBody } from './errors.ts'
import type { Caller } from './gate.ts'
import { createUploads, givenOf, SyncedStore, type Given, type Sidecar } from './resumable-store.ts'

/** After so long without a byte an upload is given up; so long it is known what became of a finished one. */
const keptMs = 24 * 3_600_000
const roundMs = 10 * 60_000
/** No page begins more at once. */
const mostOpen = 20

export type ResumableUploads = ReturnType<typeof createResumableUploads>

const fullOnTheWay = (cause: unknown): AppError =>
  new AppError(
    'disk_full',
    "The appliance's disk is full. What has been uploaded is kept for a day so that the upload can continue. Ask your administrator to free some space.",
    { cause },
  )

const codes: Record<number, ErrorCode> = {
  403: 'not_found',
  404: 'not_found',
  409: 'chunk_gap',
  410: 'not_found',
  423: 'in_progress',
  500: 'internal',
}

/** Every refusal in the one shape; the protocol decides its status. */
class ContractServer extends Server {
  override async write(
    context: Parameters<Server['write']>[0],
    headers: Headers,
    status: number,
    body?: string,
  ): ReturnType<Server['write']> {
    if (status < 400) return super.write(context, headers, status, body)
    headers.set('Content-Type', 'application/json; charset=utf-8')
    return super.write(context, headers, status, asBody(status, body ?? ''))
  }
}

function asBody(status: number, text: string): string {
  if (text.startsWith('{')) return text // it came from an AppError
  const message = status >= 500 ? 'Something went wrong inside the appliance.' : text.trim()
  return JSON.stringify(errorBody.parse({ error: message, message, code: codes[status] ?? 'bad_request' }))
}

/** The last answer may have been lost: what is asked about a finished one is answered again. */
function answerFinished(ctx: ParameterizedContext, { size, recordingId }: Sidecar): void {
  ctx.set({ 'Tus-Resumable': '1.0.0', 'Cache-Control': 'no-store' })
  ctx.set({ 'Upload-Offset': String(size), 'Upload-Length': String(size) })
  ctx.set('X-Recording-Id', String(recordingId))
  ctx.status = ctx.method === 'HEAD' ? 200 : 204
}

/**
 * Uploads that go on where they broke off, also after a restart (tus 1.0). Only the person who began one sees it. A
 * finished one is kept as a recording at once, or by the next round when the appliance was ended in between.
 * @param check whether such a file would be kept; throws AppError
 */
export function createResumableUploads({
  folder,
  log,
  check,
  requireQuota,
  keep,
}: {
  folder: string
  log: Log
  check: (file: Given) => void
  /** @throws AppError quota_reached when a person's recordings would take more than they may */
  requireQuota: (personId: number, more: number) => Promise<void>
  keep: (file: Given & { path: string; personId: number }) => Promise<number>
}) {
  const uploads = createUploads({ folder, log })
  const callers = new WeakMap<IncomingMessage, Caller>()
  const keeping = new Map<string, Promise<number>>()

  /** Once, however often it is asked for. */
  function finish(id: string): Promise<number> {
    const running = keeping.get(id) ?? finishNow(id).finally(() => keeping.delete(id))
    keeping.set(id, running)
    return running
  }

  async function finishNow(id: string): Promise<number> {
    const info = await uploads.infoOf(id)
    if (!info) throw new AppError('not_found', 'This upload does not exist.')
    if (info.recordingId !== undefined) return info.recordingId
    const personId = Number(info.metadata.owner)
    const recordingId = await keep({ ...givenOf(info), path: uploads.file(id), personId })
    await uploads.note(id, { ...info, recordingId })
    return recordingId
  }

  const personOf = (request: { runtime?: { node?: { req: IncomingMessage } } }): number => {
    const node = request.runtime?.node?.req
    const caller = node && callers.get(node)
    if (!caller) throw new AppError('sign_in_required', 'Please sign in.')
    return caller.person.id
  }

  const tus = new ContractServer({
    path: resumableUploadsPath,
    datastore: new SyncedStore({ directory: folder }),
    relativeLocation: true,
    allowedOrigins: () => false, // no other site's page; ours needs no leave
    async onUploadCreate(request, upload) {
      if (upload.size === undefined)
        throw new AppError('invalid_input', 'An upload must say how large it is.')
      const metadata = { ...upload.metadata, owner: String(personOf(request as never)) }
      check(givenOf({ metadata, size: upload.size }))
      const { toCome, own } = await uploads.underWay(metadata.owner)
      if (own.count >= mostOpen)
        throw new AppError(
          'too_many_tries',
          `${mostOpen} of your uploads are under way. Let them finish, or cancel some, before you begin another one.`,
          { retryAfter: 60 },
        )
      await requireQuota(Number(metadata.owner), own.bytes + upload.size)
      await requireSpace(folder, upload.size + toCome)
      return { metadata }
    },
    async onUploadFinish(_request, upload) {
      return { headers: { 'X-Recording-Id': String(await finish(upload.id)) } }
    },
    onResponseError(_request, error) {
      if (!(error instanceof Error)) return undefined
      const { status, body, expected } = toErrorBody(isDiskFull(error) ? fullOnTheWay(error) : error)
      if (!expected) log.error({ err: error }, 'an upload failed')
      return { status_code: status, body: JSON.stringify(body) }
    },
  })

  async function sweep(): Promise<void> {
    for await (const { id, info, size, touchedMs } of uploads.all())
      if (size !== null && info && info.recordingId === undefined && size === info.size)
        await finish(id).catch((error: unknown) =>
          log.error({ err: error, upload: id }, 'a finished upload could not be kept; it stays where it is'),
        )
      else if (Date.now() - touchedMs > keptMs) await uploads.remove(id)
  }

  const middleware: Middleware = async (ctx, next) => {
    const { path, method } = ctx
    if (path !== resumableUploadsPath && !path.startsWith(`${resumableUploadsPath}/`)) return next()
    const id = path === resumableUploadsPath ? null : path.slice(resumableUploadsPath.length + 1)
    const caller = ctx.state.caller as Caller | null
    if (!caller) throw new AppError('sign_in_required', 'Please sign in.')
    if (id !== null) {
      // While it is being kept its file is on the move: whoever asks meanwhile hears how that ended.
      await keeping.get(id)?.catch(() => null)
      const info = /^[0-9a-f]{32}$/.test(id) ? await uploads.infoOf(id) : null
      if (info?.metadata.owner !== String(caller.person.id))
        throw new AppError('not_found', 'This upload does not exist (any longer). Begin it again.')
      if (info.recordingId !== undefined && (method === 'HEAD' || method === 'PATCH'))
        return answerFinished(ctx, info)
      if (info.recordingId !== undefined) throw new AppError('bad_request', 'This upload is finished.')
    }
    if (method === 'GET') throw new AppError('route_not_found', `There is no GET ${path}.`)
    if (method === 'PATCH') await requireSpace(folder, Number(ctx.get('Content-Length') || 0))
    callers.set(ctx.req, caller)
    ctx.status = 204 // what it really is, is written below past Koa
    ctx.respond = false
    await tus.handle(ctx.req, ctx.res)
  }

  return {
    middleware,
    sweep,
    /** Finishes what is whole and gives up what is old, from now on. @returns what ends it */
    startRounds: (): (() => Promise<void>) =>
      regularly(roundMs, sweep, (error) => log.error({ err: error }, 'the round of uploads failed')),
  }
}
