import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { AppError } from '../errors.ts'
import { bytes as inWords } from '../files/size.ts'

/** As long as a text may be that is attached. */
const longestText = 64 * 1024 * 1024
const step = 1024 * 1024

/** @throws AppError invalid_input when it is too long for a text */
export async function readWhole(
  file: FileHandle,
  most = longestText,
): Promise<{ bytes: Buffer; sha256: string }> {
  const { size } = await file.stat()
  if (size > most)
    throw new AppError(
      'invalid_input',
      `The file is too long for a text: ${inWords(size)}, and ${inWords(most)} are taken.`,
    )
  const bytes = await file.readFile()
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Copies a file of any size, in steps. @returns the digest of what was copied, and how much it was */
export async function copyOut(
  file: FileHandle,
  to: string,
  signal: AbortSignal | undefined,
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256')
  const target = await open(to, 'wx', 0o600)
  const buffer = Buffer.allocUnsafe(step)
  let bytes = 0
  try {
    for (;;) {
      signal?.throwIfAborted()
      const { bytesRead } = await file.read(buffer, 0, step, null)
      if (bytesRead === 0) break
      const part = buffer.subarray(0, bytesRead)
      hash.update(part)
      await target.writeFile(part)
      bytes += bytesRead
    }
  } finally {
    await target.close()
  }
  return { sha256: hash.digest('hex'), bytes }
}

/** The digest of a file of any size. */
export async function digestOf(file: FileHandle, signal: AbortSignal | undefined): Promise<string> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(step)
  for (let at = 0; ;) {
    signal?.throwIfAborted()
    const { bytesRead } = await file.read(buffer, 0, step, at)
    if (bytesRead === 0) return hash.digest('hex')
    hash.update(buffer.subarray(0, bytesRead))
    at += bytesRead
  }
}
