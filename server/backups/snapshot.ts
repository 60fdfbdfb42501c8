import { copyFile, link, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyDatabase } from '../db/copy.ts'
import { isMissing } from '../files/exists.ts'
import type { Paths } from '../files/paths.ts'

/** What is not kept: what can be made or fetched again, what is under way, and the backups' own files. */
const leftOut = new Set(['run', 'uploads', 'copies', 'models', 'backup', 'logs', 'lost+found'])
/** Conversions of a recording's sound. */
const cache = 'cache'

const databaseName = 'db.sqlite'

/**
 * Lays out a consistent picture of the data directory in `folder`: a copy of the database, and links to the files.
 * Files are never changed in place but for a recording under way, which only grows. They are linked before the database
 * is copied and again after it, so that every file that the copy names is there, whatever is added or deleted meanwhile.
 * @throws the signal's reason when it fires
 */
export async function laySnapshot(paths: Paths, folder: string, signal: AbortSignal): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await linkData(paths.root, folder, signal)
  await copyDatabase(paths.database, join(folder, databaseName))
  await linkData(paths.root, folder, signal)
}

async function linkData(from: string, to: string, signal: AbortSignal): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (leftOut.has(entry.name) || entry.name.startsWith(databaseName) || entry.name.startsWith('.')) continue
    if (entry.isDirectory()) await linkTree(join(from, entry.name), join(to, entry.name), signal)
    else if (entry.isFile()) await linkOnce(join(from, entry.name), join(to, entry.name))
  }
}

async function linkTree(from: string, to: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await mkdir(to, { recursive: true, mode: 0o700 })
  const entries = await readdir(from, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [] // deleted in this moment
    throw error
  })
  for (const entry of entries) {
    if (entry.isDirectory() && entry.name !== cache)
      await linkTree(join(from, entry.name), join(to, entry.name), signal)
    else if (entry.isFile() && !entry.name.includes('.part'))
      await linkOnce(join(from, entry.name), join(to, entry.name))
  }
}

async function linkOnce(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'EEXIST' || code === 'ENOENT') return // linked before the copy, or deleted in this moment
    if (code !== 'EXDEV' && code !== 'EPERM') throw error
    await copyFile(from, to) // a folder that is mounted by itself, or a file system without links
  }
}
