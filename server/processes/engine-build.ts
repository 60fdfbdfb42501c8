import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { exists, isMissing } from '../files/exists.ts'
import { isAlive } from './alive.ts'

const progressFile = z.object({
  state: z.enum(['building', 'failed']),
  percent: z.number(),
  message: z.string(),
  pid: z.number(),
})

export type EngineBuild =
  | { state: 'built'; serverBinary: string; cliBinary: string }
  | { state: 'building'; percent: number; message: string }
  | { state: 'failed' | 'missing'; message: string }

/** How far the start script is with whisper.cpp: it builds beside the running appliance and writes progress.json. */
export async function lookAtEngineBuild(engineDir: string | null): Promise<EngineBuild> {
  const missing = 'The speech engine is not built. Start the appliance with `npm start`, which builds it.'
  if (!engineDir) return { state: 'missing', message: missing }
  const serverBinary = join(engineDir, 'bin', 'whisper-server')
  const cliBinary = join(engineDir, 'bin', 'whisper-cli')
  if ((await exists(serverBinary)) && (await exists(cliBinary)))
    return { state: 'built', serverBinary, cliBinary }
  let text: string
  try {
    text = await readFile(join(engineDir, 'progress.json'), 'utf8')
  } catch (error) {
    if (isMissing(error)) return { state: 'missing', message: missing }
    throw error
  }
  const progress = progressFile.parse(JSON.parse(text))
  if (progress.state === 'building' && isAlive(progress.pid))
    return { state: 'building', percent: progress.percent, message: progress.message }
  const reason =
    progress.state === 'failed' ? progress.message : 'The build of the speech engine was interrupted.'
  return {
    state: 'failed',
    message: `${reason} Start the appliance again with \`npm start\` to try once more.`,
  }
}
