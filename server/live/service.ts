import type { CaptureState } from '#contract/capture.ts'
import type { Db, Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { diskFull, isDiskFull, requireSpace } from '../files/disk.ts'
import { isMissing } from '../files/exists.ts'
import type { Log } from '../log.ts'
import type { Person } from '../people/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { Ffmpeg } from '../speech/audio.ts'
import { extensionOf } from './finish/assemble.ts'
import { createClaims } from './capture/recorder-claims.ts'
import { createClosing, type Open } from './finish/closing.ts'
import {
  appendChunk,
  beginEpoch,
  bytesOf,
  inOrder,
  isChunk,
  lastHeard,
  notePause,
  noteStop,
  readEpochs,
  type Epoch,
} from './capture/epochs.ts'
import type { DecodeResult } from './finish/decode-result.ts'
import { createEnding } from './finish/ending.ts'
import { hasMore, isEnded } from './finish/late-sound.ts'
import { createPresence } from './capture/presence.ts'
import { silenceTimeouts } from './finish/silence-timeouts.ts'
import type { CaptureWatch, Chunk } from './capture/capture-watch.ts'
import { createTurns } from './capture/in-turn.ts'
import { endOf, stateOf } from './capture/capture-state.ts'
import {
  ChunkGap,
  closed,
  goneIsNull,
  requireOwnEpoch,
  requireRight,
  requireSound,
  ofAnother,
  takesSound,
} from './capture/capture-rules.ts'

/** A meeting cannot be repeated, so its sound may use what other uploads leave free. */
const reserveBytes = 32 * 1024 * 1024

/** No chunk for so long: all that was said before a pause has come. */
const pauseSettlesMs = 1500

export { silenceTimeouts } from './finish/silence-timeouts.ts'
export type { CaptureWatch } from './capture/capture-watch.ts'

export type LiveService = ReturnType<typeof createLive>

/** The sound of a meeting as it is recorded: kept as it comes, made a recording when it ends. For the server process. */
export function createLive({
  db,
  recordings,
  ffmpeg,
  log,
  watch,
  heard,
}: {
  db: Db
  recordings: RecordingsService
  ffmpeg: () => Promise<Ffmpeg>
  log: Log
  watch: CaptureWatch[]
  /** What was decoded of a recording's sound; asked when it has ended. */
  heard: (recordingId: number) => DecodeResult | null
}) {
  /** Those that sound comes for, so that a chunk needs no query. */
  const open = new Map<number, Open>()
  const inTurn = createTurns()
  const claims = createClaims()
  const startedAt = Date.now()
  const closing = createClosing({ recordings, ffmpeg, log, heard, over: forget })
  const ending = createEnding({ closing, recordings, log })

  function forget(id: number): void {
    open.delete(id)
    for (const watcher of watch) watcher.forget(id)
  }

  async function load(id: number): Promise<Open> {
    const known = open.get(id)
    if (known) return known
    const capture = await recordings.capture(db.read, id)
    const found = { ...capture, epochs: await readEpochs(capture.pieces) }
    if (found.phase === 'open') open.set(id, found)
    return found
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

  const toldEnd = (id: number): Promise<unknown> => Promise.all(watch.map((watcher) => watcher.ended(id)))

  /** It is being recorded from now on, perhaps again. */
  async function reopen(capture: Open): Promise<void> {
    await recordings.setCapturePhase(capture.recordingId, 'open')
    capture.phase = 'open'
    capture.ended = null
    open.set(capture.recordingId, capture)
  }

  /** When sound came last, or a sign of life from a page that pauses; in milliseconds. */
  const heardAt = async (id: number, pieces: string): Promise<number> =>
    Math.max(claims.lastHeard(id), await lastHeard(pieces))

  /** While we were away nobody could be heard: recorders have as long after a start. */
  const signOfLife = async (id: number, pieces: string): Promise<number> =>
    Math.max(startedAt, await heardAt(id, pieces))
  const presence = createPresence(signOfLife, heardAt, claims.soundlessFor)

  async function roundFor(id: number): Promise<void> {
    const capture = await load(id)
    if (capture.phase === 'joined') return closing.clear(capture)
    const at = await heardAt(id, capture.pieces)
    const due = at > startedAt ? at + silenceTimeouts.lapsesMs : startedAt + silenceTimeouts.lapsesAtBootMs
    if (capture.phase === 'open' && Date.now() > due) {
      log.info({ recordingId: id }, 'no more sound came for a recording; it is finished with what is there')
      claims.forget(id)
      await toldEnd(id)
      return ending.lapse(capture)
    }
    if (capture.phase !== 'lapsed') return
    if (await hasMore(capture)) {
      if (Date.now() > at + silenceTimeouts.settlesMs) await closing.finish(capture, capture.ended)
    } else if (Date.now() > at + silenceTimeouts.keptMs) await closing.clear(capture)
  }

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
        const capture = await load(id)
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
          if (late) open.set(id, capture)
          else {
            if (capture.phase !== 'open') await reopen(capture)
            claims.take(id, chunk.recorder)
            claims.sounded(id)
          }
          const { endedAt } = endOf(capture)
          return { nextChunk: epoch.chunks.length, bytes: bytesOf(epoch), mimeType: epoch.mimeType, endedAt }
        } catch (error) {
          if (!(error instanceof AppError)) open.delete(id) // what is on disk counts, not what we remember
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
        const capture = await load(id)
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

    /** The page that records was heard, though it had no sound to send: a pause. */
    heard: claims.heard,

    /** It says how long it has paused in all, while it does. @throws AppError not_found */
    pauses: (id: number, recorder: string, seconds: number): Promise<void> =>
      inTurn(id, async () => {
        const capture = await load(id)
        await notePause(capture, recorder, seconds)
        // The last chunk may be a moment behind the page that says it has paused.
        const isIts = inOrder(capture.epochs).at(-1)?.recorder === recorder
        if (isIts && Date.now() - (await lastHeard(capture.pieces)) > pauseSettlesMs)
          for (const watcher of watch) watcher.paused?.(id)
      }),

    /** Who records it just now. */
    now: presence.now,

    /** Looks who still records. @returns those of which there is something new to tell */
    async attend(): Promise<number[]> {
      const ids = await recordings.capturesIn(db.read, 'open')
      const captures = await Promise.all(ids.map((id) => recordings.capture(db.read, id).catch(goneIsNull)))
      return presence.look(
        captures.flatMap((one) => (one ? [{ id: one.recordingId, pieces: one.pieces }] : [])),
      )
    },

    /** When a person ended it, while more may come of it; null: nobody did. */
    async endedAt(id: number): Promise<string | null> {
      return endOf(open.get(id) ?? (await recordings.capture(db.read, id))).endedAt
    },

    /**
     * Goes on with a recording that a person has ended.
     * @throws AppError not_found, recording_closed, administrators_only, recorded_elsewhere
     */
    goOn(id: number, person: Person, recorder: string): Promise<CaptureState> {
      return inTurn(id, async () => {
        const capture = await load(id)
        requireRight(capture, person)
        if (!takesSound(capture)) throw closed()
        claims.need(id, recorder)
        if (isEnded(capture)) {
          await reopen(capture)
          claims.take(id, recorder)
        }
        return stateOf(capture)
      })
    },

    state: (id: number): Promise<CaptureState> => inTurn(id, async () => stateOf(await load(id))),

    /**
     * Ends a recording, with the whole sound as the client has it, or (null) with what came in chunks. What was done
     * before is not done again, unless this is fuller than what there is.
     * @param stop.given a file on the data volume; it is moved or deleted
     * @param stop.elapsed by the page's clock
     * @param stop.recorder of the page that says so: it has sent all; null: somebody else, or a client that does not say
     * @param stop.needsSound an upload: without sound, and with none that came before, it is refused
     * @returns the bytes of the recording's sound
     * @throws AppError not_found, recording_closed (it was not made by the recorder), empty_file, administrators_only, unsupported_media_type
     */
    close(
      id: number,
      person: Person,
      {
        given,
        elapsed,
        recorder,
        needsSound = false,
      }: {
        given: { path: string; mimeType: string } | null
        elapsed: number | null
        recorder: string | null
        needsSound?: boolean
      },
    ): Promise<number> {
      return inTurn(id, async () => {
        const capture = await load(id)
        requireRight(capture, person)
        // A page of ours says who it is when it stops before any sound came; an upload by anybody else forgot the sound.
        if (needsSound && !given && recorder === null && capture.phase === null)
          throw new AppError('empty_file', 'The request contains no audio. Nothing was changed.')
        claims.forget(id)
        await toldEnd(id)
        const tells = given !== null || capture.phase !== null
        if (elapsed !== null && tells && takesSound(capture)) {
          await noteStop(capture.pieces, elapsed)
          // Another page's clock counts the pauses made on the first one: what is made of the parts knows.
          const clocks = new Set([...capture.epochs.values()].map(({ recorder }) => recorder))
          if (clocks.size <= 1) await recordings.setCaptured(db.write, id, { elapsedMs: elapsed * 1000 })
        }
        if (given) {
          if (!capture.ofRecorder) throw closed()
          const extension = extensionOf(given.mimeType)
          if (!extension) throw new AppError('unsupported_media_type', 'A recorder must send audio.')
          await closing.weigh(capture, { path: given.path, extension })
        } else await ending.end(capture, person.id, recorder)
        return (await recordings.capture(db.write, id)).original?.bytes ?? 0
      })
    },

    /** Why a recording may not be deleted: somebody is recording it. Asked in a transaction too, so nothing is waited for. */
    async refuseDelete(handle: Handle, id: number): Promise<string | null> {
      const { phase, pieces } = await recordings.capture(handle, id)
      // When it is asked again its folder bears another name, but what came meanwhile was heard.
      if (phase !== 'open' || Date.now() - (await signOfLife(id, pieces)) > silenceTimeouts.deletableMs)
        return null
      return 'This meeting is being recorded. Stop the recording before you delete it.'
    },

    /** It is about to be deleted, or to get other sound: nothing works along with it any more. */
    async leave(id: number): Promise<void> {
      open.delete(id) // the next chunk looks whether it is still there
      await toldEnd(id)
    },

    /** It is deleted. */
    forget(id: number): void {
      claims.forget(id)
      forget(id)
    },

    /** Finishes what nobody closed, and clears what is no longer needed. What fails is tried again the next time. */
    async round(): Promise<void> {
      claims.sweep(silenceTimeouts.lapsesMs)
      for (const phase of ['open', 'lapsed', 'joined'] as const)
        for (const id of await recordings.capturesIn(db.read, phase))
          await inTurn(id, () => roundFor(id)).catch((error: unknown) =>
            log.error(
              { err: error, recordingId: id },
              'a recording could not be finished; it is kept as it is',
            ),
          )
      const longAgo = new Date(Date.now() - silenceTimeouts.neverBegunMs).toISOString()
      for (const id of await recordings.neverBegun(db.read, longAgo)) await recordings.removeForGood(id)
    },
  }
}
