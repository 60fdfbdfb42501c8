import type { Db } from '../db/open.ts'
import type { Log } from '../log.ts'
import type { LanguageAnswer, LanguageRequest } from './engine.ts'
import { formatOf, readJson } from './format.ts'
import { ask, type Ask } from './ollama-answer.ts'
import { tooLong, type OllamaServer } from './ollama-client.ts'
import { noted } from './last-failure.ts'
import type { OllamaModels } from './ollama-models.ts'
import { askAfresh, type Prompts } from './ollama-prompt.ts'
import { persist, type Attempt } from './persist.ts'
import { getLanguageSettings } from './settings.ts'
import { Trouble } from './trouble.ts'
import type { z } from 'zod'

export const timing = {
  /** Of what is left until the deadline, the first word may take this share: a large prompt on a small machine takes minutes. */
  firstWordShare: 0.6,
  firstWordLeastMs: 30_000,
  nextWordMs: 60_000,
  /** For what is asked beside answers: version, models. */
  lookWithinMs: 5000,
  pauseMs: (failures: number): number => Math.min(1000 * 2 ** (failures - 1), 20_000),
}
export type OllamaTiming = typeof timing

/** Where a request says nothing of it. */
export const defaultAnswerTokens = 1024
/** An answer that went wrong is asked for with more chance in it. */
const warmerBy = 0.25
const longestShownBack = 1500

/** What asking takes. */
export type Asking = {
  server: OllamaServer
  db: Db
  log: Log
  models: OllamaModels
  prompts: Prompts
  threads: (() => number | undefined) | undefined
  timing: OllamaTiming
}

/**
 * One request, asked until there is a usable answer: see LanguageEngine.complete.
 * @throws AppError language_…; the signal's reason when it fires
 */
export async function complete<T>(
  { server, db, log, models, prompts, threads, timing }: Asking,
  request: LanguageRequest & { schema?: z.ZodType<T> },
): Promise<LanguageAnswer<T | string>> {
  const format = request.schema && formatOf(request.schema)
  let spoke = false
  let lastText = ''
  let warmth = 0

  async function attempt({ number, last, signal, leftMs }: Attempt): Promise<LanguageAnswer<T | string>> {
    if (last !== null) models.tryAgain()
    const settings = await getLanguageSettings(db.read)
    const model = await models.required()
    const contextSize = await models.contextOf(model)
    const maxAnswerTokens = request.maxAnswerTokens ?? defaultAnswerTokens
    const fresh = last?.hint === askAfresh
    if (last?.kind === 'answer' && !fresh) warmth++
    const room = contextSize - maxAnswerTokens
    const plain = await prompts.of(request, model, { format, again: [], fresh })
    if (plain.tokens > room) throw tooLong(new Error(`about ${plain.tokens} tokens, room for ${room}`))
    const again = last?.hint && !fresh ? correction(lastText, last.hint) : []
    const corrected = again.length > 0 ? await prompts.of(request, model, { format, again, fresh }) : plain
    const prompt = corrected.tokens <= room ? corrected : plain

    if (spoke) request.onRestart?.()
    spoke = false
    let answerTokens = 0
    request.onProgress?.({ phase: 'waiting', attempt: number, answerTokens })
    const asked: Ask = {
      server,
      model,
      messages: prompt.messages,
      format,
      contextSize,
      maxAnswerTokens,
      temperature: Math.min((request.temperature ?? settings.temperature) + warmerBy * warmth, 1.5),
      threads: threads?.(),
      thinks: (await models.facts(model)).thinks,
      firstWordMs: Math.max(leftMs * timing.firstWordShare, timing.firstWordLeastMs),
      nextWordMs: timing.nextWordMs,
      signal,
      onPart: (text) => {
        spoke = true
        answerTokens++
        request.onToken?.(text)
        request.onProgress?.({ phase: 'answering', attempt: number, answerTokens })
      },
    }
    const said = await ask(asked)
    lastText = said.text
    await prompts.requireWhole(said, prompt, asked, fresh)
    return {
      value: request.schema ? readJson(said.text, request.schema) : needText(said.text),
      model,
      promptTokens: said.promptTokens ?? prompt.rough,
      answerTokens: said.answerTokens,
      attempts: number,
    }
  }

  const answer = persist(request, { log, pauseMs: timing.pauseMs }, async (one) => {
    try {
      return await attempt(one)
    } catch (error) {
      // Gone since it was listed: the next request looks again.
      if (error instanceof Trouble && error.code === 'language_no_model') models.forget()
      throw error
    }
  })
  return noted(db, log, answer)
}

function correction(text: string, hint: string): Ask['messages'] {
  return [
    { role: 'assistant', content: text.slice(0, longestShownBack) },
    { role: 'user', content: `That answer cannot be used. ${hint}\nAnswer again, with the JSON alone.` },
  ]
}

function needText(text: string): string {
  const answer = text.trim()
  if (answer !== '') return answer
  throw new Trouble('answer', 'language_invalid', 'The language model gave an empty answer. Try again.')
}
