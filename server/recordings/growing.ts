import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { isMissing } from '../files/exists.ts'

/** A file that is being written under a temporary name; `made` says when it is whole and has its own name, or has failed. */
export type Making = { temporary: string; made: Promise<void> }

const lookEveryMs = 50
const blockBytes = 64 * 1024

/**
 * Reads a file while it is written, up to its end.
 * @returns null when it is whole already
 * @throws what `made` fails with, when that is before its first byte; later failures end the stream
 */
export async function readGrowing({ temporary, made }: Making): Promise<Readable | null> {
  const state = { over: false }
  const noted = made.finally(() => (state.over = true))
  noted.catch(() => undefined) // whoever reads is told by `made`
  while (!state.over) {
    if ((await sizeOf(temporary)) > 0) {
      const file = await open(temporary, 'r').catch((error: unknown) => {
        if (isMissing(error)) return null // it has just got its name
        throw error
      })
      if (!file) break
      return Readable.from(
        (async function* () {
          try {
            for (let at = 0; ;) {
              const wasOver = state.over
              const { bytesRead, buffer } = await file.read(Buffer.alloc(blockBytes), 0, blockBytes, at)
              at += bytesRead
              if (bytesRead > 0) yield buffer.subarray(0, bytesRead)
              else if (wasOver) return await made
              else await pause(lookEveryMs)
            }
          } finally {
            await file.close()
          }
        })(),
        { objectMode: false },
      )
    }
    await pause(lookEveryMs)
  }
  await made
  return null
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}
