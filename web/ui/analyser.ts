/** One audio context a page: browsers allow only a few. */
let context: AudioContext | null = null
const analysers = new WeakMap<HTMLAudioElement, AnalyserNode>()

/**
 * Listens to what an `<audio>` plays. Call it when the person has pressed play: before that browsers refuse sound.
 * @returns 32 bands
 */
export function analyserOf(element: HTMLAudioElement): AnalyserNode {
  context ??= new AudioContext()
  // A context that was made too early, or that the browser put to sleep, would swallow the sound.
  if (context.state !== 'running') void context.resume()
  let analyser = analysers.get(element)
  if (!analyser) {
    analyser = context.createAnalyser()
    analyser.fftSize = 64
    analyser.smoothingTimeConstant = 0.8
    context.createMediaElementSource(element).connect(analyser).connect(context.destination)
    analysers.set(element, analyser)
  }
  return analyser
}
