import type { Log } from '../log.ts'
import type { Ffmpeg } from '../speech/audio.ts'
import { bytesOf } from './epochs.ts'
import type { Heard } from './heard.ts'
import type { CaptureWatch } from './service.ts'
import { openSound, type GrowingSound, type LiveSound } from './sound.ts'

/** Works along with a recording; resolves when it no longer reads the sound, some time after the sound's end. */
export type Follower = (sound: LiveSound) => Promise<void>

/** The decoded sound of all recordings under way in this process. */
export type LiveSounds = {
  watch: CaptureWatch
  /** null: no sound has come for it lately. */
  get(recordingId: number): LiveSound | null
  /** Told of each recording from its first chunk on (and again when sound comes after its end). */
  onOpen(follower: Follower): void
  /** What became of the sound that ended last; null: nothing was decoded, or more has come since. */
  heard(recordingId: number): Heard | null
  stop(): Promise<void>
}

export function createSounds({ ffmpeg, log }: { ffmpeg: () => Promise<Ffmpeg>; log: Log }): LiveSounds {
  const sounds = new Map<number, GrowingSound>()
  const results = new Map<number, Heard>()
  const followers: Follower[] = []
  const closing = new Set<Promise<void>>()
  let stopped = false

  async function follow(sound: GrowingSound): Promise<void> {
    const follows = followers.map(async (follower) =>
      follower(sound).catch((error: unknown) =>
        log.error({ err: error, recordingId: sound.recordingId }, 'what follows a live recording failed'),
      ),
    )
    await sound.ended
    await Promise.all(follows)
    await sound.close()
  }

  async function end(id: number): Promise<void> {
    const sound = sounds.get(id)
    sounds.delete(id)
    if (!sound) return
    await sound.end()
    const { whole } = await sound.ended
    results.set(id, { whole, durationMs: sound.durationMs(), parts: sound.parts() })
  }

  return {
    watch: {
      appended({ id, pieces, epochs }, current, bytes) {
        if (stopped) return
        let sound = sounds.get(id)
        if (!sound) {
          results.delete(id)
          const before = new Map(
            epochs.map((epoch) => [
              epoch.number,
              bytesOf(epoch) - (epoch.number === current.number ? bytes.length : 0),
            ]),
          )
          sound = openSound({ recordingId: id, folder: pieces, ffmpeg, log, before })
          sounds.set(id, sound)
          const over = follow(sound).finally(() => closing.delete(over))
          closing.add(over)
        }
        sound.grew(epochs)
      },
      ended: end,
    },
    get: (id) => sounds.get(id) ?? null,
    heard: (id) => results.get(id) ?? null,
    onOpen: (follower) => void followers.push(follower),
    async stop() {
      stopped = true
      for (const sound of sounds.values()) sound.kill()
      sounds.clear()
      await Promise.all(closing)
    },
  }
}
