import { setTimeout as pause } from 'node:timers/promises'
import { createWatch, explain } from './ollama-answer.ts'
import { clientFor, type OllamaServer } from './ollama-client.ts'
import { createPatience, Trouble } from './trouble.ts'

export type PullProgress = {
  receivedBytes: number
  /** Of the parts that are known so far; the largest comes first. */
  totalBytes: number
  /** "Fetching", "Checking" */
  step: string
}

export type PullOptions = {
  signal: AbortSignal
  onProgress: (progress: PullProgress) => void
  onTrouble?: (error: Error) => void
  /** No sign of life for so long is a dropped connection. */
  stallMs?: number
  pauseMs?: (failures: number) => number
}

/**
 * Has Ollama fetch a model, to its last byte; what has come goes on from there after a failure. Closing the connection
 * (the signal) ends it, and Ollama keeps the parts.
 * @throws AppError model_unknown, model_unreachable, disk_full, language_unreachable; the signal's reason
 */
export async function pullModel(server: OllamaServer, id: string, options: PullOptions): Promise<void> {
  const { signal, onTrouble, pauseMs = (n) => Math.min(2000 * 2 ** (n - 1), 60_000) } = options
  let patience = createPatience(pauseMs)
  let furthest = 0
  for (;;) {
    const received = { bytes: 0 }
    try {
      return await receive(server, id, options, received)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof Trouble)) throw error
      if (received.bytes > furthest) patience = createPatience(pauseMs)
      furthest = Math.max(furthest, received.bytes)
      const waitMs = patience.next(error)
      if (waitMs === null) throw error.toAppError()
      onTrouble?.(error)
      await pause(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}

async function receive(
  server: OllamaServer,
  id: string,
  { signal, onProgress, stallMs = 300_000 }: PullOptions,
  received: { bytes: number },
): Promise<void> {
  const says = `Ollama at ${server.host} says nothing more of the model.`
  const watch = createWatch(stallMs, stallMs, () => new Trouble('connection', 'language_unreachable', says))
  const parts = new Map<string, { total: number; completed: number }>()
  const sum = (key: 'total' | 'completed'): number =>
    [...parts.values()].reduce((all, part) => all + part[key], 0)
  try {
    const client = clientFor(server, AbortSignal.any([signal, watch.signal]))
    const stream = await client.pull({ model: id, stream: true })
    for await (const { status, digest, total, completed } of stream) {
      watch.heard()
      // A part that is here already is told of without its progress.
      if (digest && total) parts.set(digest, { total, completed: completed ?? 0 })
      received.bytes = sum('completed')
      const step = /verifying|writing|removing|success/.test(status) ? 'Checking' : 'Fetching'
      onProgress({ receivedBytes: sum('completed'), totalBytes: sum('total'), step })
    }
  } catch (error) {
    signal.throwIfAborted()
    watch.signal.throwIfAborted()
    throw pullTrouble(explain(error, server.host), id)
  } finally {
    watch.stop()
  }
}

/** What Ollama says of a pull that failed is about its source, not about the model's answers. */
function pullTrouble(error: unknown, id: string): unknown {
  if (!(error instanceof Trouble) || (error.code !== 'language_failed' && error.code !== 'language_no_model'))
    return error
  const says = error.cause instanceof Error ? error.cause.message : error.message
  if (/file does not exist|manifest unknown|not found|invalid model name/i.test(says))
    return new Trouble('never', 'model_unknown', `Ollama knows no model "${id}".`, { cause: error })
  if (/no space left|disk quota/i.test(says))
    return new Trouble(
      'never',
      'disk_full',
      'The disk of Ollama’s machine is full. Make room, and try again.',
      {
        cause: error,
      },
    )
  const noNetwork =
    /dial tcp|lookup |no such host|i\/o timeout|connection refused|network is unreachable|tls:|x509/i
  return new Trouble(
    'failed',
    'model_unreachable',
    noNetwork.test(says)
      ? 'Ollama could not reach the place that it fetches models from. It needs the internet for this: check its network, or bring the model to it by hand (ollama create).'
      : 'Ollama could not fetch the language model. The details are in the appliance’s log.',
    { cause: error },
  )
}
