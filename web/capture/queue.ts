import { ApiError } from '../api.ts'
import { ChunkGapError, NotNowError, type Chunk, type Transport } from './transport.ts'

/** What the queue has done and what it still has to do. */
export type QueueState = {
  /** Seconds from the start that are on the server's disk. */
  safe: number
  /** Seconds that are not. */
  waiting: number
  /**
   * Why nothing moves: the network, a session that has ended, another page that records the meeting, or a server that will
   * never take it, or has it no more.
   */
  trouble: 'network' | 'signed_out' | 'elsewhere' | 'refused' | 'deleted' | null
}

type QueueOptions = {
  transport: Transport
  onChange: (state: QueueState) => void
  /** Called when the server has all of an epoch's chunks before `nextChunk`. */
  onSafe: (epoch: number, nextChunk: number) => void
  /** The server will never take it; said once until it is tried again. */
  onRefused?: (error: Error) => void
  /** Seconds that were safe before this queue began. */
  safe?: number
  /** The last epoch of what another page left behind: one that is refused is set aside, and what comes after it goes on. */
  lastLeft?: number
}

const firstDelay = 1000
const longestDelay = 8000
/** Another page that records the meeting holds it for a while after it is gone. */
const elsewhereDelay = 5000
/** Refusals of the recording itself, whichever sound it is. */
const ofAll = new Set(['not_found', 'recording_closed', 'administrators_only'])

/** Sends chunks one after the other, each again and again until it is acknowledged or refused for good. */
export class ChunkQueue {
  private readonly options: QueueOptions
  private readonly ending = new AbortController()
  private chunks: Chunk[] = []
  private safe: number
  private recorded: number
  private trouble: QueueState['trouble'] = null
  private running = false
  private wake: () => void = () => undefined
  private waiters: (() => void)[] = []

  constructor(options: QueueOptions) {
    this.options = options
    this.safe = options.safe ?? 0
    this.recorded = this.safe
  }

  get state(): QueueState {
    return { safe: this.safe, waiting: Math.max(0, this.recorded - this.safe), trouble: this.trouble }
  }

  /** The server takes no more chunks of this recording: the whole sound has to go another way. */
  get refused(): boolean {
    return this.trouble === 'refused' || this.trouble === 'deleted'
  }

  get empty(): boolean {
    return this.chunks.length === 0
  }

  add(chunk: Chunk): void {
    this.chunks.push(chunk)
    this.recorded = Math.max(this.recorded, chunk.until)
    this.tell()
    void this.run()
  }

  /** The network may be back: do not wait for the next turn. */
  hurry(): void {
    this.wake()
  }

  /** Begins again after a refusal. */
  retry(): void {
    if (this.refused) this.trouble = null
    this.tell()
    void this.run()
    this.wake()
  }

  /** @returns whether all of it is safe; false when it was refused, or after `patience` milliseconds without a way */
  drained(patience: number): Promise<boolean> {
    return new Promise((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      let known = this.chunks.length
      const end = (safe: boolean) => {
        clearTimeout(timer)
        this.waiters = this.waiters.filter((waiter) => waiter !== look)
        resolve(safe)
      }
      const arm = () => {
        clearTimeout(timer)
        timer = setTimeout(() => end(false), patience)
      }
      const look = () => {
        if (this.empty) return end(true)
        if (this.refused) return end(false)
        // What moves may take its time.
        if (this.chunks.length !== known) arm()
        known = this.chunks.length
      }
      arm()
      this.waiters.push(look)
      look()
    })
  }

  stop(): void {
    this.ending.abort()
    this.wake()
  }

  private tell(): void {
    this.options.onChange(this.state)
    for (const waiter of this.waiters) waiter()
  }

  private async run(): Promise<void> {
    if (this.running) return
    this.running = true
    let attempt = 0
    while (!this.ending.signal.aborted && !this.refused) {
      const chunk = this.chunks[0]
      if (!chunk) break
      try {
        const { nextChunk } = await this.options.transport.send(chunk, this.ending.signal)
        this.acknowledge(chunk.epoch, nextChunk)
        attempt = 0
      } catch (error) {
        if (this.ending.signal.aborted) break
        if (error instanceof ChunkGapError) this.goBack(chunk, error.nextChunk)
        else if (error instanceof NotNowError) {
          this.trouble = error.signedOut ? 'signed_out' : error.elsewhere ? 'elsewhere' : 'network'
          this.tell()
          await this.pause(delayAfter(error, attempt))
          attempt += 1
        } else this.refuse(chunk, error instanceof Error ? error : new Error(String(error)))
      }
    }
    this.running = false
    this.tell()
  }

  private acknowledge(epoch: number, nextChunk: number): void {
    const isSafe = (chunk: Chunk) => chunk.epoch === epoch && chunk.number < nextChunk
    for (const chunk of this.chunks) if (isSafe(chunk)) this.safe = Math.max(this.safe, chunk.until)
    const before = this.chunks.length
    this.chunks = this.chunks.filter((chunk) => !isSafe(chunk))
    // An answer that moves nothing would be asked for without end.
    this.trouble = this.chunks.length < before ? null : 'refused'
    if (!this.refused) this.options.onSafe(epoch, nextChunk)
    this.tell()
  }

  /** The server has less, or more, than was believed. */
  private goBack(chunk: Chunk, nextChunk: number): void {
    if (nextChunk > chunk.number) return this.acknowledge(chunk.epoch, nextChunk)
    this.refuse(chunk, new Error('Some of the earlier audio no longer matches what the server has.'))
  }

  private refuse(chunk: Chunk, error: Error): void {
    const aside = chunk.epoch <= (this.options.lastLeft ?? -1)
    const code = error instanceof ApiError ? error.code : null
    if (aside && !(code && ofAll.has(code))) {
      this.chunks = this.chunks.filter(({ epoch }) => epoch !== chunk.epoch)
      this.trouble = null
    } else this.trouble = code === 'not_found' ? 'deleted' : 'refused'
    this.tell()
    this.options.onRefused?.(error)
  }

  private pause(time: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, time)
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

function delayAfter({ elsewhere, retryAfter }: NotNowError, attempt: number): number {
  if (elsewhere)
    return Math.min(elsewhereDelay, retryAfter === null ? elsewhereDelay : retryAfter * 1000 + 200)
  return Math.min(longestDelay, firstDelay * 2 ** attempt)
}
