import type { ChatRequest, ChatResponse } from 'ollama'
import type { LanguageMessage } from './engine.ts'
import { goesInCircles } from './loops.ts'
import { clientFor, saidByServer, unreachable, type OllamaServer } from './ollama-client.ts'
import { Trouble } from './trouble.ts'

/** What is asked of Ollama in one try. */
export type Ask = {
  server: OllamaServer
  model: string
  messages: ({ role: 'system'; content: string } | LanguageMessage)[]
  format: object | undefined
  contextSize: number
  maxAnswerTokens: number
  temperature: number
  threads: number | undefined
  /** The model can think before it answers; here it is not to. */
  thinks: boolean
  /** The longest that the first word, and each one after it, may take. */
  firstWordMs: number
  nextWordMs: number
  signal: AbortSignal
  onPart: (text: string) => void
}

export type Said = {
  text: string
  promptTokens: number | null
  answerTokens: number
  /** "stop", or "length": there was more to say. */
  doneReason: string
}

/** Undocumented in the client's types: refuse what does not fit, instead of leaving some of it out. */
type Strict = ChatRequest & { stream: true; truncate: false; shift: false }

/** A token of more characters on average is no language. */
const longestToken = 20
const lookEvery = 8

/**
 * One try: sends, and reads the answer to its last word.
 * @throws Trouble; the signal's reason when it fired
 */
export async function ask(asked: Ask): Promise<Said> {
  const watch = createWatch(
    asked.firstWordMs,
    asked.nextWordMs,
    () =>
      new Trouble(
        'slow',
        'language_timeout',
        'The language model took too long to answer. A smaller model or a smaller context answers sooner.',
      ),
  )
  const signal = AbortSignal.any([asked.signal, watch.signal])
  try {
    const stream = await clientFor(asked.server, signal).chat(requestOf(asked))
    let text = ''
    let parts = 0
    for await (const part of stream as AsyncIterable<ChatResponse>) {
      watch.heard()
      const said = part.message?.content ?? ''
      if (said !== '') {
        text += said
        parts++
        if (parts % lookEvery === 0) needSense(text, asked)
        asked.onPart(said)
        // What has arrived already is read without asking the connection.
        asked.signal.throwIfAborted()
      }
      if (part.done) {
        needSense(text, asked)
        return {
          text,
          promptTokens: part.prompt_eval_count ?? null,
          answerTokens: part.eval_count ?? parts,
          doneReason: part.done_reason ?? '',
        }
      }
    }
    throw droppedConnection(asked.server.host)
  } catch (error) {
    asked.signal.throwIfAborted()
    watch.signal.throwIfAborted()
    throw explain(error, asked.server.host)
  } finally {
    // Closes the connection of an answer that is not read to its end.
    watch.stop()
  }
}

function requestOf(asked: Ask): Strict {
  return {
    model: asked.model,
    messages: asked.messages,
    stream: true,
    format: asked.format,
    truncate: false,
    shift: false,
    ...(asked.thinks ? { think: false } : {}),
    options: {
      // Constant: another size would make Ollama load the model anew.
      num_ctx: asked.contextSize,
      num_predict: asked.maxAnswerTokens,
      temperature: asked.temperature,
      ...(asked.threads === undefined ? {} : { num_thread: asked.threads }),
    },
  }
}

function needSense(text: string, { maxAnswerTokens }: Ask): void {
  if (goesInCircles(text) || text.length > maxAnswerTokens * longestToken)
    throw new Trouble(
      'answer',
      'language_invalid',
      'The language model went round in circles and gave no usable answer. Try again, or choose a larger model.',
    )
}

/** Ends a try in which nothing comes for too long. */
export function createWatch(firstMs: number, nextMs: number, late: () => Trouble) {
  const controller = new AbortController()
  const giveUp = (): void => controller.abort(late())
  let timer = setTimeout(giveUp, firstMs)
  return {
    signal: controller.signal,
    heard(): void {
      clearTimeout(timer)
      timer = setTimeout(giveUp, nextMs)
    },
    stop(): void {
      clearTimeout(timer)
      controller.abort()
    },
  }
}

const droppedConnection = (host: string, cause?: unknown): Trouble =>
  new Trouble(
    'connection',
    'language_broke_off',
    `The connection to the language model at ${host} broke off in the midst of an answer.`,
    { cause },
  )

/** The client throws plain errors for lines of the stream that say so. */
export function explain(error: unknown, host: string): unknown {
  if (error instanceof Trouble) return error
  if (!(error instanceof Error)) return error
  if (error.cause instanceof Trouble) return error.cause
  if (/Did not receive done/.test(error.message)) return droppedConnection(host)
  if (error instanceof TypeError) {
    // How fetch says that the connection failed while the answer was read.
    return /terminated|other side closed|fetch failed/.test(error.message)
      ? error.message === 'fetch failed'
        ? unreachable(host, error)
        : droppedConnection(host, error)
      : error
  }
  return error.name === 'Error' ? saidByServer(error.message) : error
}
