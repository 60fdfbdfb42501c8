import { randomUUID } from 'node:crypto'
import type { LanguageRequest } from './engine.ts'
import { schemaInWords } from './format.ts'
import type { Ask, Said } from './ollama-answer.ts'
import { tooLong } from './ollama-client.ts'
import type { OllamaModels } from './ollama-models.ts'
import { aroundMessage, aroundMessages, roughTokens, type TokenFactors } from './tokens.ts'
import { Trouble } from './trouble.ts'

/** A count below this share of what was sent means that some of it was left out. */
const leastOfExpected = 0.6
const leastOfRough = 0.4
const fewestToJudge = 200

/** Asked again with another beginning, so that the server has nothing of it cached and counts all. */
export const askAfresh = 'count again'

/** `rough` and `tokens` count it, by rule and from above (tokens.ts). */
type Prompt = { messages: Ask['messages']; rough: number; tokens: number }

export type Prompts = ReturnType<typeof createPrompts>

/** What is sent to the model, and whether it has read all of that. */
export function createPrompts({ models, factors }: { models: OllamaModels; factors: TokenFactors }) {
  /** This server's counts leave out what it has cached (Ollama 0.30 did), so that a small one means nothing. */
  let countsCached = true

  return {
    async of(
      request: LanguageRequest,
      model: string,
      more: { format: object | undefined; again: Ask['messages']; fresh: boolean },
    ): Promise<Prompt> {
      const system = request.system + (more.format ? schemaInWords(more.format) : '')
      const messages: Ask['messages'] = [
        { role: 'system', content: more.fresh ? `Request ${randomUUID()}.\n${system}` : system },
        ...request.messages,
        ...more.again,
      ]
      const around = aroundMessages + aroundMessage * messages.length
      const count = await factors.counter(model)
      return {
        messages,
        rough: around + messages.reduce((sum, { content }) => sum + roughTokens(content), 0),
        tokens: around + messages.reduce((sum, { content }) => sum + count(content), 0),
      }
    },

    /** @throws Trouble when the model has read less than it was sent, or not said all */
    async requireWhole(said: Said, prompt: Prompt, asked: Ask, fresh: boolean): Promise<void> {
      if (said.doneReason === 'length')
        throw new Trouble(
          'never',
          'language_truncated',
          'The language model’s answer was too long. Try again with a shorter text.',
        )
      const { promptTokens } = said
      if (promptTokens === null || prompt.rough < fewestToJudge) return
      const expected = await factors.expected(asked.model, prompt.rough)
      const least = expected === null ? prompt.rough * leastOfRough : expected * leastOfExpected
      if (promptTokens < least && (countsCached || fresh)) {
        const loaded = await models.loadedContext(asked.model)
        if (fresh || (loaded !== null && loaded < asked.contextSize))
          throw tooLong(
            new Error(`${promptTokens} of about ${prompt.rough} tokens were read, context ${loaded}`),
          )
        throw new Trouble('answer', 'language_truncated', tooLong().message, { hint: askAfresh })
      }
      if (promptTokens < least) return
      // Nothing was left out, so the small count before was of what was not cached.
      if (fresh) countsCached = false
      await factors.learn(asked.model, prompt.rough, promptTokens)
    },
  }
}
