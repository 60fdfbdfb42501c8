import { FileStore } from '@tus/file-store'
import { createWriteStream, type Stats } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { watchSpace } from '../files/disk.ts'
import { isMissing } from '../files/exists.ts'
import { writeFileAtomically } from '../files/write.ts'
import type { Log } from '../log.ts'

/** One that has brought nothing for so long keeps no room: only what it has brought is there. */
const activeMs = 5 * 60_000
/** What an upload says of itself, in the file beside it. */
const sidecarShape = z.looseObject({
  size: z.number(),
  metadata: z.record(z.string(), z.string().nullable()).default({}),
  recordingId: z.number().optional(),
})
export type Sidecar = z.infer<typeof sidecarShape>

/** `title` is null where the client gave none. */
export type Given = { title: string | null; name: string; mimeType: string; bytes: number }

/** Like the store of @tus/file-store; each part is synced. */
export class SyncedStore extends FileStore {
  override readonly extensions = ['creation', 'creation-with-upload', 'termination']

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset, flush: true })
    const room = new AbortController()
    const stopWatching = watchSpace(this.directory, (error) => room.abort(error))
    try {
      await pipeline(readable, file, { signal: room.signal })
    } catch (error) {
      throw room.signal.aborted ? room.signal.reason : error
    } finally {
      stopWatching()
    }
    return offset + file.bytesWritten
  }
}

const statOf = (path: string): Promise<Stats | null> =>
  stat(path).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })

export const givenOf = ({ metadata, size }: Pick<Sidecar, 'metadata' | 'size'>): Given => ({
  title: metadata.title ?? null,
  name: metadata.filename ?? '',
  mimeType: metadata.filetype ?? '',
  bytes: size,
})

export type Uploads = ReturnType<typeof createUploads>

/** The files of uploads that are under way or finished, and what is known of each in the file beside it. */
export function createUploads({ folder, log }: { folder: string; log: Log }) {
  const infoFile = (id: string): string => join(folder, `${id}.json`)

  async function infoOf(id: string): Promise<Sidecar | null> {
    try {
      return sidecarShape.parse(JSON.parse(await readFile(infoFile(id), 'utf8')))
    } catch (error) {
      if (isMissing(error)) return null
      log.warn({ err: error, upload: id }, 'what is known of an upload cannot be read')
      return null
    }
  }

  /** Uploads that have begun: the bytes that those at work have still to bring, and what one person has of them. */
  async function underWay(owner: string): Promise<{ toCome: number; own: { count: number; bytes: number } }> {
    let toCome = 0
    const own = { count: 0, bytes: 0 }
    for (const name of await readdir(folder)) {
      const info = name.endsWith('.json') ? await infoOf(name.slice(0, -'.json'.length)) : null
      if (!info || info.recordingId !== undefined) continue
      const there = await statOf(join(folder, name.slice(0, -'.json'.length)))
      const isActive = there !== null && Date.now() - there.mtimeMs < activeMs
      if (isActive) toCome += Math.max(0, info.size - there.size)
      if (info.metadata.owner !== owner) continue
      own.count += 1
      own.bytes += isActive ? info.size : (there?.size ?? 0)
    }
    return { toCome, own }
  }

  return {
    infoOf,
    underWay,
    file: (id: string): string => join(folder, id),
    note: (id: string, info: Sidecar): Promise<void> =>
      writeFileAtomically(infoFile(id), JSON.stringify(info)),

    /** All of them, and when each was last touched; one that is given up while we look is left out. */
    async *all(): AsyncGenerator<{
      id: string
      info: Sidecar | null
      size: number | null
      touchedMs: number
    }> {
      const names = await readdir(folder)
      for (const id of new Set(names.map((name) => name.replace(/\.json$/, '')))) {
        const info = await infoOf(id)
        const file = await statOf(join(folder, id))
        const touchedMs = (file ?? (await statOf(infoFile(id))))?.mtimeMs
        if (touchedMs !== undefined) yield { id, info, size: file?.size ?? null, touchedMs }
      }
    },

    async remove(id: string): Promise<void> {
      for (const path of [join(folder, id), infoFile(id)]) await rm(path, { force: true })
    },
  }
}
