import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Paths } from '../files/paths.ts'
import { moveIntoPlace, syncFile } from '../files/write.ts'
import type { VersionRow } from './store.ts'

export type KeptFile = Pick<VersionRow, 'file' | 'bytes' | 'sha256'>

export type DocumentFiles = ReturnType<typeof createFiles>

/** Where the PDFs lie: each version in a file of its own, which is never changed. */
export function createFiles(paths: Paths) {
  const pathOf = (file: string): string => join(paths.documents, file)
  return {
    pathOf,

    /** Moves a finished PDF among the documents. @returns what its version's row says of it */
    async keep(from: string): Promise<KeptFile> {
      const hash = createHash('sha256')
      for await (const part of createReadStream(from)) hash.update(part as Buffer)
      const file = `${randomUUID()}.pdf`
      const { size: length } = await stat(from)
      await syncFile(from)
      await moveIntoPlace(from, pathOf(file))
      return { file, bytes: length, sha256: hash.digest('hex') }
    },

    discard: (file: string): Promise<void> => rm(pathOf(file), { force: true }),

    /** At the start of the server: files of work that an earlier process broke off before it was recorded. */
    async sweep(known: ReadonlySet<string>): Promise<number> {
      const started = Date.now() - process.uptime() * 1000
      let count = 0
      for (const file of await readdir(paths.documents)) {
        if (known.has(file)) continue
        const there = await stat(pathOf(file)).catch(() => null)
        if (!there || there.mtimeMs >= started) continue
        await rm(pathOf(file), { force: true })
        count += 1
      }
      return count
    },
  }
}
