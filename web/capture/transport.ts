/** How the recorder's sound gets to the server: over the live socket, or in numbered chunks over HTTP. */

/** About one second of sound. */
export type Chunk = {
  recordingId: number
  /** A MediaRecorder is an epoch: only its first chunk has the container's header. */
  epoch: number
  /** Counted from 0 in each epoch. */
  number: number
  mimeType: string
  /** Seconds of sound up to the end of this chunk, from the start of the recording. */
  until: number
  /** Who records it, and what the page's clock said (of pauses, too) when the epoch began; chunks that an earlier version kept lack them. */
  recorder?: string
  began?: number
  /** The epoch's first seconds up to here are there for its header alone. */
  from?: number
  paused?: number
  sound: Blob
}

export type Acknowledged = {
  /** All of the epoch's chunks before this one are on the server's disk. */
  nextChunk: number
  /** When a person ended the recording on another page or device; null, or not said: nobody did. */
  endedAt?: string | null
}

/** Nobody answered, or nobody could for now: the same chunk is worth sending again. */
export class NotNowError extends Error {
  /** The server asks to sign in again; that can be done in another tab while the recording goes on. */
  readonly signedOut: boolean
  /** It was there, but took too long: what was asked for may still be done. */
  readonly late: boolean
  /** Another page or device records the meeting; it may be gone in a while. */
  readonly elsewhere: boolean
  /** Seconds after which it is worth trying again, where the server said so. */
  readonly retryAfter: number | null

  constructor(
    message: string,
    {
      signedOut = false,
      late = false,
      elsewhere = false,
      retryAfter = null,
      ...options
    }: ErrorOptions & {
      signedOut?: boolean
      late?: boolean
      elsewhere?: boolean
      retryAfter?: number | null
    } = {},
  ) {
    super(message, options)
    this.name = 'NotNowError'
    this.signedOut = signedOut
    this.late = late
    this.elsewhere = elsewhere
    this.retryAfter = retryAfter
  }
}

/** The server waits for another chunk than this one. */
export class ChunkGapError extends Error {
  readonly nextChunk: number

  constructor(nextChunk: number) {
    super(`The server waits for chunk ${nextChunk}.`)
    this.name = 'ChunkGapError'
    this.nextChunk = nextChunk
  }
}

export type Transport = {
  /**
   * Sends one chunk; resolves when it is on the server's disk.
   * @throws NotNowError, ChunkGapError; anything else means that the server will never take it
   */
  send: (chunk: Chunk, signal: AbortSignal) => Promise<Acknowledged>
}
