import { rename, rm } from 'node:fs/promises'
import { syncFile } from '../files/write.ts'
import { readUntrusted, runFfmpeg, type Ffmpeg } from './audio.ts'

/** How sound is written again, by the extension of its file; what is not here becomes WebM. */
const writers: Record<string, string[]> = {
  wav: ['-c:a', 'pcm_s16le', '-rf64', 'auto', '-f', 'wav'],
  mp3: ['-c:a', 'libmp3lame', '-b:a', '128k', '-f', 'mp3'],
  flac: ['-c:a', 'flac', '-f', 'flac'],
  aac: ['-c:a', 'aac', '-b:a', '128k', '-f', 'adts'],
  m4a: ['-c:a', 'aac', '-b:a', '128k', '-f', 'mp4'],
  ogg: ['-c:a', 'libopus', '-b:a', '96k', '-f', 'ogg'],
  weba: ['-c:a', 'libopus', '-b:a', '96k', '-f', 'webm'],
  mka: ['-c:a', 'libopus', '-b:a', '96k', '-f', 'matroska'],
}
const like: Record<string, string> = { oga: 'ogg', opus: 'ogg' }

/** With their pictures; for others these go. */
const videoWriters: Record<string, string[]> = {
  ...Object.fromEntries(
    ['mp4', 'm4v', 'mov'].map((name) => [
      name,
      [...['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p'], ...writers.m4a!],
    ]),
  ),
  mkv: ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', ...writers.mka!],
  webm: ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '1M', ...writers.weba!],
}

/**
 * A copy with silence (and a black picture) from one moment to another, and without what the file says of itself.
 * @param output without its extension
 * @returns the extension of the result
 * @throws AppError audio_unreadable, disk_full, conversion_failed
 */
export async function strikeSound(
  ffmpeg: Ffmpeg,
  input: string,
  output: string,
  passage: { fromMs: number; toMs: number; extension: string; hasVideo: boolean },
  options: { signal?: AbortSignal; onProgress?: (share: number) => void } = {},
): Promise<string> {
  const { fromMs, toMs, extension, hasVideo } = passage
  const within = `enable='between(t,${fromMs / 1000},${toMs / 1000})'`
  const video = hasVideo ? videoWriters[extension] : undefined
  const known = like[extension] ?? extension
  const sound = writers[known] ? known : 'weba'
  const write = video ?? writers[sound]!
  const result = video || like[extension] ? extension : sound
  const temporary = `${output}.tmp`
  try {
    await runFfmpeg(
      ffmpeg,
      [
        ...readUntrusted(input),
        ...['-map', '0:a:0', '-af', `aresample=async=1:first_pts=0,volume=0:${within}`],
        ...(video
          ? ['-map', '0:v:0', '-vf', `drawbox=x=0:y=0:w=iw:h=ih:color=black:t=fill:${within}`]
          : ['-vn']),
        ...['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1', ...write, `file:${temporary}`],
      ],
      options,
    )
    await syncFile(temporary)
    await rename(temporary, `${output}.${result}`)
    return result
  } finally {
    await rm(temporary, { force: true })
  }
}
