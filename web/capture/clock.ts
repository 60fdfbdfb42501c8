/** A difference between the two clocks that no adjustment of the wall clock by the network makes; milliseconds. */
const asleepAfter = 5000
/** No meeting sleeps longer: the wall clock was set. */
const longestSleep = 12 * 3600_000

/**
 * The page's own clock: seconds since the recording began, without the pauses that the person made. It goes on while the
 * microphone is gone or the machine is asleep, so beside the sound that came it tells what was not captured.
 *
 * It counts by the browser's steady clock, since the wall clock may be set in the middle of a meeting. Most systems stop the
 * steady one while they sleep; the wall clock, which is then ahead by the time slept, makes up for it.
 */
export class PageClock {
  private steady = performance.now()
  private wall = Date.now()
  private slept = 0
  private readonly begun: number
  private pausedFor = 0
  private pausedAt: number | null = null

  /** @param before seconds that have gone already @param paused seconds of pauses beside them */
  constructor(before = 0, paused = 0) {
    this.begun = this.time() - (before + paused) * 1000
    this.pausedFor = paused * 1000
  }

  get elapsed(): number {
    const now = this.pausedAt ?? this.time()
    return Math.max(0, Math.round(now - this.begun - this.pausedFor) / 1000)
  }

  /** Seconds of all pauses, with the one that lasts. */
  get paused(): number {
    const now = this.pausedAt === null ? 0 : this.time() - this.pausedAt
    return Math.max(0, Math.round(this.pausedFor + now) / 1000)
  }

  get stands(): boolean {
    return this.pausedAt !== null
  }

  pause(): void {
    this.pausedAt ??= this.time()
  }

  resume(): void {
    if (this.pausedAt !== null) this.pausedFor += this.time() - this.pausedAt
    this.pausedAt = null
  }

  /** Milliseconds from nowhere in particular. */
  private time(): number {
    const [steady, wall] = [performance.now(), Date.now()]
    const ahead = wall - this.wall - (steady - this.steady)
    this.steady = steady
    this.wall = wall
    if (ahead > asleepAfter && ahead < longestSleep) this.slept += ahead
    return steady + this.slept
  }
}
