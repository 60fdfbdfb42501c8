import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { devNull } from 'node:os'
import { basename, dirname } from 'node:path'
import { AppError } from '../errors.ts'
import { syncFile } from '../files/write.ts'
import { audioFormats, readUntrusted, runFfmpeg, type Ffmpeg } from './audio.ts'

/**
 * How much sound can be decoded from a file, in milliseconds: what is there, whatever its times say. 0: nothing.
 * @throws AppError conversion_failed when ffmpeg could not run
 */
export async function measureSound(ffmpeg: Ffmpeg, file: string): Promise<number> {
  const count = ['-map', '0:a:0', '-vn', '-af', 'asetpts=N/SR/TB', '-f', 'null', '-']
  try {
    return (await runFfmpeg(ffmpeg, [...readUntrusted(file), ...count])).reachedMs
  } catch (error) {
    if (error instanceof AppError && error.code === 'audio_unreadable') return 0
    throw error
  }
}

/** Bytes of coded sound in a file, without its container: read, not decoded. 0: nothing. */
async function codedBytes(ffmpeg: Ffmpeg, file: string): Promise<number> {
  const count = ['-map', '0:a:0', '-c', 'copy', '-f', 'data', `file:${devNull}`]
  try {
    return (await runFfmpeg(ffmpeg, [...readUntrusted(file), ...count])).writtenBytes
  } catch (error) {
    if (error instanceof AppError && error.code === 'audio_unreadable') return 0
    throw error
  }
}

/**
 * A copy without the first seconds, and without the silence that a jump of its times would become.
 * @param extension of the file, by our name for it
 * @returns the extension of the result
 * @throws AppError audio_unreadable, disk_full, conversion_failed
 */
export async function cutSound(
  ffmpeg: Ffmpeg,
  file: string,
  { fromSeconds, output, extension }: { fromSeconds: number; output: string; extension: string },
): Promise<string> {
  const muxer = muxers[extension]
  const write = muxer
    ? ['-c', 'copy', '-bsf:a', 'setts=pts=PTS-STARTPTS:dts=DTS-STARTDTS', '-f', muxer]
    : ['-af', 'asetpts=PTS-STARTPTS', '-c:a', 'libopus', '-b:a', '128k', '-f', 'webm']
  await runFfmpeg(ffmpeg, [
    ...readUntrusted(file),
    ...['-ss', fromSeconds.toFixed(3), '-map', '0:a:0', '-vn'],
    ...write,
    `file:${output}`,
  ])
  await syncFile(output)
  return muxer ? extension : 'webm'
}

/** The muxer of a container that a MediaRecorder writes, by our extension for it. */
const muxers: Record<string, string> = { webm: 'webm', ogg: 'ogg', m4a: 'mp4' }

/** What a joined file may fall short of the sum of its parts: encoders pad each one. */
const shortfallMs = (parts: number): number => 250 * parts

/**
 * Joins files that follow one another (each has its own header) into one; without coding anew where they are alike.
 * @param parts paths in order, each of which was seen to hold sound; in one folder, under names of ours
 * @param extension of the parts when they are all alike, else null
 * @returns the extension of the result
 * @throws AppError audio_unreadable, disk_full, conversion_failed
 */
export async function joinSound(
  ffmpeg: Ffmpeg,
  parts: { file: string; durationMs: number }[],
  output: string,
  extension: string | null,
): Promise<string> {
  const muxer = extension && muxers[extension]
  if (muxer && (await joinAsTheyAre(ffmpeg, parts, output, muxer))) return extension
  const wantedMs = parts.reduce((sum, part) => sum + part.durationMs, 0) - shortfallMs(parts.length)
  const inputs = parts.flatMap(({ file }) => readUntrusted(file))
  const graph = `${parts.map((_, i) => `[${i}:a:0]`).join('')}concat=n=${parts.length}:v=0:a=1[sound]`
  const codec = ['-map', '[sound]', '-c:a', 'libopus', '-b:a', '128k', '-f', 'webm']
  const { reachedMs } = await runFfmpeg(ffmpeg, [
    ...inputs,
    ...['-filter_complex', graph],
    ...codec,
    `file:${output}`,
  ])
  if (reachedMs < wantedMs)
    throw new AppError('audio_unreadable', 'The parts of this recording could not be put together.')
  await syncFile(output)
  return 'webm'
}

/** @returns false: it did not work, or not all of the sound is in it */
async function joinAsTheyAre(
  ffmpeg: Ffmpeg,
  parts: { file: string; durationMs: number }[],
  output: string,
  muxer: string,
): Promise<boolean> {
  const list = `${output}.txt`
  const lines = parts.map(
    ({ file, durationMs }) => `file ${basename(file)}\nduration ${(durationMs / 1000).toFixed(6)}\n`,
  )
  await writeFile(list, `ffconcat version 1.0\n${lines.join('')}`, { mode: 0o600 })
  const read = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', `concat,${audioFormats}`]
  const write = ['-map', '0:a:0', '-c', 'copy', '-f', muxer]
  try {
    await runFfmpeg(ffmpeg, [...read, '-f', 'concat', '-i', basename(list), ...write, `file:${output}`], {
      cwd: dirname(list),
    })
    let wanted = 0
    for (const { file } of parts) wanted += await codedBytes(ffmpeg, file)
    if ((await codedBytes(ffmpeg, output)) < wanted) return false
    await syncFile(output)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'audio_unreadable') return false
    throw error
  } finally {
    await rm(list, { force: true })
  }
}

/**
 * A copy whose index and times are in order (a browser's recording has no duration, a broken-off one no end), coded as it
 * was.
 * @param muxer ffmpeg's name of the container
 * @throws AppError audio_unreadable, disk_full, conversion_failed
 */
export async function repairSound(
  ffmpeg: Ffmpeg,
  input: string,
  output: string,
  muxer: string,
): Promise<void> {
  const temporary = `${output}.${randomUUID()}.tmp`
  const mend = ['-fflags', '+genpts+discardcorrupt', '-err_detect', 'ignore_err']
  const write = ['-map', '0:a:0', '-vn', '-c', 'copy', '-f', muxer]
  const early = muxer === 'mp4' ? ['-movflags', '+faststart'] : []
  try {
    await runFfmpeg(ffmpeg, [...mend, ...readUntrusted(input), ...write, ...early, `file:${temporary}`])
    await syncFile(temporary)
    await rename(temporary, output)
  } finally {
    await rm(temporary, { force: true })
  }
}
