import { constants } from 'node:fs'
import { lstat, open, readdir, realpath, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../errors.ts'
import { isMissing } from '../files/exists.ts'
import { candidates, heldBy, isScratch, sidecarOf } from './beside.ts'

export const doneFolder = 'done'
export const failedFolder = 'failed'

/** A file that may be taken in, as it stood when it was looked at. */
export type Found = {
  /** Below the folder, with slashes. */
  path: string
  /** What describes it, in the same place. */
  sidecar: string | null
  /** Changes whenever one of the two changes. */
  mark: string
  bytes: number
  /** The lock or part file beside it. */
  held: string | null
  /** A description whose file is not there, or a feed: what is in it says which. */
  alone: boolean
}

const deepest = 8
const mostFiles = 100_000

/**
 * What lies in a folder, in the order of the names. Links are never followed, whatever they lead to.
 * @param options.own the shared folder: what lies in done/ and failed/ has been seen to
 */
export async function lookInto(
  root: string,
  { recursive, own }: { recursive: boolean; own: boolean },
): Promise<Found[]> {
  const found: Found[] = []
  async function look(folder: string, depth: number): Promise<void> {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
      if (depth > 0 && isMissing(error)) return [] // somebody has just moved it away
      throw error
    })
    const names = entries.map(({ name }) => name)
    const files = new Set(entries.filter((one) => one.isFile()).map(({ name }) => name))
    const described = new Set(
      [...files].flatMap((name) => (isScratch(name) ? [] : (sidecarOf(name, files) ?? []))),
    )
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const { name } = entry
      if (isScratch(name) || found.length >= mostFiles) continue
      const path = folder === '' ? name : `${folder}/${name}`
      if (entry.isDirectory()) {
        const seenTo = own && depth === 0 && [doneFolder, failedFolder].includes(name)
        if (recursive && !seenTo && depth < deepest) await look(path, depth + 1)
      } else if (entry.isFile() && !described.has(name)) {
        const one = await describe(root, path, name, files, names)
        if (one) found.push(one)
      }
    }
  }
  await look('', 0)
  return found
}

async function describe(
  root: string,
  path: string,
  name: string,
  files: ReadonlySet<string>,
  names: readonly string[],
): Promise<Found | null> {
  const beside = sidecarOf(name, files)
  const sidecar = beside === null ? null : join(dirname(path), beside)
  const own = await markOf(join(root, path))
  const other = sidecar === null ? null : await markOf(join(root, sidecar))
  if (own === null) return null
  return {
    ...{ path, sidecar, bytes: own.bytes, mark: `${own.mark} ${other?.mark ?? ''}` },
    held: heldBy(name, names) ?? (beside === null ? null : heldBy(beside, names)),
    alone: name.toLowerCase().endsWith('.json'),
  }
}

/** What describes one file of a folder; null: nothing does. */
export async function descriptionOf(folder: string, name: string): Promise<string | null> {
  const names = new Set<string>()
  for (const entry of candidates(name)) if (await markOf(join(folder, entry))) names.add(entry)
  return sidecarOf(name, names)
}

/** null: it is gone, or no file any more. */
export async function markOf(file: string): Promise<{ mark: string; bytes: number } | null> {
  try {
    const found = await lstat(file)
    return found.isFile() ? { mark: `${found.size}:${found.mtimeMs}:${found.ino}`, bytes: found.size } : null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/**
 * Opens a file of the folder: never a link, and never one of another folder that a link on the way leads to.
 * @throws AppError invalid_input
 */
export async function openInside(root: string, path: string): Promise<FileHandle> {
  const file = join(root, path)
  const [base, folder] = [await realpath(root), await realpath(dirname(file))]
  if (folder !== join(base, dirname(path))) throw isLink()
  try {
    return await open(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOOP') throw isLink()
    throw error
  }
}

const isLink = (): AppError =>
  new AppError(
    'invalid_input',
    'This is a link to another place. Links are not followed: put the file itself here.',
  )
