import { createHash } from 'node:crypto'
import { ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Middleware, ParameterizedContext } from 'koa'
import { join } from 'node:path'
import { pipeline, Transform, type Readable } from 'node:stream'
import { sha256Of } from '../files/sha256.ts'
import { createThread } from '../processes/thread.ts'

/** The SHA-256 of the whole, also of a part that is sent (RFC 9530). */
const header = 'Repr-Digest'
/** Beyond it a file is read in a thread, one after the other; up to here it takes some hundredths of a second. */
const smallBytes = 16 * 1024 * 1024
/** Twenty gigabytes from a slow disk. */
const deadlineMs = 300_000
/** Of so many files it is known, so that going on with a broken download does not read the file again. */
const mostKnown = 1000

const written = (base64: string): string => `sha-256=:${base64}:`

/**
 * Every download says its SHA-256, so that whoever keeps it can tell whether each byte came, and later whether it is still
 * the same: files and what is in memory in a header; what is made while it is sent in a trailer.
 */
export function digests(appRoot: string): Middleware {
  const inThread = createThread(join(appRoot, 'dist', 'server', 'file-digest.js'))
  const known = new Map<string, string>()

  const compute = async (file: string, size: number): Promise<string> =>
    size <= smallBytes ? sha256Of(file) : ((await inThread(file, { deadlineMs })) as string)

  async function ofFile(file: string): Promise<string> {
    const { size, mtimeMs } = await stat(file)
    const key = `${size} ${mtimeMs} ${file}`
    const digest = known.get(key) ?? (await compute(file, size))
    known.set(key, digest)
    for (const oldest of known.keys()) if (known.size > mostKnown) known.delete(oldest)
    return digest
  }

  return async (ctx, next) => {
    await next()
    if (!isDownload(ctx)) return
    const body: unknown = ctx.body
    if (body instanceof ReadStream) ctx.set(header, written(await ofFile(String(body.path))))
    else if (Buffer.isBuffer(body) || typeof body === 'string')
      ctx.set(header, written(createHash('sha256').update(body).digest('base64')))
    else if (isStream(body)) {
      ctx.set('Trailer', header)
      ctx.body = summed(body, (digest) => ctx.res.addTrailers({ [header]: written(digest) }))
    }
  }
}

const isDownload = (ctx: ParameterizedContext): boolean =>
  (ctx.status === 200 || ctx.status === 206) && ctx.res.hasHeader('Content-Disposition')

const isStream = (body: unknown): body is Readable =>
  typeof body === 'object' && body !== null && 'pipe' in body && typeof body.pipe === 'function'

function summed(stream: Readable, done: (digest: string) => void): Readable {
  const hash = createHash('sha256')
  const through = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk)
      next(null, chunk)
    },
    flush(next) {
      done(hash.digest('base64'))
      next()
    },
  })
  // A failure ends `through` as well, and Koa tells of that.
  return pipeline(stream, through, () => undefined)
}
