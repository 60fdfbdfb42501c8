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
import {
  appendChunk,
  beginEpoch,
  bytesOf,
  isChunk,
  isKeptForGood,
  keepForGood,
  lastHeard,
  readEpochs,
  type Epoch,
} from './epochs.ts'

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

/** Sound leaves a hole: `nextChunk` is what comes next. */
export class ChunkGap extends AppError {
  readonly nextChunk: number

  constructor(nextChunk: number) {
    super('chunk_gap', `Some of the sound is missing here: the next piece is number ${nextChunk}.`)
    this.nextChunk = nextChunk
  }
}

const closed = (): AppError =>
  new AppError('recording_closed', 'This recording is closed; no more sound is added to it.')

type Open = Capture & { epochs: Map<number, Epoch> }

export type LiveService = ReturnType<typeof createLive>

/** The sound of a meeting as it is recorded: kept as it comes, made a recording when it ends. For the server process. */
export function createLive({
  db,
  recordings,
  ffmpeg,
  log,
}: {
  db: Db
  recordings: RecordingsService
  ffmpeg: () => Promise<Ffmpeg>
  log: Log
}) {
  /** Those that sound comes for, so that a chunk needs no query. */
  const open = new Map<number, Open>()
  const turns = new Map<number, Promise<unknown>>()

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

  function needRight(capture: Capture, person: Person): void {
    if (capture.personId !== person.id && !person.administrator)
      throw new AppError(
        'administrators_only',
        'Only the person who started this recording, or an administrator, can add to it.',
      )
  }

  /** The epoch that a chunk belongs to; begun with its first one. */
  async function epochFor(capture: Open, number: number, chunk: number, mimeType: string): Promise<Epoch> {
    const known = capture.epochs.get(number)
    if (known) return known
    if (chunk > 0) throw new ChunkGap(0)
    if (extensionOf(mimeType) === null)
      throw new AppError('unsupported_media_type', 'What a recorder sends must be sound.')
    const epoch = await beginEpoch(capture.pieces, number, mimeType)
    capture.epochs.set(number, epoch)
    return epoch
  }

  /** It is being recorded from now on, perhaps again. */
  async function reopen(capture: Open): Promise<void> {
    await recordings.setCapturePhase(capture.recordingId, 'open')
    capture.phase = 'open'
    open.set(capture.recordingId, capture)
  }

  async function becomes(capture: Open, copy: Copy): Promise<void> {
    await recordings.addSound(capture.recordingId, { ...copy, phase: 'joined' })
    open.delete(capture.recordingId)
    await clear(capture)
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
    const copy = await gather(capture, by === 'silence')
    try {
      if (copy && by === 'person') return await becomes(capture, copy)
      if (copy) await recordings.addSound(recordingId, { ...copy, phase: 'lapsed' })
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
    if (!had) return becomes(capture, given)
    const { better, sure } = await fuller(ffmpeg, given, had)
    if (!sure && gathered) await keepForGood(capture.pieces)
    if (better === 'given' && (sure || gathered)) {
      if (gathered) await rm(gathered.path, { force: true })
      return becomes(capture, given)
    }
    if (!sure) await putAside(capture.folder, given)
    if (gathered) await becomes(capture, gathered)
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
     * @throws AppError not_found, recording_closed, administrators_only, unsupported_media_type, disk_full, stale_version; ChunkGap
     */
    append(
      id: number,
      person: Person,
      chunk: { epoch: number; number: number; mimeType: string; bytes: Uint8Array },
    ): Promise<{ nextChunk: number; bytes: number }> {
      return inTurn(id, async () => {
        const capture = await load(id)
        needRight(capture, person)
        const takes = capture.phase === null ? capture.ofRecorder && !capture.original : true
        if (!takes || capture.phase === 'joined' || capture.phase === 'closed') throw closed()
        try {
          await needSpace(capture.folder, chunk.bytes.length, reserveBytes).catch((error: unknown) => {
            if (!isMissing(error)) throw error // the folder is made with the first chunk
          })
          const epoch = await epochFor(capture, chunk.epoch, chunk.number, chunk.mimeType)
          const next = epoch.chunks.length
          if (chunk.number > next) throw new ChunkGap(next)
          if (chunk.number === next) await appendChunk(capture.pieces, epoch, chunk.bytes)
          else if (!isChunk(epoch, chunk.number, chunk.bytes))
            throw new AppError(
              'stale_version',
              'Another page is recording into this part already. Begin a new part of the recording.',
            )
          if (capture.phase !== 'open') await reopen(capture)
          return { nextChunk: epoch.chunks.length, bytes: bytesOf(epoch) }
        } catch (error) {
          if (!(error instanceof AppError)) open.delete(id) // what is on disk counts, not what we remember
          if (isDiskFull(error)) throw diskFull(error)
          if (isMissing(error))
            throw new AppError('not_found', 'This recording does not exist or has been deleted.')
          throw error
        }
      })
    },

    async state(id: number): Promise<CaptureState> {
      return inTurn(id, async () => {
        const { phase, original, ofRecorder, epochs } = await load(id)
        const all = [...epochs.values()]
        return {
          open: phase === null ? ofRecorder && !original : phase === 'open' || phase === 'lapsed',
          bytes:
            all.length > 0 ? all.reduce((sum, epoch) => sum + bytesOf(epoch), 0) : (original?.bytes ?? 0),
          epochs: all.map((epoch) => ({
            epoch: epoch.number,
            mimeType: epoch.mimeType,
            nextChunk: epoch.chunks.length,
            bytes: bytesOf(epoch),
          })),
        }
      })
    },

    /**
     * Ends a recording, with the whole sound as the client has it, or (null) with what came in chunks. What was done
     * before is not done again, unless this is fuller than what there is.
     * @param given a file on the data volume; it is moved or deleted
     * @returns the bytes of the recording's sound
     * @throws AppError not_found, recording_closed (it was not made by the recorder), administrators_only, unsupported_media_type
     */
    close(id: number, person: Person, given: { path: string; mimeType: string } | null): Promise<number> {
      return inTurn(id, async () => {
        const capture = await load(id)
        needRight(capture, person)
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
      if (phase !== 'open' || Date.now() - (await lastHeard(pieces)) > quiet.deletableMs) return null
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
