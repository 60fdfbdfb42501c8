import { rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isMissing } from './exists.ts'
import { syncFolder } from './write.ts'

/** @returns whether there was anything to rename; the new name is on disk then */
export async function renameIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    await syncFolder(dirname(from))
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
