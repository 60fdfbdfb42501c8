import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { childEnvironment } from '../config.ts'

/** The program that PATH leads to; null: there is none. */
export async function findOnPath(name: string): Promise<string | null> {
  for (const folder of (childEnvironment().PATH ?? '').split(delimiter).filter(Boolean)) {
    const file = join(folder, name)
    const runs = await access(file, constants.X_OK).then(
      () => true,
      () => false, // not there, or not for us
    )
    if (runs) return file
  }
  return null
}
