import { clientMessage, type ClientMessage, type ServerMessage } from '#contract/live.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { AppError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { Person } from '../../people/service.ts'
import type { Feed } from '../captions/feed.ts'
import type { LiveService } from '../service.ts'
import { createListening, type WordsView } from './session-listening.ts'
import { createSessionRecording, type Recorders } from './session-recording.ts'

export type { WordsView } from './session-listening.ts'

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

type Deps = {
  live: LiveService
  feed: Feed
  words: WordsView
  /** Keeps whether the speakers of a recording are to be told apart, and minutes made of it. */
  keepProcessingOptions: (
    recordingId: number,
    wanted: { speakers: boolean; minutes: boolean },
  ) => Promise<void>
  /** @throws AppError not_found, owner_only */
  mayRecord: (person: Person, recordingId: number) => Promise<void>
  /** Whether they may (still) see it. */
  mayListen: (person: Person, recordingId: number) => Promise<boolean>
  version: string
  log: Log
}

/** The protocol of the recorder's socket (contract/live.ts). */
export function createSessions(deps: Deps) {
  const { feed, words } = deps
  const recorders: Recorders = new Map()
  const sessions = new Set<OpenSession>()
  /** Which version was told last of each recording that somebody listens to. */
  const told = new Map<number, number>()

  return {
    open(line: Line, person: () => Person): Session {
      const session = openSession({ ...deps, line, person, recorders, unheard: (id) => told.delete(id) })
      sessions.add(session)
      return { ...session, gone: () => (sessions.delete(session), session.gone()) }
    },

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

type OpenSession = Session & {
  /** A recording has changed. */
  look(recordingId: number): Promise<void>
  /** Who may see what has changed. */
  revisit(): Promise<void>
}

function openSession({
  line,
  person,
  recorders,
  unheard,
  ...deps
}: Deps & {
  line: Line
  person: () => Person
  recorders: Recorders
  unheard: (recordingId: number) => void
}): OpenSession {
  const { version, log } = deps
  const send = (message: ServerMessage): void => line.send(JSON.stringify(message))

  function refuse(error: unknown, recordingId: number | null): ErrorCode {
    const known = error instanceof AppError ? error : null
    if (!known) log.error({ err: error, recordingId }, 'a message of the live socket failed')
    const code = known?.code ?? 'internal'
    const message = known?.message ?? 'Something went wrong inside the appliance; the details are in its log.'
    send({ type: 'error', message, code, recordingId })
    return code
  }

  const listening = createListening({ ...deps, person, send, refuse, unheard })
  const self = {
    replace(): void {
      recording.leave()
      line.close(replacedCode, 'This recording goes on over another connection')
    },
  }
  const recording = createSessionRecording({
    ...{ ...deps, person, recorders, self, send, refuse, listen: listening.listen },
  })

  async function answer(message: ClientMessage): Promise<void> {
    switch (message.type) {
      case 'ping':
        return send({ type: 'pong', timestamp: message.timestamp })
      case 'pong':
        return
      case 'start_recording':
        return recording.start(message)
      case 'stop_recording':
        return recording.stop(message.recordingId, message.elapsed ?? null, message.recorder ?? null)
      case 'listen_for_transcript':
        return listening.catchUp(message.recordingId, message.uncertain)
    }
  }

  send({ type: 'connected', version })
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
    binary: recording.chunk,
    heard: recording.heard,
    async look(id) {
      await listening.letGo(id)
      await recording.look(id)
    },
    revisit: listening.revisit,
    gone() {
      recording.leave()
      listening.end()
    },
  }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // not JSON: the caller says so
  }
}
