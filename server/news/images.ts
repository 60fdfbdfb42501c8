import { createHash } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../errors.ts'
import { writeFileAtomically } from '../files/write.ts'
import type { SafeFetch } from './fetch.ts'

const largestBytes = 3_000_000
const deadlineMs = 15_000
/** A picture that did not come is not asked for again at each look. */
const againAfterMs = 600_000
const mostAtOnce = 6

export type Picture = { bytes: Buffer; type: string }

const begins = (bytes: Uint8Array, text: string, at = 0): boolean =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text

/** Pictures that a browser shows and that run nothing; told by their content, whatever they are called. */
export function pictureType(bytes: Uint8Array): string | null {
  if (begins(bytes, '\u0089PNG\r\n')) return 'image/png'
  if (begins(bytes, '\u00ff\u00d8\u00ff')) return 'image/jpeg'
  if (begins(bytes, 'GIF8')) return 'image/gif'
  if (begins(bytes, 'RIFF') && begins(bytes, 'WEBP', 8)) return 'image/webp'
  if (begins(bytes, 'ftypavif', 4)) return 'image/avif'
  return null
}

/** Pictures of articles: fetched by the appliance once, and served from its own files. */
export function createImages({ folder, fetch }: { folder: string; fetch: Pick<SafeFetch, 'get'> }) {
  const failed = new Map<number, number>()
  const underWay = new Map<number, Promise<Picture | null>>()
  let running = 0
  const waiting: (() => void)[] = []

  const fileOf = (articleId: number): string => join(folder, String(articleId))

  async function fetchPicture(articleId: number, url: string): Promise<Picture | null> {
    if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    running += 1
    try {
      const answer = await fetch.get(url, { largestBytes, deadlineMs, what: 'picture' })
      const type = answer.status === 200 ? pictureType(answer.bytes) : null
      if (type === null) throw new AppError('feed_failed', 'It is no picture.')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFileAtomically(fileOf(articleId), answer.bytes)
      return { bytes: Buffer.from(answer.bytes), type }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (failed.size > 10_000) failed.clear()
      failed.set(articleId, Date.now())
      return null
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }

  return {
    /** null: there is none that can be shown. */
    async get(articleId: number, url: string): Promise<Picture | null> {
      const kept = await readFile(fileOf(articleId)).catch(() => null)
      const type = kept && pictureType(kept)
      if (kept && type) return { bytes: kept, type }
      if (Date.now() - (failed.get(articleId) ?? 0) < againAfterMs) return null
      const asked = underWay.get(articleId) ?? fetchPicture(articleId, url)
      underWay.set(articleId, asked)
      try {
        return await asked
      } finally {
        underWay.delete(articleId)
      }
    },

    async forget(articleIds: readonly number[]): Promise<void> {
      for (const id of articleIds) await rm(fileOf(id), { force: true })
    },
  }
}

export const etagOf = (bytes: Uint8Array): string =>
  `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
