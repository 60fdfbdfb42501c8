import type { SpeechModel } from './models.ts'

/** Where the speech engine answers now, and with which model. A new object for each new engine process. */
export type EngineEndpoint = {
  url: string
  model: SpeechModel
  /** More processes with the same model: each serves one request at a time. */
  beside?: readonly string[]
  /** A server of somebody else's, which is asked by OpenAI's call, several clips at once. */
  remote?: { model: string; parallel: number; key: string | null }
}

/** The header that carries a speech server's key. */
export const bearer = (key: string | null): Record<string, string> =>
  key === null ? {} : { authorization: `Bearer ${key}` }

/**
 * The worker's view of the engine, which the server runs and may restart, exchange or lack (while it is being built).
 * Work waits here; it never fails because the engine is not there yet.
 */
export type EngineGate = {
  set(endpoint: EngineEndpoint | null): void
  /**
   * Waits until an engine answers.
   * @param not an endpoint that has just failed: wait for another one, or take the same again after `retrySameMs`
   * @param onWait told when it has to wait
   */
  wait(signal: AbortSignal, onWait: () => void, not?: EngineEndpoint): Promise<EngineEndpoint>
}

/** A connection can fail though the engine lives; a dead one has been replaced by then. */
const retrySameMs = 30_000

/** A gate without an engine: whoever comes waits until `set` names one. */
export function createGate(): EngineGate {
  let current: EngineEndpoint | null = null
  const listeners = new Set<() => void>()
  return {
    set(endpoint) {
      current = endpoint
      for (const listener of [...listeners]) listener()
    },
    wait(signal, onWait, not) {
      return new Promise((resolve, reject) => {
        let tired = false
        const timer = not && setTimeout(() => ((tired = true), look()), retrySameMs)
        const done = (): void => {
          clearTimeout(timer)
          listeners.delete(look)
          signal.removeEventListener('abort', abort)
        }
        const abort = (): void => {
          done()
          reject(signal.reason)
        }
        const look = (): void => {
          if (signal.aborted) return abort()
          if (current && (current !== not || tired)) {
            done()
            resolve(current)
          } else onWait()
        }
        signal.addEventListener('abort', abort)
        listeners.add(look)
        look()
      })
    },
  }
}
