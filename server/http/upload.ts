import { rm } from 'node:fs/promises'
import type { Context } from 'koa'
import { koaBody } from 'koa-body'
import { basename, join } from 'node:path'
import { AppError } from '../errors.ts'
import { needSpace } from '../files/disk.ts'
import type { Paths } from '../files/paths.ts'
import { temporaryUpload } from '../files/sweep.ts'

export type UploadedFile = { path: string; name: string; mimeType: string; bytes: number }

/**
 * Reads a multipart request: the named file goes straight to the data volume, however large; the fields come back as
 * text. On any failure, an aborted connection included, nothing is left there.
 * @throws AppError disk_full, upload_aborted, bad_request
 */
export async function receiveUpload(
  ctx: Context,
  options: { paths: Paths; fileField: string },
): Promise<{ file: UploadedFile | null; fields: Record<string, string>; discard(): Promise<void> }> {
  if (!ctx.is('multipart/form-data'))
    throw new AppError('bad_request', 'The file must come as multipart/form-data.')
  const announced = Number(ctx.get('Content-Length') || 0)
  await needSpace(options.paths.uploads, announced)
  const written: string[] = []
  const discard = async (): Promise<void> => {
    for (const path of written) await rm(path, { force: true })
  }
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
  try {
    await parse(ctx, async () => {})
  } catch (error) {
    await discard()
    if (ctx.req.readableAborted || (error instanceof Error && /abort/i.test(error.message)))
      throw new AppError('upload_aborted', 'The upload was broken off; nothing was stored.', { cause: error })
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
      throw new AppError(
        'disk_full',
        "The appliance's disk is full; nothing was stored. Ask your administrator to make room.",
        { cause: error },
      )
    if (error instanceof Error && 'httpCode' in error)
      throw new AppError('bad_request', 'The upload could not be read.', { cause: error })
    throw error
  }
  const given = ctx.request.files?.[options.fileField]
  const one = Array.isArray(given) ? given[0] : given
  const body: unknown = ctx.request.body
  const fields: Record<string, string> = {}
  if (typeof body === 'object' && body !== null)
    for (const [key, value] of Object.entries(body)) if (typeof value === 'string') fields[key] = value
  return {
    file: one
      ? {
          path: join(options.paths.uploads, one.newFilename),
          name: one.originalFilename ?? '',
          mimeType: one.mimetype ?? '',
          bytes: one.size,
        }
      : null,
    fields,
    discard,
  }
}
