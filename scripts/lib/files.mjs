import { createHash } from 'node:crypto'
import { accessSync, constants, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** @param {unknown} error */
export const isMissing = (error) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * The text of a file; null when there is none.
 * @param {string} file
 */
export function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** @param {string[]} parts */
export function hash(...parts) {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(`${part.length}:${part}`)
  return sum.digest('hex').slice(0, 20)
}

/**
 * The hash of some files and of the folders' files, names included.
 * @param {string} base
 * @param {string[]} paths files or folders in `base`; one that is missing counts as empty
 * @param {(path: string) => boolean} [counts] leaves out what does not matter
 */
export function hashFiles(base, paths, counts = () => true) {
  /** @type {string[]} */
  const parts = []
  /** @param {string} path */
  const add = (path) => {
    if (!counts(path)) return
    const text = readIfThere(join(base, path))
    if (text !== null) parts.push(path, text)
  }
  for (const path of paths) {
    let names
    try {
      names = readdirSync(join(base, path), { recursive: true, withFileTypes: true })
    } catch (error) {
      if (isMissing(error)) continue
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOTDIR')) throw error
      add(path)
      continue
    }
    const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    for (const file of files.sort()) add(file.slice(base.length + 1))
  }
  return hash(...parts)
}

/** @param {string} file */
export function canExecute(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false // that is the answer
  }
}

/**
 * The first program of that name in PATH, as a shell would find it; null when there is none.
 * @param {string} name
 */
export function findProgram(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, name)).find(canExecute) ?? null
}
