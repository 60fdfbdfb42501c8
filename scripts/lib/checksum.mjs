import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** @param {string} file */
export async function sha256Of(file) {
  const sum = createHash('sha256')
  for await (const chunk of createReadStream(file)) sum.update(chunk)
  return sum.digest('hex')
}

/**
 * Nothing that came over the network is loaded before this.
 * @param {string} file
 * @param {string} expected
 */
export async function requireSha256(file, expected) {
  const found = await sha256Of(file)
  if (found !== expected)
    throw new Error(`${file} is not what it should be: its SHA-256 is ${found}, not ${expected}.`)
}
