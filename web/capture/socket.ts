import type { ErrorCode } from '#contract/errors.ts'
import { livePath, type ClientMessage, type ServerMessage } from '#contract/live.ts'
import { ApiError } from '../api.ts'
import { ChunkGapError, NotNowError, type Acknowledged, type Chunk } from './transport.ts'

/** The specification's: after the socket is open, and then again and again. */
const firstPing = 1000
const pingEvery = 15_000
/** A chunk that is not acknowledged by then was sent into a line that is dead. */
const patience = 15_000
/** The server closes a socket with it when the session behind it has ended. */
const signedOutCode = 4401

/** What the server says of a recording that it takes no sound for, whatever is tried again. */
const forGood = new Set<ErrorCode>([
  'bad_request',
  'invalid_input',
  'unsupported_media_type',
  'not_found',
  'administrators_only',
  'stale_version',
  'recording_closed',
])
/** What is said of the words; the sound goes on. */
const ofWords = (code: ErrorCode): boolean => /^(engine|model|worker|audio_unreadable|no_)/.test(code)

/** True for an error that is about the live words and not about the sound. */
export function isAboutWords(message: ServerMessage): boolean {
  return message.type === 'error' && ofWords(message.code)
}

/** The server did not take `start_recording`, for no reason that it gave. */
export class NotStartedError extends Error {
  constructor() {
    super('The recording could not be started over the live connection.')
    this.name = 'NotStartedError'
  }
}

export type SocketOptions = {
  /** What goes along with `start_recording`. */
  diarization: boolean
  summary: boolean
  onOpen: () => void
  onMessage: (message: ServerMessage) => void
  /** @param wasOpen false when it never came to be. */
  onClose: (wasOpen: boolean) => void
}

/** What the page says when it has sent all. */
export type Stop = { recordingId: number; elapsed: number; recorder: string | undefined }

type Waiting = {
  answers: (message: ServerMessage) => boolean
  resolve: (message: ServerMessage) => void
  reject: (error: Error) => void
}

/** One socket to the recorder's end of the server, from its opening until it is closed; never opened again. */
export class LiveSocket {
  private readonly socket: WebSocket
  private readonly options: SocketOptions
  private waiting: Waiting | null = null
  private started: { epoch: number; nextChunk: number } | null = null
  private pings: ReturnType<typeof setTimeout> | undefined
  private signedOut = false

  constructor(options: SocketOptions) {
    this.options = options
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
    const socket = new WebSocket(`${scheme}//${location.host}${livePath}`)
    this.socket = socket
    let opened = false
    socket.onopen = () => {
      opened = true
      this.pings = setTimeout(this.ping, firstPing)
      options.onOpen()
    }
    socket.onmessage = ({ data }: MessageEvent<string>) => this.take(JSON.parse(data) as ServerMessage)
    socket.onclose = ({ code }) => {
      clearTimeout(this.pings)
      this.signedOut = code === signedOutCode
      this.fail(this.gone())
      options.onClose(opened)
    }
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN
  }

  close(): void {
    this.socket.close()
  }

  /**
   * Sends a chunk, in its place; says first what it belongs to where this socket does not know yet.
   * @throws NotNowError, ChunkGapError, NotStartedError; ApiError when the server will never take it
   */
  async sendChunk(chunk: Chunk): Promise<Acknowledged> {
    if (this.started?.epoch !== chunk.epoch) this.started = await this.start(chunk)
    const { nextChunk } = this.started
    if (nextChunk > chunk.number) return { nextChunk }
    if (nextChunk < chunk.number) throw new ChunkGapError(nextChunk)
    const answer = await this.ask(
      () => this.socket.send(chunk.sound),
      (message) => message.type === 'chunk_received' && message.nextChunk > chunk.number,
    )
    this.started.nextChunk = answer.type === 'chunk_received' ? answer.nextChunk : chunk.number + 1
    return { nextChunk: this.started.nextChunk }
  }

  /** @returns whether the server said in time that it has stopped */
  async stop({ recordingId, elapsed, recorder }: Stop, time: number): Promise<boolean> {
    try {
      await this.ask(
        () => this.say({ type: 'stop_recording', recordingId, elapsed, ...(recorder && { recorder }) }),
        (message) => message.type === 'recording_stopped',
        { time, keepOpen: true },
      )
      return true
    } catch {
      return false // it is closed over HTTP then, which says why it cannot be
    }
  }

  private async start(chunk: Chunk): Promise<{ epoch: number; nextChunk: number }> {
    const { recordingId, epoch, mimeType, recorder, began, paused } = chunk
    const answer = await this.ask(
      () =>
        this.say({
          type: 'start_recording',
          recordingId,
          mimeType,
          epoch,
          enableDiarization: this.options.diarization,
          autoGenerateSummary: this.options.summary,
          uncertain: true,
          ...(recorder && { recorder }),
          ...(began !== undefined && { elapsed: began }),
          ...(paused !== undefined && { paused }),
        }),
      (message) => message.type === 'recording_started',
    ).catch((error: unknown) => {
      throw error instanceof NotNowError && error.late ? new NotStartedError() : error
    })
    return { epoch, nextChunk: answer.type === 'recording_started' ? answer.nextChunk : 0 }
  }

  private readonly ping = (): void => {
    this.say({ type: 'ping', timestamp: Date.now() })
    this.pings = setTimeout(this.ping, pingEvery)
  }

  private say(message: ClientMessage): void {
    if (this.isOpen) this.socket.send(JSON.stringify(message))
  }

  private gone(late = false): NotNowError {
    return new NotNowError('The connection to the server was lost.', { late, signedOut: this.signedOut })
  }

  /** One question at a time: the queue sends one chunk after the other. */
  private ask(
    send: () => void,
    answers: Waiting['answers'],
    { time = patience, keepOpen = false } = {},
  ): Promise<ServerMessage> {
    return new Promise((resolve, reject) => {
      if (!this.isOpen) return reject(this.gone())
      const timer = setTimeout(() => {
        this.fail(this.gone(true))
        // Nothing comes any more, though nobody has said goodbye.
        if (!keepOpen) this.close()
      }, time)
      const ended = () => {
        clearTimeout(timer)
        this.waiting = null
      }
      this.waiting = {
        answers,
        resolve: (message) => {
          ended()
          resolve(message)
        },
        reject: (error) => {
          ended()
          reject(error)
        },
      }
      send()
    })
  }

  private fail(error: Error): void {
    this.waiting?.reject(error)
  }

  private take(message: ServerMessage): void {
    if (message.type === 'heartbeat')
      this.say({ type: 'pong', timestamp: Date.now(), respondingTo: message.timestamp })
    if (this.waiting?.answers(message)) this.waiting.resolve(message)
    else if (message.type === 'error' && !ofWords(message.code)) this.refused(message)
    this.options.onMessage(message)
  }

  private refused({ message, code }: Extract<ServerMessage, { type: 'error' }>): void {
    // What this socket was told of the epoch may no longer be so.
    this.started = null
    if (forGood.has(code)) this.fail(new ApiError(message, 409, code))
    else {
      const [signedOut, elsewhere] = [code === 'sign_in_required', code === 'recorded_elsewhere']
      this.fail(new NotNowError(message, { signedOut, elsewhere }))
    }
  }
}
