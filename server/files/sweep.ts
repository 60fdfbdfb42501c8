import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from '../processes/alive.ts'
import type { Paths } from './paths.ts'

/** A name for a file on its way in: it says which process is writing it. */
export function temporaryUpload(paths: Paths): string {
  return join(paths.uploads, `${process.pid}-${randomUUID()}.part`)
}

/**
 * Removes what broken-off uploads and interrupted deletions left. For the process that holds the data directory, before
 * it takes requests; what another living process is writing (an import) stays.
 * @returns how many
 */
export async function sweepUploads(paths: Paths): Promise<number> {
  let swept = 0
  for (const name of await readdir(paths.uploads)) {
    const writer = /^(\d+)-.*\.part$/.exec(name)
    if (writer && Number(writer[1]) !== process.pid && isAlive(Number(writer[1]))) continue
    await rm(join(paths.uploads, name), { recursive: true, force: true })
    swept++
  }
  return swept
}
