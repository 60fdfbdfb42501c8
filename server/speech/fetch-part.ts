import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, rm, stat, type FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { isMissing } from '../files/exists.ts'
import { writeFileAtomically } from '../files/write.ts'

const facts = z.object({
  /** What the whole file must be, its URL where no checksum is known: a part of anything else is of no use. */
  sha1: z.string(),
  url: z.string(),
  /** The server's mark of this very version of the file, for If-Range; null: it gave none that is strong. */
  validator: z.string().nullable(),
  /** Bytes of the whole file; null: the server did not say. */
  total: z.number().nullable(),
})
type Facts = z.infer<typeof facts>

const factsFile = (file: string): string => `${file}.json`

/** A file that is on its way, with what is known of it beside it; both outlive the process. */
export type Part = Awaited<ReturnType<typeof openPart>>

/** Opens what an earlier try left, or an empty one; what is there is hashed (a gigabyte takes a few seconds). */
export async function openPart(file: string, wanted: { sha1: string; url: string }) {
  const stored = await readFacts(file)
  const fits = stored?.sha1 === wanted.sha1
  const fresh = (): Facts => ({ ...wanted, validator: null, total: null })
  let known = fits ? stored : fresh()
  // Another server has its own marks for the same bytes.
  if (known.url !== wanted.url) known = { ...known, url: wanted.url, validator: null }
  if (!fits) await removePart(file)
  const handle: FileHandle = await open(file, 'a', 0o600)
  let size = (await handle.stat()).size
  let hashes = await hashFile(file)

  return {
    size: () => size,
    total: () => known.total,
    validator: () => known.validator,
    isComplete: () => known.total !== null && size === known.total,
    /** Of what is there, when nothing more comes. */
    sums: () => ({ sha1: hashes.sha1.copy().digest('hex'), sha256: hashes.sha256.copy().digest('hex') }),

    async append(chunk: Buffer): Promise<void> {
      await handle.appendFile(chunk)
      size += chunk.length
      hashes.sha1.update(chunk)
      hashes.sha256.update(chunk)
    },
    async describe(found: { validator: string | null; total: number | null }): Promise<void> {
      known = { ...known, ...found }
      await writeFileAtomically(factsFile(file), JSON.stringify(known))
    },
    async startOver(): Promise<void> {
      await handle.truncate(0)
      size = 0
      known = fresh()
      hashes = noHashes()
    },
    async close(): Promise<void> {
      await handle.close()
    },
  }
}

type Hashes = { sha1: Hash; sha256: Hash }
const noHashes = (): Hashes => ({ sha1: createHash('sha1'), sha256: createHash('sha256') })

async function hashFile(file: string): Promise<Hashes> {
  const hashes = noHashes()
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    hashes.sha1.update(chunk)
    hashes.sha256.update(chunk)
  }
  return hashes
}

/** Removes the part of a file and the facts beside it; it may be there or not. */
export async function removePart(file: string): Promise<void> {
  await rm(file, { force: true })
  await rm(factsFile(file), { force: true })
}

/** How much of a file is there, for whoever watches; null: nothing yet. */
export async function lookAtPart(file: string): Promise<{ size: number; total: number | null } | null> {
  try {
    const { size } = await stat(file)
    return { size, total: (await readFacts(file))?.total ?? null }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function readFacts(file: string): Promise<Facts | null> {
  try {
    return facts.parse(JSON.parse(await readFile(factsFile(file), 'utf8')))
  } catch (error) {
    // What cannot be read is as good as nothing: it is fetched again.
    if (isMissing(error) || error instanceof SyntaxError || error instanceof z.ZodError) return null
    throw error
  }
}
