/**
 * The page's own clock: seconds since the recording began, without the pauses that the person made. It goes on while the
 * microphone is gone or the machine is asleep, so beside the sound that came it tells what was not captured.
 */
export class PageClock {
  private readonly begun: number
  private pausedFor: number
  private pausedAt: number | null = null

  /** @param begun when the recording began; milliseconds since 1970, as `pausedFor` */
  constructor(begun = Date.now(), pausedFor = 0) {
    this.begun = begun
    this.pausedFor = pausedFor
  }

  /** Milliseconds. */
  get paused(): number {
    return this.pausedFor + (this.pausedAt === null ? 0 : Date.now() - this.pausedAt)
  }

  get elapsed(): number {
    return Math.max(0, Math.round(Date.now() - this.begun - this.paused) / 1000)
  }

  pause(): void {
    this.pausedAt ??= Date.now()
  }

  resume(): void {
    this.pausedFor = this.paused
    this.pausedAt = null
  }
}
