import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../errors.ts'
import { isMissing } from '../files/exists.ts'
import type { ExportedFile } from './service.ts'

/** Everything as plain files, for whoever wants to do without the appliance. */
export type Everything = {
  /** The meetings' files, one after the other. */
  meetings: () => AsyncIterable<{ folder: string; file: ExportedFile }>
  documents: () => Promise<{ name: string; path: string }[]>
  audit: () => AsyncIterable<string>
  actions: () => Promise<string>
}

const readme = `Everything that the appliance kept, as plain files.

meetings/     a folder for each meeting: its sound as it came, minutes and transcript (PDF, Word, Markdown, text,
              subtitles) and all of it as JSON
documents/    PDF documents as they are now, and as they were before somebody signed
actions.csv   what was agreed to be done
audit.jsonl   who did what, a JSON object a line
SHA256SUMS    the checksums: sha256sum --check SHA256SUMS

What is in the bin, passphrases and settings are not in here. A backup (appliance backup) has everything.
`

/**
 * Writes into a folder that is not there yet or empty; it appears whole or not at all.
 * @throws AppError data_present
 * @returns how many files, and their size
 */
export async function writeFolder(
  target: string,
  { meetings, documents, audit, actions }: Everything,
  { signal, onFile }: { signal: AbortSignal; onFile: (name: string) => void },
): Promise<{ files: number; bytes: number }> {
  await requireEmpty(target)
  const work = `${target}.part-${process.pid}`
  const sums: string[] = []
  const taken = new Set<string>()
  let total = 0

  async function put(name: string, write: (path: string) => Promise<void>): Promise<void> {
    signal.throwIfAborted()
    const path = join(work, unusedName(name, taken))
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await write(path)
    const hash = createHash('sha256')
    for await (const part of createReadStream(path)) {
      hash.update(part as Buffer)
      total += (part as Buffer).length
    }
    sums.push(`${hash.digest('hex')}  ${relative(work, path)}\n`)
    onFile(name)
  }

  try {
    await mkdir(work, { recursive: true, mode: 0o700 })
    await put('README.txt', (path) => writeFile(path, readme))
    for await (const { folder, file } of meetings())
      await put(join('meetings', folder, file.name), (path) =>
        'path' in file ? copyFile(file.path, path) : writeFile(path, file.bytes),
      )
    for (const { name, path: from } of await documents())
      await put(join('documents', name), (path) => copyFile(from, path))
    await put('actions.csv', async (path) => writeFile(path, await actions()))
    await put('audit.jsonl', (path) => pipeline(audit(), createWriteStream(path, { mode: 0o600 })))
    await writeFile(join(work, 'SHA256SUMS'), sums.join(''))
    await rm(target, { recursive: true, force: true }) // empty, see above
    await rename(work, target)
    return { files: sums.length, bytes: total }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function requireEmpty(target: string): Promise<void> {
  const there = await readdir(target).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  if (there.length > 0)
    throw new AppError('data_present', `${target} is not empty. Name a folder that is not there yet.`)
}

/** "a/b.pdf" → "a/b (2).pdf" where that is taken; some systems know no capitals. */
function unusedName(name: string, taken: Set<string>): string {
  let unused = name
  for (let n = 2; taken.has(unused.toLowerCase()); n++) unused = name.replace(/(\.[^./]*)?$/, ` (${n})$1`)
  taken.add(unused.toLowerCase())
  return unused
}
