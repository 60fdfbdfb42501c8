import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { loadConfig } from '../config.ts'

/** How the stand-in for Ollama may fail. `after`: so many parts of the answer. */
export type Fault =
  | { kind: 'status'; status: number; error: string; retryAfter?: number }
  | { kind: 'errorInStream'; after: number; error: string }
  /** The connection breaks; after 0 before the answer begins. */
  | { kind: 'drop'; after: number }
  /** The stream ends in good order without saying that it is done. */
  | { kind: 'ends'; after: number }
  /** Nothing more comes. */
  | { kind: 'stall'; after: number }
  | { kind: 'slowFirst'; ms: number }
  | { kind: 'brokenLine'; after: number }
  /** More to say than may be said. */
  | { kind: 'length'; after: number }
  /** `{` and white space without end. */
  | { kind: 'whitespace' }
  | { kind: 'repeat'; text: string }
  /** Gives the model less context than asked for, and silently drops what does not fit, as Ollama does by default. */
  | { kind: 'smallContext'; context: number }
  /** Counts of a prompt what was not cached alone, as Ollama 0.30 did. */
  | { kind: 'countsUncached' }

/** What is answered to a request; the first rule that fits is taken, and without one it echoes or gives the least JSON that fits. */
export type Rule = {
  path?: '/api/chat' | '/api/generate' | '/api/pull' | '/api/embed' | '/api/version'
  /** A regular expression over all that the messages say. */
  match?: string
  /** For so many requests; absent: for all. */
  times?: number
  /** Text; anything else is sent as JSON. */
  reply?: unknown
  /** Before the first part, and between the parts. */
  firstMs?: number
  partMs?: number
  fault?: Fault
  pull?: { bytes?: number; steps?: number; stepMs?: number }
}

export type StandInModel = { name: string; contextLength: number; sizeBytes?: number; embeds?: boolean }

/** A request that came, in their order. */
export type Seen = {
  path: string
  body: Record<string, unknown> & {
    model?: string
    messages?: { role: string; content: string }[]
    options?: Record<string, unknown>
  }
  /** Parts of the answer. */
  sent: number
  /** The other side closed the connection in the midst of the answer: a real Ollama stops computing then. */
  aborted: boolean
  fault: string | null
}

export type StandIn = {
  url: string
  /** For an appliance that is to talk to it. */
  env: Record<string, string>
  rules(...rules: Rule[]): Promise<void>
  models(...models: StandInModel[]): Promise<void>
  /** As if it had just started. */
  reset(): Promise<void>
  /** The requests for answers (and pulls and vectors), without looks at lists and versions. */
  seen(): Promise<Seen[]>
  stop(): Promise<void>
}

const looks = new Set(['/api/tags', '/api/show', '/api/version', '/api/ps'])

/**
 * Starts the stand-in as a process of its own, for whatever runs the test.
 * @param answers a module with `export function answer({ path, body, prompt })` that gives a text or a Rule for what no rule fits
 */
export async function spawnOllama(answers?: string): Promise<StandIn> {
  const program = join(loadConfig({}).appRoot, 'server', 'test', 'ollama-stand-in.mjs')
  const child = spawn(process.execPath, [program, ...(answers ? ['--answers', answers] : [])], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  const url = await firstLine(child)
  const post = async (path: string, body: unknown): Promise<void> => {
    await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) })
  }
  return {
    url,
    env: { OLLAMA_HOST: url },
    rules: (...rules) => post('/_/rules', { rules }),
    models: (...models) => post('/_/models', { models }),
    reset: () => post('/_/rules', { rules: [], fresh: true }),
    async seen() {
      const all = (await (await fetch(`${url}/_/seen`)).json()) as Seen[]
      return all.filter(({ path }) => !looks.has(path))
    },
    stop,
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  return line.toString().trim()
}
