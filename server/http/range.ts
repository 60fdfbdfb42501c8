import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { ParameterizedContext } from 'koa'

/** First and last byte, or why not. */
export type ByteRange = { start: number; end: number } | 'unsatisfiable' | 'whole'

/** Reads a Range header (RFC 9110, 14.2): one range of bytes; several at once are answered with the whole, as allowed. */
export function parseRange(header: string | undefined, size: number): ByteRange {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return 'whole'
  const [, first, last] = match
  if (first === '') {
    const length = Number(last)
    return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return 'whole'
  return start >= size ? 'unsatisfiable' : { start, end }
}

/** A name in a Content-Disposition header: plain ASCII for old readers, UTF-8 for the rest (RFC 6266). */
export function attachment(fileName: string): string {
  const clean = fileName.replace(/[\u0000-\u001f\u007f/\\]/g, ' ').trim() || 'recording'
  const ascii = clean.replace(/[^\x20-\x7e]/g, '_').replace(/["%]/g, '_')
  const utf8 = encodeURIComponent(clean).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`
}

/** Answers with a file: whole, a part of it (206), or 416; GET and HEAD; If-Range and If-None-Match honoured. */
export async function sendFile(
  ctx: Pick<ParameterizedContext, 'set' | 'get' | 'response' | 'status' | 'type' | 'length' | 'body'>,
  file: string,
  options: { type: string; downloadAs?: string; cacheControl?: string },
): Promise<void> {
  const { size, mtimeMs } = await stat(file)
  const etag = `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`
  ctx.set({
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Last-Modified': new Date(mtimeMs).toUTCString(),
    'Cache-Control': options.cacheControl ?? 'private, no-cache',
  })
  if (options.downloadAs) ctx.set('Content-Disposition', attachment(options.downloadAs))
  ctx.type = options.type
  if (ctx.get('If-None-Match') === etag) {
    ctx.status = 304
    return
  }
  const ifRange = ctx.get('If-Range')
  const current = ifRange === '' || ifRange === etag || ifRange === ctx.response.get('Last-Modified')
  const range = current ? parseRange(ctx.get('Range') || undefined, size) : 'whole'
  if (range === 'unsatisfiable') {
    ctx.status = 416
    ctx.set('Content-Range', `bytes */${size}`)
    ctx.body = ''
    return
  }
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range
  ctx.status = range === 'whole' ? 200 : 206
  if (range !== 'whole') ctx.set('Content-Range', `bytes ${start}-${end}/${size}`)
  const length = end - start + 1
  ctx.body = size === 0 ? '' : createReadStream(file, { start, end })
  ctx.length = length
}

/** Answers with what is still being made; of its length nothing is known yet. */
export function sendGrowing(
  ctx: Pick<ParameterizedContext, 'set' | 'status' | 'type' | 'body'>,
  stream: Readable,
  options: { type: string; downloadAs: string },
): void {
  ctx.set({
    'Accept-Ranges': 'none',
    'Cache-Control': 'private, no-cache',
    'Content-Disposition': attachment(options.downloadAs),
  })
  ctx.type = options.type
  ctx.status = 200
  ctx.body = stream
}
