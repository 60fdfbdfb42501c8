import { rm } from 'node:fs/promises'
import type { CaptureState } from '#contract/capture.ts'
import type { Db, Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { diskFull, isDiskFull, needSpace } from '../files/disk.ts'
import { isMissing } from '../files/exists.ts'
import type { Log } from '../log.ts'
import type { Person } from '../people/service.ts'
import type { Capture, RecordingsService } from '../recordings/service.ts'
import type { Ffmpeg } from '../speech/audio.ts'
import { assemble, extensionOf, fuller, putAside, type Copy } from './assemble.ts'
import { createClaims } from './claims.ts'
import {
  appendChunk,
  beginEpoch,
  bytesOf,
  isChunk,
  isKeptForGood,
  keepForGood,
  lastHeard,
  presentEpoch,
  noteStop,
  readEpochs,
  type Epoch,
  type EpochHead,
} from './epochs.ts'
import { capturedFacts, type Heard } from './heard.ts'
import { ChunkGap, closed, needOwnEpoch, needRight, needSound, ofAnother, takesSound } from './rules.ts'

const minute = 60_000
const hour = 60 * minute

/** When a recording that nobody closes becomes one all the same, and how long what it came in is kept after that. */
export const quiet = {
  lapsesMs: 10 * minute,
  /** After a start: the page has had time to come back. */
  lapsesAtBootMs: 2 * minute,
  deletableMs: 2 * minute,
  keptMs: 7 * 24 * hour,
  neverBegunMs: 24 * hour,
}

/** A meeting cannot be repeated, so its sound may use what other uploads leave free. */
const reserveBytes = 32 * 1024 * 1024

type Open = Capture & { epochs: Map<number, Epoch> }

/** What goes along with a recording as it is made. */
export type CaptureWatch = {
  /** A chunk is on disk. Must not throw and returns at once. */
  appended(recording: { id: number; pieces: string; epochs: Epoch[] }, epoch: Epoch, bytes: Uint8Array): void
  /** No more sound comes for now; resolves when nothing of the folder is in use any more. */
  ended(recordingId: number): Promise<void>
}

/** A chunk as it comes, and the head of its epoch, for when it is the first. */
export type Chunk = EpochHead & { epoch: number; number: number; bytes: Uint8Array }

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
  heard: (recordingId: number) => Heard | null
}) {
  /** Those that sound comes for, so that a chunk needs no query. */
  const open = new Map<number, Open>()
  const turns = new Map<number, Promise<unknown>>()
  const claims = createClaims()

  /** One thing at a time for a recording. */
  function inTurn<T>(id: number, work: () => Promise<T>): Promise<T> {
    const turn = (turns.get(id) ?? Promise.resolve()).then(work, work)
    const over = turn
      .catch(() => undefined)
      .then(() => {
        if (turns.get(id) === over) turns.delete(id)
      })
    turns.set(id, over)
    return turn
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
    const { mimeType, recorder, elapsed } = chunk
    const known = capture.epochs.get(chunk.epoch)
    needOwnEpoch(known, recorder)
    if (known) return known
    if (chunk.number > 0) throw new ChunkGap(0)
    needSound(mimeType)
    const epoch = await beginEpoch(capture.pieces, chunk.epoch, { mimeType, recorder, elapsed })
    capture.epochs.set(chunk.epoch, epoch)
    return epoch
  }

  const toldEnd = (id: number): Promise<unknown> => Promise.all(watch.map((watcher) => watcher.ended(id)))

  /** It is being recorded from now on, perhaps again. */
  async function reopen(capture: Open): Promise<void> {
    await recordings.setCapturePhase(capture.recordingId, 'open')
    capture.phase = 'open'
    open.set(capture.recordingId, capture)
  }

  /** @param whose the sound that came in parts, or a client's whole copy */
  async function becomes(capture: Open, copy: Copy, whose: 'parts' | 'copy'): Promise<void> {
    await add(capture, copy, 'joined', whose)
    open.delete(capture.recordingId)
    await clear(capture)
  }

  async function add(
    { recordingId, pieces, epochs }: Open,
    copy: Copy,
    phase: 'joined' | 'lapsed',
    whose: 'parts' | 'copy',
  ): Promise<void> {
    const parts = whose === 'parts' ? [...epochs.values()] : null
    const captured = await capturedFacts(ffmpeg, pieces, parts, heard(recordingId))
    await recordings.addSound(recordingId, { ...copy, phase, captured })
  }

  /** The recording has its sound: what it came in is no longer needed. */
  async function clear({ recordingId, pieces }: Capture): Promise<void> {
    if (!(await isKeptForGood(pieces))) await rm(pieces, { recursive: true, force: true })
    await recordings.setCapturePhase(recordingId, 'closed')
  }

  async function gather(capture: Open, own: boolean): Promise<Copy | null> {
    const { recordingId, pieces, epochs } = capture
    const copy = await assemble(ffmpeg, pieces, [...epochs.values()], own)
    if (copy && !copy.whole) {
      log.warn({ recordingId }, 'a part of a recording could not be read; it is kept beside it')
      await keepForGood(pieces)
    }
    return copy
  }

  /** Makes a recording of what came. @param by who says so: somebody, or the silence */
  async function finish(capture: Open, by: 'person' | 'silence'): Promise<void> {
    const { recordingId } = capture
    await toldEnd(recordingId)
    const copy = await gather(capture, by === 'silence')
    try {
      if (copy && by === 'person') return await becomes(capture, copy, 'parts')
      if (copy) await add(capture, copy, 'lapsed', 'parts')
    } catch (error) {
      // The next try makes it again from the parts, which stay; a whole meeting each time would fill the disk.
      if (copy?.path.endsWith('.joined')) await rm(copy.path, { force: true })
      throw error
    }
    if (!copy) await recordings.setCapturePhase(recordingId, 'closed')
    open.delete(recordingId)
  }

  /** Puts the whole sound, as a client has it, beside what came before; the fuller copy wins. */
  async function weigh(capture: Open, given: Copy): Promise<void> {
    const gathered = capture.phase === 'open' ? await gather(capture, false) : null
    const had = gathered ?? (capture.original && { path: capture.original.path, extension: 'audio' })
    if (!had) return becomes(capture, given, 'copy')
    const { better, sure } = await fuller(ffmpeg, given, had)
    if (!sure && gathered) await keepForGood(capture.pieces)
    if (better === 'given' && (sure || gathered)) {
      if (gathered) await rm(gathered.path, { force: true })
      return becomes(capture, given, 'copy')
    }
    if (!sure) await putAside(capture.folder, given)
    if (gathered) await becomes(capture, gathered, 'parts')
    else if (capture.phase === 'lapsed') await clear(capture)
  }

  async function roundFor(id: number, lapsesMs: number): Promise<void> {
    const capture = await load(id)
    if (capture.phase === 'joined') return clear(capture)
    const age = Date.now() - (await lastHeard(capture.pieces))
    if (capture.phase === 'open' && age > lapsesMs) {
      log.info({ recordingId: id }, 'no more sound came for a recording; it is finished with what is there')
      await finish(capture, 'silence')
    }
    if (capture.phase === 'lapsed' && age > quiet.keptMs) await clear(capture)
  }

  return {
    /**
     * Keeps a chunk: it is on disk and synced when this resolves. One epoch has one writer, the MediaRecorder that began
     * it; a chunk that is there already with other bytes in it comes from a second one, which must begin an epoch of its own.
     * @throws AppError not_found, recording_closed, administrators_only, unsupported_media_type, disk_full, stale_version,
     * recorded_elsewhere; ChunkGap
     */
    append(
      id: number,
      person: Person,
      chunk: Chunk,
    ): Promise<{ nextChunk: number; bytes: number; mimeType: string }> {
      return inTurn(id, async () => {
        const capture = await load(id)
        needRight(capture, person)
        if (!takesSound(capture)) throw closed()
        claims.take(id, chunk.recorder)
        try {
          await needSpace(capture.folder, chunk.bytes.length, reserveBytes).catch((error: unknown) => {
            if (!isMissing(error)) throw error // the folder is made with the first chunk
          })
          const epoch = await epochFor(capture, chunk)
          const next = epoch.chunks.length
          if (chunk.number > next) throw new ChunkGap(next)
          if (chunk.number === next) {
            await appendChunk(capture.pieces, epoch, chunk.bytes)
            const recording = { id, pieces: capture.pieces, epochs: [...capture.epochs.values()] }
            for (const watcher of watch) watcher.appended(recording, epoch, chunk.bytes)
          } else if (!isChunk(epoch, chunk.number, chunk.bytes)) throw ofAnother()
          if (capture.phase !== 'open') await reopen(capture)
          return { nextChunk: epoch.chunks.length, bytes: bytesOf(epoch), mimeType: epoch.mimeType }
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
        needRight(capture, person)
        if (!takesSound(capture)) throw closed()
        needSound(wanted.mimeType)
        claims.take(id, wanted.recorder)
        const used = Math.max(-1, ...capture.epochs.keys())
        const epoch = wanted.epoch ?? claims.nextEpoch(id, used)
        const known = capture.epochs.get(epoch)
        needOwnEpoch(known, wanted.recorder)
        return { epoch, nextChunk: known?.chunks.length ?? 0 }
      })
    },

    /** The page that records was heard, though it had no sound to send: a pause. */
    heard: claims.heard,

    async state(id: number): Promise<CaptureState> {
      return inTurn(id, async () => {
        const capture = await load(id)
        const { original } = capture
        const all = [...capture.epochs.values()]
        const heardAt = await lastHeard(capture.pieces)
        return {
          open: takesSound(capture),
          bytes:
            all.length > 0 ? all.reduce((sum, epoch) => sum + bytesOf(epoch), 0) : (original?.bytes ?? 0),
          epochs: all.map(presentEpoch),
          quietFor: heardAt === 0 ? null : Math.max(0, Date.now() - heardAt) / 1000,
        }
      })
    },

    /**
     * Ends a recording, with the whole sound as the client has it, or (null) with what came in chunks. What was done
     * before is not done again, unless this is fuller than what there is.
     * @param stop.given a file on the data volume; it is moved or deleted
     * @param stop.elapsed by the page's clock
     * @returns the bytes of the recording's sound
     * @throws AppError not_found, recording_closed (it was not made by the recorder), administrators_only, unsupported_media_type
     */
    close(
      id: number,
      person: Person,
      { given, elapsed }: { given: { path: string; mimeType: string } | null; elapsed: number | null },
    ): Promise<number> {
      return inTurn(id, async () => {
        const capture = await load(id)
        needRight(capture, person)
        claims.forget(id)
        await toldEnd(id)
        const tells = given !== null || capture.phase !== null
        if (elapsed !== null && tells && takesSound(capture)) {
          await noteStop(capture.pieces, elapsed)
          await recordings.setCaptured(db.write, id, { elapsedMs: elapsed * 1000 })
        }
        if (given) {
          if (!capture.ofRecorder) throw closed()
          const extension = extensionOf(given.mimeType)
          if (!extension) throw new AppError('unsupported_media_type', 'What a recorder sends must be sound.')
          await weigh(capture, { path: given.path, extension })
        } else if (capture.phase === 'open') await finish(capture, 'person')
        else if (capture.phase === 'lapsed') await clear(capture)
        return (await recordings.capture(db.write, id)).original?.bytes ?? 0
      })
    },

    /** Why a recording may not be deleted: somebody is recording it. */
    async refuseDelete(handle: Handle, id: number): Promise<string | null> {
      open.delete(id) // the next chunk looks whether it is still there
      const { phase, pieces } = await recordings.capture(handle, id)
      if (phase !== 'open' || Date.now() - (await lastHeard(pieces)) > quiet.deletableMs) {
        await toldEnd(id)
        return null
      }
      return 'This meeting is being recorded. Stop the recording before you delete it.'
    },

    /** Finishes what nobody closed, and clears what is no longer needed. What fails is tried again the next time. */
    async round(when: 'boot' | 'regular'): Promise<void> {
      const lapsesMs = when === 'boot' ? quiet.lapsesAtBootMs : quiet.lapsesMs
      for (const phase of ['open', 'lapsed', 'joined'] as const)
        for (const id of await recordings.capturesIn(db.read, phase))
          await inTurn(id, () => roundFor(id, lapsesMs)).catch((error: unknown) =>
            log.error(
              { err: error, recordingId: id },
              'a recording could not be finished; it is kept as it is',
            ),
          )
      const longAgo = new Date(Date.now() - quiet.neverBegunMs).toISOString()
      for (const id of await recordings.neverBegun(db.read, longAgo)) await recordings.remove(id)
    },
  }
}
