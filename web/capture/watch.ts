/** Watches over a recording: a machine that slept, a recorder that hands over nothing, a level that stays silent. */

const lookEvery = 1000
/** A timer that is so late did not run: the machine was asleep, or the browser stood still. In milliseconds. */
const asleepAfter = 5000
const soundlessAfter = 5000
const silentAfter = 10_000
/** The loudest sample in a look, of 1: what is below is no voice in any room. */
const silence = 0.003

type WatchOptions = {
  stream: MediaStream
  /** When the last sound was handed over (performance.now()); null while nothing is to be expected. */
  lastSound: () => number | null
  /** It has stood still: what was said meanwhile is missing. */
  onAsleep: () => void
  /** The recorder runs and hands over nothing. */
  onSoundless: () => void
  onSilent: (silent: boolean) => void
}

/** Returns the way out. */
export function watchSound({ stream, lastSound, onAsleep, onSoundless, onSilent }: WatchOptions): () => void {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 32_768 // most of a second: a word between two looks counts
  context.createMediaStreamSource(stream).connect(analyser)
  void context.resume()
  const samples = new Float32Array(analyser.fftSize)
  let lastLook = performance.now()
  let lastLoud = lastLook
  // While the machine sleeps the wall clock alone goes on, in most systems.
  let lastWall = Date.now()
  let isSilent = false

  const look = () => {
    const [now, wall] = [performance.now(), Date.now()]
    const late = Math.max(now - lastLook, wall - lastWall)
    lastLook = now
    lastWall = wall
    const last = lastSound()
    if (last === null) {
      lastLoud = now
    } else if (late > asleepAfter) {
      return onAsleep()
    } else if (now - last > soundlessAfter) {
      return onSoundless()
    }
    analyser.getFloatTimeDomainData(samples)
    if (samples.some((sample) => Math.abs(sample) > silence)) lastLoud = now
    const silent = context.state === 'running' && now - lastLoud >= silentAfter
    if (silent !== isSilent) onSilent(silent)
    isSilent = silent
  }

  const timer = setInterval(look, lookEvery)
  return () => {
    clearInterval(timer)
    void context.close()
    if (isSilent) onSilent(false)
  }
}
