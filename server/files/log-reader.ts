import { open, readdir, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from './exists.ts'
import { oldLogFiles } from './log-file.ts'

/** One file of a log, and how far it has been read. */
type Part = { handle: FileHandle; inode: number; position: number; rest: Buffer }

const chunkBytes = 64 * 1024

/** The programs that have a log in a folder: `server.log` → "server". */
export async function loggedPrograms(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  return names
    .filter((name) => name.endsWith('.log'))
    .map((name) => name.slice(0, -'.log'.length))
    .toSorted()
}

/**
 * Reads what `openLogFile` writes, across the turns of the file: each call of `lines` gives what has come since the one
 * before, the oldest first. The files are kept open, so that a turn meanwhile neither loses a line nor brings one twice.
 */
export function openLog(folder: string, program: string) {
  const file = join(folder, `${program}.log`)
  let parts: Part[] = []
  return {
    program,

    async *lines(): AsyncGenerator<string> {
      for (;;) {
        for (const part of parts) yield* linesOf(part)
        const current = parts.at(-1)
        const newer = await partsAfter(file, current?.inode ?? null)
        if (newer.length === 0) return
        // Nothing more is written to it once there is a newer one: this is the last of it.
        if (current) yield* linesOf(current)
        await closeAll(parts)
        parts = newer
      }
    },

    async close(): Promise<void> {
      await closeAll(parts)
      parts = []
    },
  }
}

const closeAll = (parts: Part[]): Promise<unknown> => Promise.all(parts.map(({ handle }) => handle.close()))

/** The files that are newer than one, the oldest first; all of them when that one is no longer there. */
async function partsAfter(file: string, inode: number | null): Promise<Part[]> {
  const newer: Part[] = []
  // From the newest to the oldest: a turn meanwhile then shows a file twice, and never leaves one out.
  for (let n = 0; n <= oldLogFiles; n++) {
    const handle = await openIfThere(n === 0 ? file : `${file}.${n}`)
    if (!handle) continue
    const { ino } = await handle.stat()
    const isKnown = newer.some((part) => part.inode === ino)
    if (isKnown || ino === inode) await handle.close()
    if (ino === inode) break
    if (!isKnown) newer.unshift({ handle, inode: ino, position: 0, rest: Buffer.alloc(0) })
  }
  return newer
}

async function openIfThere(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'r')
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** What has come to a file since it was last read; a line that is still being written waits for its end. */
async function* linesOf(part: Part): AsyncGenerator<string> {
  const chunk = Buffer.alloc(chunkBytes)
  for (;;) {
    const { bytesRead } = await part.handle.read(chunk, 0, chunk.length, part.position)
    if (bytesRead === 0) return
    part.position += bytesRead
    const held = Buffer.concat([part.rest, chunk.subarray(0, bytesRead)])
    let from = 0
    for (let end = held.indexOf(0x0a); end >= 0; end = held.indexOf(0x0a, from)) {
      if (end > from) yield held.toString('utf8', from, end)
      from = end + 1
    }
    part.rest = held.subarray(from)
  }
}
