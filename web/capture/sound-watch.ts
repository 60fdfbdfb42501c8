import type { Input, Kind } from './sources.ts'

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
  /** What it is made of. */
  inputs: readonly Input[]
  /** When the last sound was handed over (performance.now()); null while nothing is to be expected. */
  lastSound: () => number | null
  /** It has stood still: what was said meanwhile is missing. */
  onAsleep: () => void
  /** The recorder runs and hands over nothing. */
  onSoundless: () => void
  /** @param kinds those inputs that are silent while others are heard */
  onSilent: (silent: boolean, kinds: readonly Kind[]) => void
}

type Ear = {
  /** Of several inputs; null: the whole. */
  kind: Kind | null
  lastLoud: number
  hears: () => boolean
}

function earFor(context: AudioContext, stream: MediaStream, kind: Kind | null): Ear {
  const analyser = context.createAnalyser()
  analyser.fftSize = 32_768 // most of a second: a word between two looks counts
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    kind,
    lastLoud: performance.now(),
    hears: () => {
      analyser.getFloatTimeDomainData(samples)
      return samples.some((sample) => Math.abs(sample) > silence)
    },
  }
}

const saying = (silent: boolean, kinds: readonly Kind[]): string => `${silent} ${kinds.join(' ')}`

/** Returns the way out. */
export function watchSound({
  stream,
  inputs,
  lastSound,
  onAsleep,
  onSoundless,
  onSilent,
}: WatchOptions): () => void {
  const context = new AudioContext()
  const ears = [earFor(context, stream, null)]
  if (inputs.length > 1) for (const input of inputs) ears.push(earFor(context, input.stream, input.kind))
  void context.resume()
  let lastLook = performance.now()
  // While the machine sleeps the wall clock alone goes on, in most systems.
  let lastWall = Date.now()
  const heard = saying(false, [])
  let said = heard

  const look = () => {
    const [now, wall] = [performance.now(), Date.now()]
    const late = Math.max(now - lastLook, wall - lastWall)
    lastLook = now
    lastWall = wall
    const last = lastSound()
    if (last !== null && late > asleepAfter) return onAsleep()
    if (last !== null && now - last > soundlessAfter) return onSoundless()
    for (const ear of ears) if (last === null || ear.hears()) ear.lastLoud = now
    const quiet =
      context.state === 'running' ? ears.filter(({ lastLoud }) => now - lastLoud >= silentAfter) : []
    const silent = quiet.some(({ kind }) => kind === null)
    const kinds = silent ? [] : quiet.flatMap(({ kind }) => kind ?? [])
    const state = saying(silent, kinds)
    if (state !== said) onSilent(silent, kinds)
    said = state
  }

  const timer = setInterval(look, lookEvery)
  return () => {
    clearInterval(timer)
    void context.close()
    if (said !== heard) onSilent(false, [])
  }
}
