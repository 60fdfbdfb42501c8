import type { ServerMessage } from '#contract/live.ts'
import { httpTransport } from './http.ts'
import { LiveSocket, NotStartedError } from './socket.ts'
import { NotNowError, type Acknowledged, type Chunk, type Transport } from './transport.ts'

/** The specification's: a socket that is not open by then is not waited for. */
const openWithin = 1000
/** The specification's wait for the server to say that it has stopped. */
const stopWithin = 1000
/** A lost socket may be back by then; after that the sound goes over HTTP until it is. */
const httpAfter = 10_000
const firstDelay = 1000
const longestDelay = 15_000

export type LineOptions = {
  diarization: boolean
  summary: boolean
  /** The socket is there, for the first time or again. */
  onConnected: (again: boolean) => void
  /** The sound goes over HTTP: the socket did not open in time, did not open at all, or was not let start. */
  onHttp: (why: 'timeout' | 'error' | 'not_started') => void
  /** The socket was there and is gone; it is tried again. */
  onLost: () => void
  /** It has closed after the end, and is not opened again. */
  onClosed: () => void
  onMessage: (message: ServerMessage) => void
}

/**
 * The recorder's way to the server: the live socket while there is one, HTTP while there is none. A socket that is lost is
 * tried again and again; what was not acknowledged is sent again by the queue, whichever way it went.
 */
export class Line implements Transport {
  private readonly options: LineOptions
  private socket: LiveSocket | null = null
  private retry: ReturnType<typeof setTimeout> | undefined
  private attempt = 0
  private everOpen = false
  /** When the socket was lost; null while it is there, or never was. */
  private lostAt: number | null = null
  /** The server did not let it start: the socket is left alone for the rest of the recording. */
  private barred = false
  private ended = false
  /** Until it is known which way to go. */
  private readonly ready: Promise<void>
  private decided: () => void = () => undefined
  private isDecided = false

  constructor(options: LineOptions) {
    this.options = options
    this.ready = new Promise((resolve) => {
      this.decided = () => {
        this.isDecided = true
        resolve()
      }
    })
    setTimeout(() => this.overHttp('timeout'), openWithin)
    this.open()
  }

  get isConnected(): boolean {
    return this.socket?.isOpen ?? false
  }

  async send(chunk: Chunk, signal: AbortSignal): Promise<Acknowledged> {
    await this.ready
    if (this.socket?.isOpen && !this.barred) {
      try {
        return await this.socket.sendChunk(chunk)
      } catch (error) {
        if (!(error instanceof NotStartedError)) throw error
        this.barred = true
        this.socket?.close()
        this.options.onHttp('not_started')
      }
    }
    if (this.lostAt !== null && Date.now() - this.lostAt < httpAfter && !this.barred)
      throw new NotNowError('The connection to the server was lost.')
    return httpTransport.send(chunk, signal)
  }

  /** @returns whether the server has said that it has stopped; otherwise it is closed over HTTP */
  async stop(recordingId: number, elapsed: number): Promise<boolean> {
    return this.socket?.isOpen ? this.socket.stop(recordingId, elapsed, stopWithin) : false
  }

  /** The network may be back: do not wait for the next turn. */
  hurry(): void {
    if (this.socket || this.ended || this.barred) return
    this.attempt = 0
    this.open()
  }

  /** What still comes over the socket is heard; one that closes is not opened again. */
  linger(): void {
    this.ended = true
    clearTimeout(this.retry)
  }

  close(): void {
    this.linger()
    this.decided()
    this.socket?.close()
    this.socket = null
  }

  private overHttp(why: 'timeout' | 'error'): void {
    if (this.isDecided || this.ended) return
    this.decided()
    this.options.onHttp(why)
  }

  private open(): void {
    clearTimeout(this.retry)
    const socket = new LiveSocket({
      diarization: this.options.diarization,
      summary: this.options.summary,
      onOpen: () => {
        if (this.socket !== socket) return
        this.attempt = 0
        const again = this.everOpen
        this.everOpen = true
        this.lostAt = null
        this.decided()
        this.options.onConnected(again)
      },
      onMessage: (message) => {
        if (this.socket === socket) this.options.onMessage(message)
      },
      onClose: (wasOpen) => {
        if (this.socket !== socket) return
        this.socket = null
        this.overHttp('error')
        if (this.ended) return this.options.onClosed()
        if (this.barred) return
        if (wasOpen) {
          this.lostAt = Date.now()
          this.options.onLost()
        }
        // Up to a fifth more at random, so that ten recorders do not come back in the same instant.
        const delay = Math.min(longestDelay, firstDelay * 2 ** this.attempt) * (1 + Math.random() / 5)
        this.attempt += 1
        this.retry = setTimeout(() => this.open(), delay)
      },
    })
    this.socket = socket
  }
}
