import { z } from 'zod'
import { faultIn, sourceOf } from '../language/check.ts'
import { asData } from '../language/prompt.ts'
import type { LanguageEngine } from '../language/engine.ts'
import { whereSaid } from '../language/quote.ts'
import { contentWords, stem } from '../search/service.ts'

type Page = { page: number; text: string }
export type Summary = { summary: string; summaryBy: 'model' | 'passages' }

/** Of a long document its beginning and its end say most of what it is. */
const mostCharacters = 12_000
const deadlineMs = 180_000
const mostPassages = 4

const answer = z.object({
  sentences: z
    .array(z.object({ text: z.string(), quote: z.string() }))
    .min(1)
    .max(8),
})

const system =
  'You summarise a document for a company director, in British English, in three to six plain sentences: what it is, who it is between or about, what it decides or obliges to, and its dates and amounts. For each sentence give, word for word, the passage of the document that it rests on.'

/** A quotation of fewer letters could stand anywhere. */
const fewestQuoted = 10

/** @throws the signal's reason when it fires */
export async function summarise({
  language,
  name,
  pages,
  signal,
}: {
  language: LanguageEngine
  name: string
  pages: Page[]
  signal: AbortSignal
}): Promise<Summary> {
  const text = pages.map((page) => page.text).join('\n')
  if (!/\p{L}{2}/u.test(text))
    return {
      summary: 'Its pages are pictures without text (a scan), so there is nothing to summarise or to search.',
      summaryBy: 'passages',
    }
  if ((await language.status()).state === 'ready') {
    try {
      return { summary: await ask(language, name, text, signal), summaryBy: 'model' }
    } catch (error) {
      if (signal.aborted) throw error
      // A model that is away or answers with nothing that can be used takes nothing from the document.
    }
  }
  return { summary: keyPassages(pages), summaryBy: 'passages' }
}

/** What the model says and the document bears out. @throws Error when nothing of it is */
async function ask(
  language: LanguageEngine,
  name: string,
  text: string,
  signal: AbortSignal,
): Promise<string> {
  const half = mostCharacters / 2
  const shown = text.length > mostCharacters ? `${text.slice(0, half)}\n[…]\n${text.slice(-half)}` : text
  const data = asData(`${name}\n\n${shown}`, 'document')
  const { value } = await language.complete({
    system: `${system} ${data.rule}`,
    messages: [{ role: 'user', content: data.block }],
    schema: answer,
    maxAnswerTokens: 900,
    signal,
    deadlineMs,
  })
  const source = sourceOf(text, name)
  const kept = value.sentences.filter(
    ({ text: said, quote }) =>
      quote.length > fewestQuoted &&
      whereSaid(text, quote) !== null &&
      // A contract's own words may be repeated; they are what it says.
      faultIn(said, source, { mayCopy: true }) === null,
  )
  if (kept.length === 0) throw new Error('none of the summary is borne out by the document')
  return kept.map(({ text: said }) => said.trim()).join(' ')
}

/** The sentences that have most of the words that the document repeats, in their order, with their pages. */
export function keyPassages(pages: Page[]): string {
  const counts = new Map<string, number>()
  for (const { text } of pages)
    for (const word of contentWords(text, 5000)) counts.set(stem(word), (counts.get(stem(word)) ?? 0) + 1)
  const sentences = pages.flatMap(({ page, text }) =>
    [...new Intl.Segmenter('en-GB', { granularity: 'sentence' }).segment(text.slice(0, 20_000))]
      .map(({ segment }) => segment.replace(/\s+/g, ' ').trim())
      .filter((sentence) => sentence.length >= 40 && sentence.length <= 400)
      .map((sentence) => ({ page, sentence })),
  )
  // What stands on every page is told once.
  const told = new Set<string>()
  const different = sentences.filter(({ sentence }) => !told.has(sentence) && told.add(sentence))
  const scored = different.slice(0, 2000).map(({ page, sentence }, at) => {
    const words = [...new Set(contentWords(sentence, 60).map(stem))]
    const sum = words.reduce((total, word) => total + Math.log(1 + (counts.get(word) ?? 0)), 0)
    const early = at === 0 ? 1.5 : 1
    return { at, page, sentence, score: (sum / Math.sqrt(8 + words.length)) * early }
  })
  const best = scored.sort((a, b) => b.score - a.score).slice(0, mostPassages)
  if (best.length === 0) return pages.find(({ text }) => text !== '')?.text.slice(0, 400) ?? ''
  return best
    .sort((a, b) => a.at - b.at)
    .map(({ page, sentence }) => `“${sentence}” (page ${page})`)
    .join('\n')
}
