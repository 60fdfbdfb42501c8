import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from './exists.ts'

/** "148 MB", for a person; decimal, as disks are sold. */
export function bytes(n: number): string {
  if (n >= 1e9) return `${(n / 1e9).toFixed(1)} GB`
  if (n >= 1e6) return `${(n / 1e6).toFixed(1)} MB`
  return `${Math.ceil(n / 1e3)} KB`
}

/** Bytes of a file, or of all files below a folder; 0 when there is none. Files that come and go meanwhile may be missed. */
export async function sizeBelow(path: string): Promise<number> {
  try {
    const found = await stat(path)
    if (!found.isDirectory()) return found.size
    let sum = 0
    for (const name of await readdir(path)) sum += await sizeBelow(join(path, name))
    return sum
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}
