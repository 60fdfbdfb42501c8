import { rm } from 'node:fs/promises'
import type { Log } from '../../log.ts'
import type { Capture, Ended, RecordingsService } from '../../recordings/service.ts'
import type { Ffmpeg } from '../../speech/audio.ts'
import { assemble, type Assembled, type Copy } from './assemble.ts'
import { choose, withExtension } from './copies.ts'
import { inOrder, isKeptForGood, keepForGood, type Epoch } from '../capture/epochs.ts'
import { capturedFacts, type DecodeResult } from './decode-result.ts'
import { hasMore, noteMade } from './late-sound.ts'

/** A recording that sound comes for, with what has come. */
export type Open = Capture & { epochs: Map<number, Epoch> }

export type Closing = ReturnType<typeof createClosing>

/** Makes recordings of what came. Each call is one turn of a recording; what fails leaves the parts as they are. */
export function createClosing({
  recordings,
  ffmpeg,
  log,
  heard,
  over,
}: {
  recordings: RecordingsService
  ffmpeg: () => Promise<Ffmpeg>
  log: Log
  /** What was decoded of a recording's sound; asked when it has ended. */
  heard: (recordingId: number) => DecodeResult | null
  /** The recording has its sound, and what is remembered of how it came can be forgotten. */
  over: (recordingId: number) => void
}) {
  /** @param parts null: it is a client's whole copy @param ended more may come, so the parts stay */
  async function add(
    { recordingId, pieces, epochs }: Open,
    copy: Copy,
    parts: Assembled | null,
    ended: Ended | null,
  ): Promise<void> {
    const made = parts && { epochs: inOrder(epochs), durations: parts.durations }
    const captured = await capturedFacts(pieces, made, heard(recordingId))
    const { path, extension } = copy
    const phase = ended ? 'lapsed' : 'joined'
    await recordings.addSound(recordingId, { path, extension, phase, ended, captured })
    if (ended) await noteMade(pieces, epochs)
  }

  /** @param parts null: it is a client's whole copy */
  async function becomes(capture: Open, copy: Copy, parts: Assembled | null): Promise<void> {
    await add(capture, copy, parts, null)
    over(capture.recordingId)
    await clear(capture)
  }

  /** The recording has its sound: what it came in is no longer needed. */
  async function clear({ recordingId, pieces }: Capture): Promise<void> {
    if (!(await isKeptForGood(pieces))) await rm(pieces, { recursive: true, force: true })
    await recordings.setCapturePhase(recordingId, 'closed')
    over(recordingId)
  }

  async function gather(capture: Open, own: boolean): Promise<Assembled | null> {
    const { recordingId, pieces, epochs } = capture
    const copy = await assemble(ffmpeg, pieces, inOrder(epochs), heard(recordingId), own)
    if (copy && !copy.whole) {
      log.warn({ recordingId }, 'a part of a recording could not be read; it is kept beside it')
      await keepForGood(pieces)
    }
    return copy
  }

  return {
    clear,

    /** Makes a recording of what came. @param ended null: all has come; else the parts stay for what may still come */
    async finish(capture: Open, ended: Ended | null): Promise<void> {
      const { recordingId } = capture
      const copy = await gather(capture, ended !== null)
      try {
        if (copy && !ended) return await becomes(capture, copy, copy)
        if (copy) await add(capture, copy, copy, ended)
      } catch (error) {
        // The next try makes it again from the parts, which stay; a whole meeting each time would fill the disk.
        if (copy?.path.endsWith('.joined')) await rm(copy.path, { force: true })
        throw error
      }
      if (!copy) await recordings.setCapturePhase(recordingId, 'closed')
      over(recordingId)
    },

    /** Puts the whole sound, as a client has it, beside what came before; the fuller copy wins. */
    async weigh(capture: Open, given: Copy): Promise<void> {
      const more = capture.phase === 'open' || (await hasMore(capture))
      const gathered = more ? await gather(capture, false) : null
      const had = gathered ?? (capture.original && withExtension(capture.original.path))
      if (!had) return becomes(capture, given, null)
      const better = await choose(ffmpeg, log, capture, { given, had, joined: gathered !== null })
      if (better === 'given') {
        if (gathered) await rm(gathered.path, { force: true })
        return becomes(capture, given, null)
      }
      if (gathered) await becomes(capture, gathered, gathered)
      else if (capture.phase === 'lapsed') await clear(capture)
    },
  }
}
