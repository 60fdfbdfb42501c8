import { z } from 'zod'
import type { Db } from '../db/open.ts'
import { getSetting, setSetting } from '../db/settings.ts'

/**
 * How many tokens a text has can only be known by the model, and Ollama has no call for it. So they are counted from
 * above: words and figures by rule, times a factor that each answer's own count corrects for the model that gave it. The
 * factor goes up at once and down slowly, since too small a count loses part of a meeting, and too large a one a little
 * room.
 */

const pieces = /\p{L}+|\p{N}|\s+|[^\s\p{L}\p{N}]/gu
/** Letters of a word that go into one token, at least; what is not written in Latin letters takes more tokens. */
const lettersPerToken = 6
const lettersOfOthers = 1.5

/** By rule alone: about what a model of today makes of English. */
export function roughTokens(text: string): number {
  let count = 0
  for (const [piece] of text.matchAll(pieces)) {
    if (/^\p{L}/u.test(piece)) {
      const perToken = /^[\p{Script=Latin}]+$/u.test(piece) ? lettersPerToken : lettersOfOthers
      count += Math.ceil(piece.length / perToken)
    } else if (/^\s/.test(piece)) {
      // The space before a word belongs to the word.
      if (piece !== ' ') count += 1 + Math.floor(piece.length / 16)
    } else count += piece.length
  }
  return count
}

/** For a model that has not answered yet. */
const firstFactor = 1.3
const least = 0.5
const most = 6
const leeway = 1.05
const goesDownBy = 0.1
/** Of a shorter prompt most is what the server puts around it. */
const fewestForLearning = 200
/** A factor that differs less is not worth writing. */
const worthWriting = 0.02

/** What the server puts around the messages: the model's own marks. */
export const aroundMessages = 24
export const aroundMessage = 8

/** `factor` is for counting from above; `mean` is what is to be expected. */
const stored = z.record(z.string(), z.object({ factor: z.number(), mean: z.number() }))

export type TokenFactors = ReturnType<typeof createTokenFactors>

/** What is known of each model's way of counting, kept over restarts and for all processes. */
export function createTokenFactors(db: Db) {
  async function all(): Promise<z.infer<typeof stored>> {
    const text = await getSetting(db.read, 'language_tokens')
    return text === null ? {} : stored.parse(JSON.parse(text))
  }

  return {
    /** A counter for this model's tokens: not fewer than it will find. */
    async counter(model: string | null): Promise<(text: string) => number> {
      const factor = (model === null ? undefined : (await all())[model])?.factor ?? firstFactor
      return (text) => Math.ceil(roughTokens(text) * factor)
    },

    /** About what a model will count of a prompt with so many rough tokens, as learnt; null: it has not answered yet. */
    async expected(model: string, rough: number): Promise<number | null> {
      const known = (await all())[model]
      return known ? rough * known.mean : null
    },

    /** Learns from what a model counted of a prompt with so many rough tokens. */
    async learn(model: string, rough: number, counted: number): Promise<void> {
      if (rough < fewestForLearning) return
      const seen = Math.min(most, Math.max(least, counted / rough))
      const known = await all()
      const { factor, mean } = known[model] ?? { factor: firstFactor, mean: seen }
      const wanted = seen * leeway
      const next = {
        factor: wanted > factor ? wanted : factor + (wanted - factor) * goesDownBy,
        mean: mean + (seen - mean) * goesDownBy,
      }
      if (model in known && Math.abs(next.factor - factor) / factor < worthWriting) return
      await setSetting(db.write, 'language_tokens', JSON.stringify({ ...known, [model]: next }))
    },
  }
}
