import type { Citation } from '#contract/chat.ts'
import { contentWords } from '../search/service.ts'

export const greetingWords =
  'Ask me about your meetings, or about the duties of a UK company and its directors. I answer from your own records and from my built-in knowledge base, and say where each answer is from.'

export const forgotten = 'This answer rested on a meeting that has been deleted, so its words are gone too.'

/** Nothing supports an answer. */
export function doesNotKnowWords(near: readonly Citation[]): string {
  const sorry =
    "I don't know: nothing in the company's records or in my built-in knowledge base supports an answer."
  return near.length === 0 ? sorry : `${sorry} ${nearest}`
}

const nearest = 'The nearest that I found stands below.'

/** Nothing supports an answer yet, and not all has been looked through. */
export function preparingWords(near: readonly Citation[]): string {
  const wait =
    'The search is still being prepared, so I cannot answer this yet. Ask me again in a few minutes; what you asked is kept here.'
  return near.length === 0 ? wait : `${wait} ${nearest.replace('found', 'have found so far')}`
}

const openings = {
  no_model: 'I have no language model here, so here is what I found:',
  unreachable: 'I cannot reach my language model just now, so here is what I found:',
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** What was found, in the words of those who said or wrote it. */
export function passagesWords(
  why: keyof typeof openings,
  question: string,
  citations: readonly Citation[],
): string {
  const lines = citations.map((one) => {
    const from = [
      one.title,
      one.date && one.kind !== 'knowledge' ? day.format(new Date(one.date)) : null,
      one.speaker,
    ]
    return `- **${from.filter(Boolean).join(', ')}** [${one.number}]: ${excerpt(one.text, question)}`
  })
  return `${openings[why]}\n\n${lines.join('\n')}`
}

const longestExcerpt = 320

/** The sentences of a passage that have most of the question's words. */
export function excerpt(text: string, question: string): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  if (flat.length <= longestExcerpt) return flat
  const wanted = contentWords(question).map((word) => word.slice(0, 5))
  const sentences = flat.split(/(?<=[.?!]["”’)]?)\s+/u)
  const hits = sentences.map((one) => {
    const said = one.toLowerCase()
    return wanted.filter((word) => said.includes(word)).length
  })
  const best = hits.indexOf(Math.max(...hits))
  let [from, to] = [best, best + 1]
  const joined = (): string => sentences.slice(from, to).join(' ')
  while (to < sentences.length && joined().length + sentences[to]!.length < longestExcerpt) to++
  while (from > 0 && joined().length + sentences[from - 1]!.length < longestExcerpt) from--
  const cut = joined().slice(0, longestExcerpt)
  const end = cut.length < joined().length || to < sentences.length ? ' …' : ''
  return `${from > 0 ? '… ' : ''}${cut}${end}`
}
