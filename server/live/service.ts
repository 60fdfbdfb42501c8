import type { CaptureState } from '#contract/capture.ts'
import type { Db, Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Person } from '../people/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { Ffmpeg } from '../speech/audio.ts'
import { closed, goneIsNull, requireRight, takesSound } from './capture/capture-rules.ts'
import { endOf, stateOf } from './capture/capture-state.ts'
import type { CaptureWatch } from './capture/capture-watch.ts'
import { createOpenCaptures } from './capture/open-captures.ts'
import { noteStop } from './capture/epochs.ts'
import { createPresence } from './capture/presence.ts'
import { createChunkReceiver } from './capture/chunk-receiver.ts'
import { extensionOf } from './finish/assemble.ts'
import { createClosing, type Open } from './finish/closing.ts'
import type { DecodeResult } from './finish/decode-result.ts'
import { createEnding } from './finish/ending.ts'
import { silenceTimeouts } from './finish/silence-timeouts.ts'
import { createAbandonedRecordings } from './finish/abandoned-recordings.ts'

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
  const captures = createOpenCaptures({ db, recordings, watch })
  const { inTurn, claims, heardAt, signOfLife } = captures
  const closing = createClosing({ recordings, ffmpeg, log, heard, over: captures.forget })
  const ending = createEnding({ closing, recordings, log })
  const presence = createPresence(signOfLife, heardAt, claims.soundlessFor)

  return {
    ...createChunkReceiver({ captures, watch }),
    ...createAbandonedRecordings({ db, recordings, captures, closing, ending, log }),

    /** The page that records was heard, though it had no sound to send: a pause. */
    heard: claims.heard,

    /** Who records it just now. */
    now: presence.now,

    /** Looks who still records. @returns those of which there is something new to tell */
    async attend(): Promise<number[]> {
      const ids = await recordings.capturesIn(db.read, 'open')
      const open = await Promise.all(ids.map((id) => recordings.capture(db.read, id).catch(goneIsNull)))
      return presence.look(open.flatMap((one) => (one ? [{ id: one.recordingId, pieces: one.pieces }] : [])))
    },

    /** When a person ended it, while more may come of it; null: nobody did. */
    async endedAt(id: number): Promise<string | null> {
      return endOf(captures.known(id) ?? (await recordings.capture(db.read, id))).endedAt
    },

    state: (id: number): Promise<CaptureState> => inTurn(id, async () => stateOf(await captures.load(id))),

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
        const capture = await captures.load(id)
        requireRight(capture, person)
        // A page of ours says who it is when it stops before any sound came; an upload by anybody else forgot the sound.
        if (needsSound && !given && recorder === null && capture.phase === null)
          throw new AppError('empty_file', 'The request contains no audio. Nothing was changed.')
        claims.forget(id)
        await captures.tellEnd(id)
        const tells = given !== null || capture.phase !== null
        if (elapsed !== null && tells && takesSound(capture)) {
          await noteStop(capture.pieces, elapsed)
          if (hasOneClock(capture)) await recordings.setCaptured(db.write, id, { elapsedMs: elapsed * 1000 })
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
      captures.drop(id) // the next chunk looks whether it is still there
      await captures.tellEnd(id)
    },

    /** It is deleted. */
    forget(id: number): void {
      claims.forget(id)
      captures.forget(id)
    },
  }
}

/** Another page's clock counts the pauses made on the first one: then what is made of the parts knows how long it took. */
const hasOneClock = ({ epochs }: Open): boolean =>
  new Set([...epochs.values()].map(({ recorder }) => recorder)).size <= 1
