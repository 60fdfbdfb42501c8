import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'

export const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')

/**
 * What the lock file says of a package.
 * @param {string} name
 * @returns {{ version: string, integrity: string }}
 */
export function locked(name) {
  const found = JSON.parse(lockText).packages[`node_modules/${name}`]
  if (!found?.integrity) throw new Error(`package-lock.json does not name ${name}`)
  return found
}
