import type { CaptureState } from '#contract/capture.ts'
import { AppError } from '../../errors.ts'
import { diskFull, isDiskFull, requireSpace } from '../../files/disk.ts'
import { isMissing } from '../../files/exists.ts'
import type { Person } from '../../people/service.ts'
import type { Open } from '../finish/closing.ts'
import { isEnded } from '../finish/late-sound.ts'
import {
  ChunkGap,
  closed,
  ofAnother,
  requireOwnEpoch,
  requireRight,
  requireSound,
  takesSound,
} from './capture-rules.ts'
import { endOf, stateOf } from './capture-state.ts'
import type { CaptureWatch, Chunk } from './capture-watch.ts'
import type { OpenCaptures } from './open-captures.ts'
import {
  appendChunk,
  beginEpoch,
  bytesOf,
  inOrder,
  isChunk,
  lastHeard,
  notePause,
  type Epoch,
} from './epochs.ts'

/** A meeting cannot be repeated, so its sound may use what other uploads leave free. */
const reserveBytes = 32 * 1024 * 1024

/** No chunk for so long: all that was said before a pause has come. */
const pauseSettlesMs = 1500

/** Receives what recorders send: chunks of sound, pauses, starts and resumes. */
export function createChunkReceiver({ captures, watch }: { captures: OpenCaptures; watch: CaptureWatch[] }) {
  const { inTurn, claims } = captures

  return {
    /**
     * Keeps a chunk: it is on disk and synced when this resolves. Once a person has ended the recording it is only kept, until
     * all that was missing has come. One epoch has one writer, the MediaRecorder that began
     * it; a chunk that is there already with other bytes in it comes from a second one, which must begin an epoch of its own.
     * @throws AppError not_found, recording_closed, administrators_only, unsupported_media_type, disk_full, stale_version,
     * recorded_elsewhere; ChunkGap
     */
    append(
      id: number,
      person: Person,
      chunk: Chunk,
    ): Promise<{ nextChunk: number; bytes: number; mimeType: string; endedAt: string | null }> {
      return inTurn(id, async () => {
        const capture = await captures.load(id)
        requireRight(capture, person)
        if (!takesSound(capture)) throw closed()
        const late = isEnded(capture)
        if (!late) {
          claims.need(id, chunk.recorder)
          claims.heard(id, chunk.recorder)
        }
        try {
          await requireSpace(capture.folder, chunk.bytes.length, reserveBytes).catch((error: unknown) => {
            if (!isMissing(error)) throw error // the folder is made with the first chunk
          })
          const epoch = await epochFor(capture, chunk)
          const next = epoch.chunks.length
          if (chunk.number > next) throw new ChunkGap(next)
          if (chunk.number === next) {
            await appendChunk(capture.pieces, epoch, chunk.bytes)
            const recording = { id, pieces: capture.pieces, epochs: inOrder(capture.epochs) }
            if (!late && epoch.from === null)
              for (const watcher of watch) watcher.appended(recording, epoch, chunk.bytes)
          } else if (!isChunk(epoch, chunk.number, chunk.bytes)) throw ofAnother()
          if (late) captures.remember(capture)
          else {
            if (capture.phase !== 'open') await captures.reopen(capture)
            claims.take(id, chunk.recorder)
            claims.sounded(id)
          }
          const { endedAt } = endOf(capture)
          return { nextChunk: epoch.chunks.length, bytes: bytesOf(epoch), mimeType: epoch.mimeType, endedAt }
        } catch (error) {
          if (!(error instanceof AppError)) captures.drop(id)
          if (isDiskFull(error)) throw diskFull(error)
          if (isMissing(error))
            throw new AppError('not_found', 'This recording does not exist or has been deleted.')
          throw error
        }
      })
    },

    /**
     * Whether a recorder may begin, and where it goes on. Nothing is kept before its first chunk.
     * @param wanted.epoch without it, one that has not been there
     * @throws AppError not_found, recording_closed, administrators_only, unsupported_media_type, recorded_elsewhere, stale_version
     */
    begin(
      id: number,
      person: Person,
      wanted: { epoch?: number; mimeType: string; recorder: string | null },
    ): Promise<{ epoch: number; nextChunk: number }> {
      return inTurn(id, async () => {
        const capture = await captures.load(id)
        requireRight(capture, person)
        if (!takesSound(capture)) throw closed()
        requireSound(wanted.mimeType)
        const late = isEnded(capture)
        if (!late) claims.need(id, wanted.recorder)
        if (wanted.epoch !== undefined) requireOwnEpoch(capture.epochs.get(wanted.epoch), wanted.recorder)
        if (!late) claims.take(id, wanted.recorder)
        const epoch = wanted.epoch ?? claims.nextEpoch(id, Math.max(-1, ...capture.epochs.keys()))
        const known = capture.epochs.get(epoch)
        return { epoch, nextChunk: known?.chunks.length ?? 0 }
      })
    },

    /** It says how long it has paused in all, while it does. @throws AppError not_found */
    pauses: (id: number, recorder: string, seconds: number): Promise<void> =>
      inTurn(id, async () => {
        const capture = await captures.load(id)
        await notePause(capture, recorder, seconds)
        // The last chunk may be a moment behind the page that says it has paused.
        const isIts = inOrder(capture.epochs).at(-1)?.recorder === recorder
        if (isIts && Date.now() - (await lastHeard(capture.pieces)) > pauseSettlesMs)
          for (const watcher of watch) watcher.paused?.(id)
      }),

    /**
     * Goes on with a recording that a person has ended.
     * @throws AppError not_found, recording_closed, administrators_only, recorded_elsewhere
     */
    goOn(id: number, person: Person, recorder: string): Promise<CaptureState> {
      return inTurn(id, async () => {
        const capture = await captures.load(id)
        requireRight(capture, person)
        if (!takesSound(capture)) throw closed()
        claims.need(id, recorder)
        if (isEnded(capture)) {
          await captures.reopen(capture)
          claims.take(id, recorder)
        }
        return stateOf(capture)
      })
    },
  }
}

/** The epoch that a chunk belongs to; begun with its first one. */
async function epochFor(capture: Open, chunk: Chunk): Promise<Epoch> {
  const { mimeType, recorder, elapsed, paused, from } = chunk
  const known = capture.epochs.get(chunk.epoch)
  requireOwnEpoch(known, recorder)
  if (known) return known
  if (chunk.number > 0) throw new ChunkGap(0)
  requireSound(mimeType)
  const head = { mimeType, recorder, elapsed, paused, from }
  const epoch = await beginEpoch(capture.pieces, chunk.epoch, head)
  capture.epochs.set(chunk.epoch, epoch)
  return epoch
}
