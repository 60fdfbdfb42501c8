import { mkdir } from 'node:fs/promises'
import type { Db } from '../../db/open.ts'
import { exists } from '../../files/exists.ts'
import type { JobContext } from '../../jobs/define.ts'
import type { RecordingsService, Sound } from '../../recordings/service.ts'
import { decodeToWav, type Ffmpeg } from '../../speech/audio.ts'

/**
 * Speech as the engines hear it, 16 kHz mono; the file is a cache that may be there from an earlier try, or from the
 * recorder.
 * @param percent of the job's bar when it is done
 */
export async function decodedSpeech(
  { db, recordings, ffmpeg }: { db: Db; recordings: RecordingsService; ffmpeg: () => Promise<Ffmpeg> },
  sound: Sound,
  { progress, signal }: Pick<JobContext, 'progress' | 'signal'>,
  percent: number,
): Promise<string> {
  const { speechWav: target, speechBare } = sound.files
  if (sound.decoded && (await exists(speechBare))) return speechBare
  if (sound.decoded && (await exists(target))) return target
  progress(0, 'Reading the file')
  await mkdir(sound.files.cache, { recursive: true, mode: 0o700 })
  const found = await decodeToWav(await ffmpeg(), sound.original, target, {
    signal,
    onProgress: (part) => progress(part * percent, 'Reading the file'),
  })
  await recordings.describeSound(db.write, sound.recordingId, found)
  return target
}
