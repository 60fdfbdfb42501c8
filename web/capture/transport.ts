/** How the recorder's sound gets to the server; HTTP now, the live socket beside it later. */

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
  sound: Blob
}

export type Acknowledged = {
  /** All of the epoch's chunks before this one are on the server's disk. */
  nextChunk: number
}

/** Nobody answered, or nobody could for now: the same chunk is worth sending again. */
export class NotNowError extends Error {
  /** The server asks to sign in again; that can be done in another tab while the recording goes on. */
  readonly signedOut: boolean

  constructor(
    message: string,
    { signedOut = false, ...options }: ErrorOptions & { signedOut?: boolean } = {},
  ) {
    super(message, options)
    this.name = 'NotNowError'
    this.signedOut = signedOut
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
  /** What the Live Transcript panel calls the line: sound and words over one socket, or sound alone. */
  readonly name: 'http' | 'ws'
  /**
   * Sends one chunk; resolves when it is on the server's disk.
   * @throws NotNowError, ChunkGapError; anything else means that the server will never take it
   */
  send: (chunk: Chunk, signal: AbortSignal) => Promise<Acknowledged>
}
