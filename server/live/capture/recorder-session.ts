import { clientMessage, type ClientMessage, type ServerMessage } from '#contract/live.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { AppError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { Person } from '../../people/service.ts'
import type { Feed, WordsMessage } from '../captions/feed.ts'
import type { LiveService } from '../service.ts'

/** The other end, as a session needs it. */
type Line = { send(text: string): void; close(code: number, reason: string): void }

export type Session = {
  text(frame: string): Promise<void>
  binary(frame: Buffer): Promise<void>
  heard(): void
  gone(): void
}

/** Told to a socket whose recorder has come back on another one. */
export const replacedCode = 4000

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

/** What the sessions need to know of the words. */
export type WordsView = {
  /** Committed by now, in order. */
  soFar(recordingId: number): WordsMessage[]
  /** Why no words come; null: they do. */
  withoutWords(): Promise<string | null>
  /** The version of the whole transcript; null: it is not there yet. Asked at every event. @throws AppError not_found */
  completeVersion(recordingId: number): Promise<number | null>
  /** The whole transcript. @throws AppError not_found */
  complete(recordingId: number): Promise<WordsMessage>
  /** @throws AppError not_found */
  requireRecording(recordingId: number): Promise<void>
}

/** The protocol of the recorder's socket (contract/live.ts). */
export function createSessions({
  live,
  feed,
  words,
  keepWishes,
  mayRecord,
  mayListen,
  version,
  log,
}: {
  live: LiveService
  feed: Feed
  words: WordsView
  /** Keeps whether the speakers of a recording are to be told apart, and minutes made of it. */
  keepWishes: (recordingId: number, wanted: { speakers: boolean; minutes: boolean }) => Promise<void>
  /** @throws AppError not_found, owner_only */
  mayRecord: (person: Person, recordingId: number) => Promise<void>
  /** Whether they may (still) see it. */
  mayListen: (person: Person, recordingId: number) => Promise<boolean>
  version: string
  log: Log
}) {
  /** Which session each recorder of each recording speaks over. */
  const recorders = new Map<string, { replace(): void }>()
  const sessions = new Set<{ look(recordingId: number): Promise<void>; revisit(): Promise<void> }>()
  const keyOf = (recordingId: number, recorder: string): string => `${recordingId} ${recorder}`
  /** Which version was told last of each recording that somebody listens to. */
  const told = new Map<number, number>()

  function open(line: Line, person: () => Person): Session {
    let current: Recording | null = null
    let lastRefusal: string | null = null
    const listening = new Map<number, { uncertain: boolean; end: () => void }>()
    const self = {
      replace(): void {
        leave()
        line.close(replacedCode, 'This recording goes on over another connection')
      },
      /** A person has perhaps ended the recording somewhere else. */
      async look(id: number): Promise<void> {
        await letGo(id)
        const recording = current
        if (recording?.id !== id) return
        const endedAt = await live.endedAt(id)
        if (current === recording) tellEnd(recording, endedAt)
      },
      async revisit(): Promise<void> {
        for (const id of [...listening.keys()]) await letGo(id)
      },
    }

    /** Ends the listening of somebody who may no longer see the meeting: for them it is not there. */
    async function letGo(id: number): Promise<void> {
      const wants = listening.get(id)
      if (!wants || (await mayListen(person(), id))) return
      wants.end()
      listening.delete(id)
      if (!feed.hasListeners(id)) told.delete(id)
      refuse(new AppError('not_found', 'This recording does not exist or has been deleted.'), id)
    }

    const send = (message: ServerMessage): void => line.send(JSON.stringify(message))

    function refuse(error: unknown, recordingId: number | null): ErrorCode {
      const known = error instanceof AppError ? error : null
      if (!known) log.error({ err: error, recordingId }, 'a message of the live socket failed')
      const code = known?.code ?? 'internal'
      const message =
        known?.message ?? 'Something went wrong inside the appliance; the details are in its log.'
      send({ type: 'error', message, code, recordingId })
      return code
    }

    function tellEnd(recording: Recording, endedAt: string | null): void {
      if (endedAt !== null && endedAt !== recording.toldEnd)
        send({ type: 'recording_ended', recordingId: recording.id, endedAt })
      recording.toldEnd = endedAt
    }

    function listen(recordingId: number, uncertain: boolean): void {
      const known = listening.get(recordingId)
      if (known) {
        known.uncertain = uncertain
        return
      }
      const wants = {
        uncertain,
        end: feed.subscribe(recordingId, (message) => {
          if (message.type !== 'transcript_uncertain' || wants.uncertain) send(message)
        }),
      }
      listening.set(recordingId, wants)
    }

    /** No more sound comes over this line. */
    function leave(): void {
      const key = current?.recorder ? keyOf(current.id, current.recorder) : null
      if (key !== null && recorders.get(key) === self) recorders.delete(key)
      current = null
    }

    async function start(wanted: Start): Promise<void> {
      const { recordingId: id, mimeType, recorder = null, elapsed = null, paused = null } = wanted
      leave()
      await mayRecord(person(), id)
      const { epoch, nextChunk } = await live.begin(id, person(), {
        mimeType,
        recorder,
        ...(wanted.epoch !== undefined && { epoch: wanted.epoch }),
      })
      await keepWishes(id, { speakers: wanted.enableDiarization, minutes: wanted.autoGenerateSummary })
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
    }

    async function chunk(bytes: Buffer): Promise<void> {
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
    }

    async function stop(id: number, elapsed: number | null, said: string | null): Promise<void> {
      const recorder = said ?? (current?.id === id ? current.recorder : null)
      // Before it is closed, so that what is still under way on another line does not come after.
      if (current?.id === id) leave()
      await live.close(id, person(), { given: null, elapsed, recorder })
      send({ type: 'recording_stopped', recordingId: id })
    }

    async function listenTo(id: number, uncertain: boolean): Promise<void> {
      await words.requireRecording(id)
      if (!listening.has(id)) for (const message of words.soFar(id)) send(message)
      listen(id, uncertain)
      if ((await words.completeVersion(id)) !== null) send(await words.complete(id))
    }

    async function answer(message: ClientMessage): Promise<void> {
      switch (message.type) {
        case 'ping':
          return send({ type: 'pong', timestamp: message.timestamp })
        case 'pong':
          return
        case 'start_recording':
          return start(message)
        case 'stop_recording':
          return stop(message.recordingId, message.elapsed ?? null, message.recorder ?? null)
        case 'listen_for_transcript':
          return listenTo(message.recordingId, message.uncertain)
      }
    }

    send({ type: 'connected', version })
    sessions.add(self)
    return {
      async text(frame) {
        const message = clientMessage.safeParse(jsonOrNull(frame))
        if (!message.success) {
          refuse(new AppError('bad_request', 'This message is not one that the appliance understands.'), null)
          return
        }
        try {
          await answer(message.data)
        } catch (error) {
          refuse(error, 'recordingId' in message.data ? message.data.recordingId : null)
        }
      },
      binary: chunk,
      heard() {
        if (current) live.heard(current.id, current.recorder)
      },
      gone() {
        sessions.delete(self)
        leave()
        for (const [id, { end }] of listening) {
          end()
          if (!feed.hasListeners(id)) told.delete(id)
        }
        listening.clear()
      },
    }
  }

  return {
    open,

    /** Who may see what has changed: whoever listens to a meeting that is no longer open to them hears no more of it. */
    async revisit(): Promise<void> {
      for (const session of [...sessions]) await session.revisit()
    },

    /** A recording or its transcript has changed: who listens hears when it is complete. */
    async changed(recordingId: number): Promise<void> {
      if (!feed.hasListeners(recordingId)) return void told.delete(recordingId)
      try {
        for (const session of sessions) await session.look(recordingId)
        const version = await words.completeVersion(recordingId)
        if (version === null || told.get(recordingId) === version) return
        told.set(recordingId, version)
        feed.publish(await words.complete(recordingId))
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'not_found')) throw error
      }
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // not JSON: the caller says so
  }
}
