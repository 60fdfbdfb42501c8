import type { ServerMessage } from '#contract/live.ts'
import { httpTransport } from './http.ts'
import { LiveSocket, NotStartedError, type Stop } from './socket.ts'
import { NotNowError, type Acknowledged, type Chunk, type Transport } from './transport.ts'

/** The specification's: a socket that is not open by then is not waited for. */
const openWithin = 1000
/** The specification's wait for the server to say that it has stopped. */
const stopWithin = 1000
/** A lost socket may be back by then; after that the sound goes over HTTP until it is. */
const httpAfter = 10_000
const firstDelay = 500
const longestDelay = 5000
/** A server that did not let it start is asked again after this, each time after twice as long, up to the longest. */
const firstBar = 30_000
const longestBar = 5 * 60_000

export type ConnectionOptions = {
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
export class ServerConnection implements Transport {
  private readonly options: ConnectionOptions
  private socket: LiveSocket | null = null
  private retry: ReturnType<typeof setTimeout> | undefined
  private attempt = 0
  private everOpen = false
  /** When the socket was lost; null while it is there, or never was. */
  private lostAt: number | null = null
  /** How often in a row the server did not let it start: the socket is left alone for a while then. */
  private bars = 0
  private ended = false
  /** Until it is known which way to go. */
  private readonly ready: Promise<void>
  private decided: () => void = () => undefined
  private isDecided = false

  constructor(options: ConnectionOptions) {
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
    if (this.socket?.isOpen) {
      try {
        const acknowledged = await this.socket.sendChunk(chunk)
        if (this.bars > 0) this.options.onConnected(true)
        this.bars = 0
        return acknowledged
      } catch (error) {
        if (!(error instanceof NotStartedError)) throw error
        this.bars += 1
        this.leave()
        if (this.bars === 1) this.options.onHttp('not_started')
      }
    }
    if (this.lostAt !== null && performance.now() - this.lostAt < httpAfter)
      throw new NotNowError('The connection to the server was lost.')
    const acknowledged = await httpTransport.send(chunk, signal)
    this.tellEnd(chunk.recordingId, acknowledged.endedAt ?? null)
    return acknowledged
  }

  /** @returns whether the server has said that it has stopped; otherwise it is closed over HTTP */
  async stop(stop: Stop): Promise<boolean> {
    return this.socket?.isOpen ? this.socket.stop(stop, stopWithin) : false
  }

  /** Over HTTP the end of a recording is learnt from an answer; the socket has a message for it. */
  tellEnd(recordingId: number, endedAt: string | null): void {
    if (endedAt !== null) this.options.onMessage({ type: 'recording_ended', recordingId, endedAt })
  }

  /** The network may be back: do not wait for the next turn. */
  hurry(): void {
    if (this.socket || this.ended) return
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
        // One that was not let start has to show first that it can.
        if (this.bars === 0) this.options.onConnected(again)
      },
      onMessage: (message) => {
        if (this.socket === socket) this.options.onMessage(message)
      },
      onClose: (wasOpen) => {
        if (this.socket !== socket) return
        this.socket = null
        this.overHttp('error')
        if (this.ended) return this.options.onClosed()
        if (wasOpen && this.bars === 0) {
          this.lostAt = performance.now()
          this.options.onLost()
        }
        this.openAfter(Math.min(longestDelay, firstDelay * 2 ** this.attempt))
        this.attempt += 1
      },
    })
    this.socket = socket
  }

  /** Up to a fifth more at random, so that ten recorders do not come back in the same instant. */
  private openAfter(delay: number): void {
    clearTimeout(this.retry)
    this.retry = setTimeout(() => this.open(), delay * (1 + Math.random() / 5))
  }

  /** Goes on over HTTP, and comes back to the socket later. */
  private leave(): void {
    const { socket } = this
    this.socket = null
    socket?.close()
    if (!this.ended) this.openAfter(Math.min(longestBar, firstBar * 2 ** (this.bars - 1)))
  }
}
