import type { Log } from '../../log.ts'
import type { Breaks } from '../../recordings/service.ts'
import type { Ffmpeg } from '../../speech/audio.ts'
import type { Epoch } from './epochs.ts'
import { breaksOf, lengthsSoFar, type DecodeResult } from '../finish/decode-result.ts'
import type { CaptureWatch } from '../service.ts'
import { openSound, type GrowingSound, type LiveSound } from './decoded-sound.ts'

/** Works along with a recording; resolves soon after the sound's end, and does nothing more then: Stop waits for it. */
export type Follower = (sound: LiveSound) => Promise<void>

/** The decoded sound of all recordings under way in this process. */
export type LiveSounds = {
  watch: CaptureWatch
  /** null: no sound has come for it lately. */
  get(recordingId: number): LiveSound | null
  /** Told of each recording from its first chunk on (and again when sound comes after its end). */
  onOpen(follower: Follower): void
  /** What became of the sound that ended last; null: nothing was decoded, or more has come since. */
  heard(recordingId: number): DecodeResult | null
  stop(): Promise<void>
}

/** Takes what is known of a recording under way when another part of it begins. */
export type KeepBreaks = (recordingId: number, breaks: Breaks) => Promise<void>

export function createSounds({
  ffmpeg,
  keepBreaks,
  log,
}: {
  ffmpeg: () => Promise<Ffmpeg>
  keepBreaks: KeepBreaks
  log: Log
}): LiveSounds {
  const sounds = new Map<number, { sound: GrowingSound; over: Promise<void>; epochs: Epoch[] }>()
  const results = new Map<number, DecodeResult>()
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

  /** So that the pages show it, and what follows the recording cuts there. The end makes it again, from what is there then. */
  async function tellPart(id: number, epochs: Epoch[], parts: DecodeResult['parts']): Promise<void> {
    if (parts.length < 2) return
    const begun = epochs.filter(({ number }) => parts.some(({ epoch }) => epoch === number))
    const { gaps, pauses, joints, takes } = breaksOf(begun, lengthsSoFar(parts))
    await keepBreaks(id, { gaps, pauses, joints, takes }).catch((error: unknown) =>
      log.error({ err: error, recordingId: id }, 'where the parts of a recording join could not be kept'),
    )
  }

  async function end(id: number): Promise<void> {
    const known = sounds.get(id)
    sounds.delete(id)
    if (!known) return
    const { sound, over } = known
    await sound.end()
    const { whole } = await sound.ended
    results.set(id, { whole, durationMs: sound.durationMs(), parts: sound.parts() })
    await over
  }

  function begin(sound: GrowingSound): { sound: GrowingSound; over: Promise<void>; epochs: Epoch[] } {
    const over = follow(sound).finally(() => closing.delete(over))
    closing.add(over)
    return { sound, over, epochs: [] }
  }

  return {
    watch: {
      appended({ id, pieces, epochs }) {
        if (stopped) return
        let known = sounds.get(id)
        if (!known) {
          results.delete(id)
          const onPart = (parts: DecodeResult['parts']) =>
            tellPart(id, sounds.get(id)?.epochs ?? epochs, parts)
          known = begin(openSound({ recordingId: id, folder: pieces, ffmpeg, log, onPart }))
          sounds.set(id, known)
        }
        known.epochs = epochs
        known.sound.grew(epochs)
      },
      paused: (id) => sounds.get(id)?.sound.rest(),
      ended: end,
      forget: (id) => void results.delete(id),
    },
    get: (id) => sounds.get(id)?.sound ?? null,
    heard: (id) => results.get(id) ?? null,
    onOpen: (follower) => void followers.push(follower),
    async stop() {
      stopped = true
      for (const { sound } of sounds.values()) sound.kill()
      sounds.clear()
      await Promise.all(closing)
    },
  }
}
