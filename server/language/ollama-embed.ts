import { AppError } from '../errors.ts'
import { forEmbedding } from './embedding.ts'
import type { LanguageEngine } from './engine.ts'
import { explain } from './ollama-answer.ts'
import { clientFor } from './ollama-client.ts'
import type { Asking } from './ollama-complete.ts'
import { persist } from './persist.ts'
import { getLanguageSettings } from './settings.ts'
import { once } from './trouble.ts'

const embedAtOnce = 32

/** A vector for each text: see LanguageEngine.embed. */
export async function embed(
  { server, db, log, models, timing }: Pick<Asking, 'server' | 'db' | 'log' | 'models' | 'timing'>,
  texts: string[],
  { as, signal, deadlineMs, hurried = false }: Parameters<LanguageEngine['embed']>[1],
): ReturnType<LanguageEngine['embed']> {
  const { embeddingModel } = await getLanguageSettings(db.read)
  const model = await once(() => models.choose(embeddingModel, true))
  if (model === null) return null
  if (hurried) await once(async () => models.needReachable())
  const pauseMs = hurried ? () => Number.POSITIVE_INFINITY : timing.pauseMs
  const vectors: number[][] = []
  for (let at = 0; at < texts.length; at += embedAtOnce) {
    const input = texts.slice(at, at + embedAtOnce).map((text) => forEmbedding(model, text, as))
    const found = await persist({ signal, deadlineMs }, { log, pauseMs }, async (one) => {
      try {
        const { embeddings } = await clientFor(server, one.signal).embed({
          model,
          input,
          truncate: false,
        })
        return embeddings
      } catch (error) {
        one.signal.throwIfAborted()
        throw explain(error, server.host)
      }
    })
    if (found.length !== input.length)
      throw new AppError('language_invalid', 'The embedding model gave no vector for some of the texts.')
    vectors.push(...found)
  }
  return { model, vectors }
}
