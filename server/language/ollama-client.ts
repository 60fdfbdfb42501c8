import { Ollama } from 'ollama'
import type { Agent, fetch as undiciFetch } from 'undici'
import { Trouble } from './trouble.ts'

/** A server that asks for more patience than this is asked again anyway. */
const longestWaitMs = 30_000
/** Bytes that are read of what a server says went wrong, and characters that are looked at. */
const longestError = 64 * 1024
const longestRefusal = 2000
/** Bytes of a line of an answer, and of an answer in one piece: 32 vectors of 4096 numbers have some 3 MB. */
const longestLine = 1024 * 1024
const longestWhole = 32 * 1024 * 1024

/** Where Ollama answers. */
export type OllamaServer = { host: string; headers: Record<string, string>; connections: Connections }

type Connections = {
  opened(): Promise<{ agent: Agent; fetch: typeof undiciFetch }>
  close(): Promise<void>
}

/** @param url as in OLLAMA_HOST; a name and password in it are for a proxy before Ollama */
export function serverAt(url: string): OllamaServer {
  const { username, password } = new URL(url)
  const given = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const bare = new URL(url)
  bare.username = bare.password = ''
  return {
    host: bare.href.replace(/\/$/, ''),
    headers: username ? { Authorization: `Basic ${Buffer.from(given).toString('base64')}` } : {},
    connections: connectionsOf(),
  }
}

/** Their library is loaded for the first request: most processes make none, and start sooner without it. */
function connectionsOf(): Connections {
  let opened: ReturnType<Connections['opened']> | null = null
  const open: Connections['opened'] = async () => {
    const { Agent, fetch } = await import('undici')
    // No limit on the wait for headers or the next bytes: a large prompt takes minutes, and whoever asks has a deadline.
    return { agent: new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 5000 } }), fetch }
  }
  return {
    opened: () => (opened ??= open()),
    close: async () => (await opened)?.agent.destroy(),
  }
}

/**
 * A client for one request: Ollama's own, over a connection that `signal` closes (so that the model stops computing) and
 * that waits as long as it takes. Failures come as Trouble.
 */
export function clientFor(server: OllamaServer, signal: AbortSignal): Ollama {
  return new Ollama({ host: server.host, headers: server.headers, fetch: requestThrough(server, signal) })
}

function requestThrough({ host, connections }: OllamaServer, signal: AbortSignal): typeof fetch {
  return async (url, init) => {
    const { agent, fetch: request } = await connections.opened()
    const both = init?.signal ? AbortSignal.any([signal, init.signal]) : signal
    const sent = { ...init, dispatcher: agent, signal: both } as Parameters<typeof undiciFetch>[1]
    // Node's own fetch does not take another version's agent; the two answers differ in their types alone.
    const response = (await request(url as string | URL, sent).catch((error: unknown) => {
      signal.throwIfAborted()
      throw unreachable(host, error)
    })) as unknown as Response
    // The client would print such an answer, and lose its status within a stream.
    if (!response.ok) throw refusal(host, response.status, await beginningOf(response), response.headers)
    if (!response.body) return response
    const inLines = /ndjson/.test(response.headers.get('content-type') ?? '')
    return new Response(response.body.pipeThrough(inLines ? wholeLines() : bounded()), {
      status: response.status,
      headers: response.headers,
    })
  }
}

/**
 * The client passes over lines that are no JSON, and prints them; here they end the answer. What comes after the last
 * line's end is the beginning of one that never came: the client says that nothing was done.
 */
function wholeLines(): Through {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  /** Of a line that has not ended: what has been looked at is not looked at again. */
  let open: string[] = []
  let length = 0
  return new TransformStream({
    transform(chunk, controller) {
      const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
      open.push(first)
      length += first.length
      if (length > longestLine) throw tooMuch(longestLine)
      if (others.length === 0) return
      const rest = others.pop()!
      const full = [open.join(''), ...others].filter((line) => line.trim() !== '')
      open = [rest]
      length = rest.length
      full.forEach(needJson)
      if (full.length > 0) controller.enqueue(encoder.encode(`${full.join('\n')}\n`))
    },
    flush(controller) {
      const rest = open.join('')
      // Ollama ends its last line; others may not.
      if (rest.trim() !== '' && isJson(rest)) controller.enqueue(encoder.encode(`${rest}\n`))
    },
  })
}

type Through = TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>

/** An answer in one piece, which the client reads into memory. */
function bounded(): Through {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > longestWhole) throw tooMuch(longestWhole)
      controller.enqueue(chunk)
    },
  })
}

/** What an answer begins with; of one that does not end no more is read. */
async function beginningOf(response: Response): Promise<string> {
  if (!response.body) return ''
  const decoder = new TextDecoder()
  let text = ''
  // Leaving the loop closes the connection.
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= longestError) break
  }
  return text
}

const tooMuch = (most: number): Trouble =>
  new Trouble('never', 'language_failed', 'The language model’s server sent more than an answer can be.', {
    cause: new Error(`more than ${most} bytes`),
  })

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

function needJson(line: string): void {
  if (isJson(line)) return
  throw new Trouble('connection', 'language_failed', 'The language model’s server sent a broken answer.', {
    cause: new Error(`not JSON: ${line.slice(0, 80)}`),
  })
}

/** Of a failed connection: nobody there, or gone in the midst of an answer. */
export function unreachable(host: string, error: unknown): Trouble {
  const code = codeOf(error)
  const unknownName = code === 'ENOTFOUND' || code === 'EAI_AGAIN'
  const why = unknownName
    ? `the name in OLLAMA_HOST (${host}) is not known to this machine`
    : code === 'ECONNREFUSED'
      ? `nothing answers at ${host}`
      : `the connection to ${host} failed${code && ` (${code})`}`
  return new Trouble(
    unknownName ? 'never' : 'connection',
    'language_unreachable',
    `The language model cannot be reached: ${why}. Start Ollama there, or set OLLAMA_HOST to where it runs.`,
    { cause: error },
  )
}

/** What a status other than 200 means. */
function refusal(
  host: string,
  status: number,
  body: string,
  headers: { get(name: string): string | null },
): Trouble {
  const says = errorOf(body) ?? `status ${status}`
  if (status === 503 || status === 429) {
    const seconds = Number(headers.get('retry-after'))
    const waitMs = seconds > 0 ? Math.min(seconds * 1000, longestWaitMs) : null
    return new Trouble(
      'busy',
      'language_busy',
      'The language model is busy with other work. Try again in a few minutes.',
      { cause: new Error(says), waitMs },
    )
  }
  if (status === 401 || status === 403)
    return new Trouble(
      'never',
      'language_unreachable',
      `The language model at ${host} does not let the appliance in (${status}).`,
      { cause: new Error(says) },
    )
  if (status === 404 && !/model/i.test(says))
    return new Trouble(
      'never',
      'language_unreachable',
      `What answers at ${host} is not Ollama. Set OLLAMA_HOST to where it runs.`,
      { cause: new Error(says) },
    )
  if (status === 502 || status === 504)
    return new Trouble(
      'connection',
      'language_unreachable',
      `The language model cannot be reached: a proxy before ${host} answers ${status}.`,
      { cause: new Error(says) },
    )
  return saidByServer(says, status)
}

/** What Ollama says went wrong, as the answer's status or as a line of its stream. */
export function saidByServer(says: string, status: number | null = null): Trouble {
  const cause = new Error(status === null ? says : `${status}: ${says}`)
  if (/context (length|size|window)|exceed.*context|longer than the context/i.test(says))
    return tooLong(cause)
  if (/model .*not found|try pulling it/i.test(says))
    return new Trouble(
      'never',
      'language_no_model',
      'The chosen language model is not on its server. Fetch it, or choose another one on the System page.',
      { cause },
    )
  if (/system memory|out of memory|not enough memory|unable to allocate/i.test(says))
    return new Trouble(
      'never',
      'language_failed',
      'The language model does not fit into its machine’s memory. Choose a smaller model or a smaller context on the System page.',
      { cause },
    )
  return new Trouble(
    status !== null && status < 500 ? 'never' : 'failed',
    'language_failed',
    'The language model failed inside Ollama.',
    { cause },
  )
}

export const tooLong = (cause?: unknown): Trouble =>
  new Trouble(
    'never',
    'language_truncated',
    'This is too long for the language model’s context. Choose a larger context size on the System page, or a model that has one.',
    { cause },
  )

function errorOf(body: string): string | null {
  const text = body.slice(0, longestRefusal)
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && 'error' in parsed) return String(parsed.error)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return text.trim() === '' ? null : text
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}
