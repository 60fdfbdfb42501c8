import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Context } from 'koa'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../errors.ts'
import { diskFull, isDiskFull, requireSpace, watchSpace } from '../files/disk.ts'
import type { Paths } from '../files/paths.ts'
import { temporaryUpload } from '../files/sweep.ts'

/** Bytes that uploads which have begun have announced, written or not. */
let underWay = 0
/** Whoever sends nothing for so long has gone; what they announced is no longer kept free. */
const silentMs = 60_000

/** Breaks an upload off when the disk becomes short, or when nothing comes any more. @returns ends it */
function guardUpload(ctx: Context, folder: string): { end(): void; short(): AppError | null } {
  let short: AppError | null = null
  const stopWatching = watchSpace(folder, (error) => {
    short = error
    ctx.req.destroy(error)
  })
  ctx.req.setTimeout(silentMs, () => ctx.req.destroy())
  return {
    end() {
      stopWatching()
      ctx.req.setTimeout(0)
    },
    short: () => short,
  }
}

export type UploadedFile = { path: string; name: string; mimeType: string; bytes: number }

/**
 * Reads a multipart request: the named file goes straight to the data volume, however large; the fields come back as
 * text. On any failure, an aborted connection included, nothing is left there.
 * @throws AppError disk_full, upload_aborted, bad_request
 */
export async function receiveUpload(
  ctx: Context,
  options: {
    paths: Paths
    fileField: string
    /** Asked before a byte is taken. @throws AppError */
    may?: (announced: number) => Promise<void>
  },
): Promise<{
  file: UploadedFile | null
  /** All that came, by the name of their field. */
  files: Record<string, UploadedFile>
  fields: Record<string, string>
  discard(): Promise<void>
}> {
  if (!ctx.is('multipart/form-data'))
    throw new AppError('bad_request', 'The file must come as multipart/form-data.')
  // Browsers always say; what does not could fill the disk before anybody notices.
  const announced = Number(ctx.get('Content-Length') || Number.NaN)
  if (!Number.isSafeInteger(announced))
    throw new AppError('bad_request', 'The request must say how long it is (Content-Length).')
  await options.may?.(announced)
  await requireSpace(options.paths.uploads, announced + underWay)
  underWay += announced
  ctx.res.once('close', () => (underWay -= announced))
  const written: string[] = []
  const discard = async (): Promise<void> => {
    for (const path of written) await rm(path, { force: true })
  }
  const { koaBody } = await import('koa-body')
  const parse = koaBody({
    multipart: true,
    json: false,
    urlencoded: false,
    text: false,
    formidable: {
      uploadDir: options.paths.uploads,
      filename: () => basename(temporaryUpload(options.paths)),
      maxFileSize: Number.MAX_SAFE_INTEGER,
      maxTotalFileSize: Number.MAX_SAFE_INTEGER,
      maxFiles: 1,
      maxFields: 20,
      maxFieldsSize: 1024 * 1024,
      allowEmptyFiles: true,
      minFileSize: 0,
      onFileBegin: (_field: string, file: { filepath: string }) => {
        written.push(file.filepath)
      },
    },
  })
  const guard = guardUpload(ctx, options.paths.uploads)
  try {
    await parse(ctx, async () => {})
  } catch (error) {
    await discard()
    const short = guard.short()
    if (short) throw short
    if (ctx.req.readableAborted || (error instanceof Error && /abort/i.test(error.message)))
      throw new AppError('upload_aborted', 'The upload was broken off; nothing was stored.', { cause: error })
    if (isDiskFull(error)) throw diskFull(error)
    if (error instanceof Error && 'httpCode' in error)
      throw new AppError('bad_request', 'The upload could not be read.', { cause: error })
    throw error
  } finally {
    guard.end()
  }
  const files: Record<string, UploadedFile> = {}
  for (const [field, given] of Object.entries(ctx.request.files ?? {})) {
    const one = Array.isArray(given) ? given[0] : given
    if (one)
      files[field] = {
        path: join(options.paths.uploads, one.newFilename),
        name: one.originalFilename ?? '',
        mimeType: one.mimetype ?? '',
        bytes: one.size,
      }
  }
  const body: unknown = ctx.request.body
  const fields: Record<string, string> = {}
  if (typeof body === 'object' && body !== null)
    for (const [key, value] of Object.entries(body)) if (typeof value === 'string') fields[key] = value
  return {
    file: files[options.fileField] ?? null,
    files,
    fields,
    discard,
  }
}

const brokenOff = (cause: unknown): AppError =>
  new AppError('upload_aborted', 'The upload was broken off; nothing was stored.', { cause })

/**
 * A small raw body, whole.
 * @throws AppError upload_aborted; 413 when it is larger than `limit`
 */
export async function readBytes(ctx: Context, limit: number): Promise<Buffer> {
  const tooLarge = (): Error => Object.assign(new Error('the body is too large'), { status: 413 })
  if (Number(ctx.get('Content-Length') || 0) > limit) throw tooLarge()
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of ctx.req) {
      parts.push(part as Buffer)
      bytes += (part as Buffer).length
      if (bytes > limit) break
    }
  } catch (error) {
    throw brokenOff(error)
  }
  if (bytes > limit) throw tooLarge()
  return Buffer.concat(parts)
}

/**
 * A raw body of any size, in a file on the data volume, which is the caller's from then on; null when it is empty.
 * @throws AppError disk_full, upload_aborted; nothing is left then
 */
export async function receiveRaw(
  ctx: Context,
  paths: Paths,
): Promise<{ path: string; bytes: number } | null> {
  await requireSpace(paths.uploads, Number(ctx.get('Content-Length') || 0))
  const path = temporaryUpload(paths)
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  const guard = guardUpload(ctx, paths.uploads)
  try {
    await pipeline(ctx.req, file)
  } catch (error) {
    await rm(path, { force: true })
    throw guard.short() ?? (isDiskFull(error) ? diskFull(error) : brokenOff(error))
  } finally {
    guard.end()
  }
  if (file.bytesWritten > 0) return { path, bytes: file.bytesWritten }
  await rm(path, { force: true })
  return null
}
