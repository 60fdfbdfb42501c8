import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from './server.ts'

const run = promisify(execFile)

/** A sound file made by ffmpeg: a tone (no words in it), in whatever format the name's extension asks for. */
export async function tone(name: string, seconds: number): Promise<string> {
  const file = join(await temporaryFolder(), name)
  await run('ffmpeg', ['-loglevel', 'error', '-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`, '-ac', '1', file])
  return file
}

/** Every file below a folder, as paths relative to it. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}
