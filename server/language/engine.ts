import type { z } from 'zod'
import type { EmbeddedAs } from './embedding.ts'

/** What is said to the model after the system's part; the last one is the user's. */
export type LanguageMessage = { role: 'user' | 'assistant'; content: string }

/** How far an answer is. */
export type LanguageProgress = {
  /** `waiting`: the model is loaded or reads the prompt; `answering`: the first word is there. */
  phase: 'waiting' | 'answering'
  /** Which try this is, from 1: a dropped connection or an answer that broke the schema is tried again. */
  attempt: number
  /** Words or parts of words that came, about a token each. */
  answerTokens: number
}

/** One question to the model. What people or documents wrote goes through `asData` (prompt.ts) before it gets here. */
export type LanguageRequest = {
  system: string
  messages: LanguageMessage[]
  /** The longest answer; one that would be longer fails with language_truncated. Default 1024. */
  maxAnswerTokens?: number
  /** Instead of the setting. */
  temperature?: number
  /** Ends it: the connection to the model is closed, so that it stops computing. */
  signal: AbortSignal
  /** For all of it: waiting for the model, every try, the last word. */
  deadlineMs: number
  /** Nobody waits for it: a restart of the model's server is waited out. */
  patient?: boolean
  /** Each part of the answer as it comes. */
  onToken?: (text: string) => void
  /** What `onToken` told is void: the answer begins again from its first word. */
  onRestart?: () => void
  onProgress?: (progress: LanguageProgress) => void
}

/** An answer, and what it took. */
export type LanguageAnswer<T> = {
  value: T
  /** As Ollama names it, "llama3.1:8b": goes on record with what it wrote. */
  model: string
  promptTokens: number
  answerTokens: number
  /** 1: the first answer was good. */
  attempts: number
}

export type LanguageModel = {
  /** As it is chosen: "llama3.1:8b". */
  id: string
  sizeBytes: number
  /** "8.0B", "Q4_K_M"; null where the server does not say. */
  parameters: string | null
  quantisation: string | null
  /** Makes vectors, and no answers. */
  embeds: boolean
}

/** Whether questions can be asked now. */
export type LanguageStatus = {
  state: 'ready' | 'no_model' | 'unreachable'
  /** A sentence for a person: what works, or what is wrong and what to do. */
  message: string
  /** Where it is looked for. */
  host: string
  version: string | null
  /** The one that answers; null when there is none. */
  model: string | null
  /** The one that makes vectors; null: search goes by words alone. */
  embeddingModel: string | null
}

/** A language model, wherever it runs. Every failure is an AppError with a code `language_…` and a sentence for the user. */
export type LanguageEngine = {
  /**
   * Asks, and waits for the whole answer. With a schema the answer is JSON that fits it: the model is held to the schema,
   * the answer is checked, and asked for again with what was wrong with it.
   * @throws AppError language_unreachable, language_no_model, language_busy, language_timeout, language_truncated (the
   * prompt or the answer does not fit), language_invalid (no usable answer), language_failed (the server says why)
   * @throws the signal's reason when it fires
   */
  complete<T>(request: LanguageRequest & { schema: z.ZodType<T> }): Promise<LanguageAnswer<T>>
  complete(request: LanguageRequest): Promise<LanguageAnswer<string>>

  /**
   * Counts at once, for many texts (windows.ts), as the model in use is known now: not fewer tokens than it makes of a
   * text, about a tenth more as a rule.
   */
  tokenCounter(): Promise<(text: string) => number>

  /** How many tokens prompt and answer may have together. */
  contextSize(): Promise<number>

  /** What of the context is left for the messages beside this system text, the schema and the answer. */
  roomFor(
    request: Pick<LanguageRequest, 'system' | 'maxAnswerTokens'> & { schema?: z.ZodType },
  ): Promise<number>

  /** @throws AppError language_unreachable */
  models(): Promise<LanguageModel[]>

  /**
   * A vector for each text, in their order; null when there is no embedding model.
   * @throws as complete does
   */
  embed(
    texts: string[],
    options: {
      /** A question is put to the model otherwise than what is to be found by it. */
      as: EmbeddedAs
      signal: AbortSignal
      deadlineMs: number
      /** Somebody waits and can do without: what fails is not tried again. */
      hurried?: boolean
    },
  ): Promise<{ model: string; vectors: number[][] } | null>

  /** Looks; does not throw. */
  status(): Promise<LanguageStatus>
}
