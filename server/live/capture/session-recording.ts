import type { ClientMessage, ServerMessage } from '#contract/live.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { AppError } from '../../errors.ts'
import type { Person } from '../../people/service.ts'
import type { LiveService } from '../service.ts'
import type { WordsView } from './session-listening.ts'

/** What the next binary frame belongs to. */
type Recording = {
  id: number
  epoch: number
  nextChunk: number
  mimeType: string
  recorder: string | null
  elapsed: number | null
  paused: number | null
  /** It says itself which chunks it sends again; one that does not loses a chunk that failed, and nothing else. */
  resends: boolean
  /** The end that it was told of. */
  toldEnd: string | null
}

type Start = Extract<ClientMessage, { type: 'start_recording' }>

/** Which session each recorder of each recording speaks over. */
export type Recorders = Map<string, { replace(): void }>

const keyOf = (recordingId: number, recorder: string): string => `${recordingId} ${recorder}`

type SessionRecordingDeps = {
  live: LiveService
  words: Pick<WordsView, 'withoutWords'>
  /** Keeps whether the speakers of a recording are to be told apart, and minutes made of it. */
  keepProcessingOptions: (
    recordingId: number,
    wanted: { speakers: boolean; minutes: boolean },
  ) => Promise<void>
  /** @throws AppError not_found, owner_only */
  mayRecord: (person: Person, recordingId: number) => Promise<void>
  person: () => Person
  recorders: Recorders
  self: { replace(): void }
  send: (message: ServerMessage) => void
  refuse: (error: unknown, recordingId: number | null) => ErrorCode
  listen: (recordingId: number, uncertain: boolean) => void
}

/** What one session records: at most one recording at a time. */
export function createSessionRecording({
  live,
  words,
  keepProcessingOptions,
  mayRecord,
  person,
  recorders,
  self,
  send,
  refuse,
  listen,
}: SessionRecordingDeps) {
  let current: Recording | null = null
  let lastRefusal: string | null = null

  function tellEnd(recording: Recording, endedAt: string | null): void {
    if (endedAt !== null && endedAt !== recording.toldEnd)
      send({ type: 'recording_ended', recordingId: recording.id, endedAt })
    recording.toldEnd = endedAt
  }

  /** No more sound comes over this line. */
  function leave(): void {
    const key = current?.recorder ? keyOf(current.id, current.recorder) : null
    if (key !== null && recorders.get(key) === self) recorders.delete(key)
    current = null
  }

  return {
    leave,

    async start(wanted: Start): Promise<void> {
      const { recordingId: id, mimeType, recorder = null, elapsed = null, paused = null } = wanted
      leave()
      await mayRecord(person(), id)
      const { epoch, nextChunk } = await live.begin(id, person(), {
        mimeType,
        recorder,
        ...(wanted.epoch !== undefined && { epoch: wanted.epoch }),
      })
      await keepProcessingOptions(id, {
        speakers: wanted.enableDiarization,
        minutes: wanted.autoGenerateSummary,
      })
      if (recorder) {
        const key = keyOf(id, recorder)
        const before = recorders.get(key)
        if (before !== self) before?.replace()
        recorders.set(key, self)
      }
      const resends = wanted.epoch !== undefined
      current = { id, epoch, nextChunk, mimeType, recorder, elapsed, paused, resends, toldEnd: null }
      lastRefusal = null
      listen(id, wanted.uncertain)
      const withoutWords = await words.withoutWords()
      send({ type: 'recording_started', recordingId: id, epoch, nextChunk, withoutWords })
    },

    async chunk(bytes: Buffer): Promise<void> {
      const recording = current
      if (!recording) {
        // Those that came before the sender heard that one was refused: it is told once.
        if (lastRefusal === null)
          refuse(new AppError('bad_request', 'Send start_recording before audio.'), null)
        lastRefusal ??= 'bad_request'
        return
      }
      const { id, epoch, nextChunk: number, mimeType, recorder, elapsed, paused } = recording
      const head = { epoch, mimeType, recorder, elapsed, paused }
      try {
        const kept = await live.append(id, person(), { ...head, number, bytes, from: null })
        recording.nextChunk = number + 1
        lastRefusal = null
        send({
          type: 'chunk_received',
          chunkSize: bytes.length,
          totalChunks: kept.nextChunk,
          totalBytes: kept.bytes,
          recordingId: id,
          epoch,
          nextChunk: kept.nextChunk,
        })
        tellEnd(recording, kept.endedAt)
      } catch (error) {
        const code = error instanceof AppError ? error.code : 'internal'
        if (code !== lastRefusal) refuse(error, id)
        lastRefusal = code
        // The next frame would stand in the wrong place: it says start_recording again.
        if (recording.resends && current === recording) leave()
      }
    },

    async stop(id: number, elapsed: number | null, said: string | null): Promise<void> {
      const recorder = said ?? (current?.id === id ? current.recorder : null)
      // Before it is closed, so that what is still under way on another line does not come after.
      if (current?.id === id) leave()
      await live.close(id, person(), { given: null, elapsed, recorder })
      send({ type: 'recording_stopped', recordingId: id })
    },

    /** A sign of life without sound: a pause. */
    heard(): void {
      if (current) live.heard(current.id, current.recorder)
    },

    /** A person has perhaps ended the recording somewhere else. */
    async look(id: number): Promise<void> {
      const recording = current
      if (recording?.id !== id) return
      const endedAt = await live.endedAt(id)
      if (current === recording) tellEnd(recording, endedAt)
    },
  }
}
