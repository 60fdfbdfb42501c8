import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const run = promisify(execFile)

/** A folder that goes when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'appliance-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A file that ffmpeg makes of a description of sound or picture (lavfi), in whatever format its name and the options ask for. */
export async function made(file: string, source: string, ...options: string[]): Promise<void> {
  await run('ffmpeg', ['-loglevel', 'error', '-f', 'lavfi', '-i', source, ...options, file])
}

/** A tone (no words in it), in whatever format the name's extension asks for. */
export async function tone(name: string, seconds: number): Promise<string> {
  const file = join(await temporaryFolder(), name)
  await made(file, `sine=frequency=440:duration=${seconds}`, '-ac', '1')
  return file
}

/** Every file below a folder, as paths relative to it. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}
