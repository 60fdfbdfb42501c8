import { availableParallelism } from 'node:os'
import type { SpeechModel } from '../speech/models.ts'
import type { Supervised } from './supervise.ts'
import { runWhisperServer } from './whisper-server.ts'

/** A larger model is not worth its memory twice. */
const largestTwice = 200e6

/**
 * How many processes serve with a model: one serves one request at a time, and with two threads it is little quicker than
 * with one, so two that share the cores transcribe nearly twice as much.
 */
export const processesFor = ({ sizeBytes, wholeWindows }: SpeechModel): number =>
  availableParallelism() >= 2 && sizeBytes <= largestTwice && !wholeWindows ? 2 : 1

type Options = Omit<Parameters<typeof runWhisperServer>[0], 'onUp' | 'threads'>

/**
 * Keeps several whisper-servers with one model running, which share the cores. The first is the engine: it is there before
 * the others start, and while it is down nothing is asked.
 * @param options.onUp told of all that answer, the first one first, whenever that changes
 */
export function runEngines({
  count,
  onUp,
  onDown,
  ...options
}: Options & { count: number; onUp: (urls: readonly string[]) => void }): Supervised {
  const threads = Math.max(1, Math.floor(availableParallelism() / count))
  const urls: (string | null)[] = Array.from({ length: count }, () => null)
  const all: Supervised[] = []
  let stopped = false

  function set(at: number, url: string | null): void {
    urls[at] = url
    if (urls[0] !== null && !stopped) onUp(urls.filter((one) => one !== null))
  }
  const first = runWhisperServer({
    ...{ ...options, threads },
    onUp: (url) => set(0, url),
    onDown(reason) {
      urls[0] = null
      onDown(reason)
    },
  })
  all.push(first)
  const startOthers = (): void => {
    if (stopped) return
    for (let at = 1; at < count; at++)
      all.push(
        runWhisperServer({
          ...{ ...options, threads },
          onUp: (url) => set(at, url),
          onDown: () => set(at, null),
        }),
      )
  }
  first.firstUp.then(startOthers, () => undefined) // whoever started it hears why it did not come up
  return {
    firstUp: first.firstUp,
    restart() {
      for (const one of all) one.restart()
    },
    async stop() {
      stopped = true
      await Promise.all(all.map((one) => one.stop()))
    },
  }
}
