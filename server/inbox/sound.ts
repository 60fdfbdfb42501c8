import { AppError } from '../errors.ts'
import { readUntrusted, runFfmpeg, type Ffmpeg } from '../speech/audio.ts'

/**
 * Whether ffmpeg finds sound in a file: better told now than when its turn to be transcribed comes. Where there is no
 * ffmpeg (a command on a machine that transcribes nothing) that turn tells.
 * @throws AppError audio_unreadable
 */
export async function requireSound(
  ffmpeg: () => Promise<Ffmpeg>,
  file: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const found = await ffmpeg().catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'conversion_failed') return null
    throw error
  })
  if (!found) return
  const args = [...readUntrusted(file), '-map', '0:a:0', '-vn', '-sn', '-dn', '-t', '1', '-f', 'null', '-']
  await runFfmpeg(found, args, signal ? { signal } : {})
}
