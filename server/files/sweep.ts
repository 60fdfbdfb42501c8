import { randomUUID } from 'node:crypto'
import { readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isAlive } from '../processes/alive.ts'
import type { Paths } from './paths.ts'

/** A name for a file that is being written: it says by which process. */
export const partName = (): string => `${process.pid}-${randomUUID()}.part`

/** For a file that comes in; what an interruption leaves is swept at the next start. */
export const temporaryUpload = (paths: Paths): string => join(paths.uploads, partName())

/**
 * Puts in order what a crash left among the files on their way in or out. For the process that holds the data directory,
 * before it takes requests: broken-off uploads go (what another living process is writing, an import, stays), and a
 * deletion is completed, or taken back when its recording is still there.
 * @param hasRecording whether a recording has a folder of this name
 */
export async function sweepUploads(
  paths: Paths,
  hasRecording: (folder: string) => Promise<boolean>,
): Promise<void> {
  for (const name of await readdir(paths.uploads)) {
    if (name === basename(paths.resumable)) continue // http/resumable.ts looks after these
    const folder = /^(.*)\.deleted$/.exec(name)?.[1]
    if (folder && (await hasRecording(folder)))
      await rename(join(paths.uploads, name), join(paths.recordings, folder))
    else if (!isBeingWritten(name)) await rm(join(paths.uploads, name), { recursive: true, force: true })
  }
}

/** Removes half-written files of processes that are gone. */
export async function sweepParts(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (/\.part(\.wav)?$/.test(name) && !isBeingWritten(name)) await rm(join(folder, name), { force: true })
}

function isBeingWritten(name: string): boolean {
  const writer = Number(/^(\d+)-.*\.part/.exec(name)?.[1])
  return Number.isInteger(writer) && writer !== process.pid && isAlive(writer)
}
