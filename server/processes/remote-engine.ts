import type { EngineStatus } from '#contract/system.ts'
import type { Log } from '../log.ts'
import { bearer, type EngineEndpoint } from '../speech/gate.ts'
import type { SpeechModel } from '../speech/models.ts'
import type { SpeechEngineHost } from './speech-engine.ts'

const lookMs = 5000
/** A server that computes may be slow to answer. */
const answerMs = 20_000

/**
 * A speech server on another machine in the place of the appliance's own engine. It is asked every few seconds whether it
 * is there; while it is not, work waits.
 */
export function createRemoteEngineHost({
  url,
  modelName,
  key = null,
  log,
}: {
  /** Where it listens, without the path of the call. */
  url: string
  /** What it calls its model; null: it has one. */
  modelName: string | null
  /** Sent with each request; null: it asks for none. */
  key?: string | null
  log: Log
}): SpeechEngineHost {
  const listeners = new Set<() => void>()
  const stopping = new AbortController()
  const { host } = new URL(url)
  const model = remoteModel(host, modelName)
  const remote = { model: modelName ?? 'whisper-1', parallel: 4, key }
  let endpoint: EngineEndpoint | null = null
  let trouble: string | null = null

  const tell = (): void => {
    for (const listener of listeners) listener()
  }

  async function look(): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(answerMs)])
    try {
      // Whatever it answers: servers differ in how they say that they are well.
      await (await fetch(url, { signal, headers: bearer(key) })).body?.cancel()
      if (endpoint) return
      endpoint = { url, model, remote }
      trouble = null
      log.info({ host }, 'the speech server answers')
    } catch (error) {
      if (stopping.signal.aborted || trouble !== null) return
      endpoint = null
      trouble = `The speech server ${host} does not answer. Recordings wait until it does.`
      log.warn({ host, err: error }, 'the speech server does not answer')
    }
    tell()
  }

  let timer: NodeJS.Timeout | undefined
  const rounds = async (): Promise<void> => {
    await look()
    if (!stopping.signal.aborted) timer = setTimeout(() => void rounds(), lookMs)
  }
  void rounds()

  return {
    use: () => Promise.resolve(),
    endpoint: () => endpoint,
    status(): EngineStatus {
      const { id, name, bundled, multilingual } = model
      const shown = { id, name, bundled, multilingual }
      if (endpoint)
        return { state: 'ready', percent: null, message: `The speech server ${host} answers.`, model: shown }
      const message = trouble ?? `Looking for the speech server ${host}.`
      return { state: trouble ? 'failed' : 'starting', percent: null, message, model: null }
    },
    onChange: (listener) => void listeners.add(listener),
    restart: () => undefined,
    stop() {
      stopping.abort()
      clearTimeout(timer)
      return Promise.resolve()
    },
  }
}

function remoteModel(host: string, modelName: string | null): SpeechModel {
  const name = modelName ? `${modelName} on ${host}` : `Speech server ${host}`
  return {
    ...{ id: 'remote', name, sizeBytes: 0, sha256: `remote:${name}`, file: '' },
    ...{ multilingual: true, addedAt: null, bundled: false },
  }
}
