import type { ChatMessage, Citation } from '#contract/chat.ts'
import { sentencesOf } from '../language/sentences.ts'
import { contentWords, hitsOf } from '../search/service.ts'
import { answers, partsOf, wantsOf } from './wants.ts'

export const greetingWords =
  'Ask me about your meetings, or about the duties of a UK company and its directors. I answer from your own records and from my built-in knowledge base, and say where each answer is from.'

export const forgotten = 'This answer rested on a meeting that has been deleted, so its words are gone too.'

/** Nothing supports an answer. */
export function doesNotKnowWords(near: readonly Citation[]): string {
  const sorry =
    "I don't know: nothing in the company's records or in my built-in knowledge base supports an answer."
  return near.length === 0 ? sorry : `${sorry} ${nearest}`
}

const nearest = 'The closest passages I found are below.'

/** Nothing supports an answer yet, and not all has been looked through. */
export function preparingWords(near: readonly Citation[]): string {
  const wait =
    'The search is still being prepared, so I cannot answer this yet. Please ask again in a few minutes; your question is saved here.'
  return near.length === 0 ? wait : `${wait} ${nearest.replace('found', 'have found so far')}`
}

/** Why there are passages instead of an answer. */
export type Opening =
  | 'no_model'
  | 'unreachable'
  | 'broke_off'
  | 'busy'
  | 'recording'
  | 'transcription'
  | 'model_gone'
  | 'slow'
  | 'too_long'
  | 'unusable'
  | 'failed'

const openings: Record<Opening, string> = {
  no_model: 'I have no language model, so here is what I found:',
  unreachable: 'I cannot reach my language model just now, so here is what I found:',
  broke_off: 'The answer of my language model broke off, so here is what I found:',
  busy: 'My language model is busy with other work, so here is what I found:',
  recording:
    'This machine is busy with a live recording, which goes before my language model, so here is what I found:',
  transcription:
    'This machine is busy transcribing a recording, which goes before my language model, so here is what I found:',
  model_gone:
    'My language model is no longer there; an administrator can fetch it again, or choose another, on the System screen. Here is what I found:',
  slow: 'My language model took too long, so here is what I found:',
  too_long: 'The question and what I found are too long for my language model, so here is what I found:',
  unusable: 'What my language model answered could not be used, so here is what I found:',
  failed:
    'My language model has failed; an administrator can see why on the System screen. Here is what I found:',
}

const courtesies: [RegExp, string][] = [
  [
    /\b(thanks|thank you|thankyou|cheers|ta|much appreciated)\b/i,
    'You are welcome. What else would you like to know?',
  ],
  [/\b(bye|goodbye|good night|see you)\b/i, 'Goodbye. What we talked about stays here under its name.'],
  [/\b(hello|hi|hey|good (morning|afternoon|evening))\b/i, greetingWords],
  [
    /\b(ok|okay|great|good|perfect|lovely|fine|brilliant|excellent)\b/i,
    'Good. What else would you like to know?',
  ],
]

/** An answer to what asks for nothing: "Thanks!" null: it may ask for something. */
export function courtesyWords(message: string): string | null {
  const words = message.match(/[\p{L}']+/gu) ?? []
  if (words.length > 5 || /[?]/.test(message) || /\b(who|what|when|where|why|which|how)\b/i.test(message))
    return null
  return courtesies.find(([said]) => said.test(message))?.[1] ?? null
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** What was found, in the words of those who said or wrote it. */
export const passagesWords = (opening: Opening, question: string, citations: readonly Citation[]): string =>
  `${openings[opening]}\n\n${passageLines(question, citations)}`

/** What must not be taken on trust of a source, whoever reads of it and wherever. */
const marksOf = ({ reported }: Pick<Citation, 'reported'>): string[] =>
  reported === null ? [] : ["partly from reports, not compared with the law's own text"]

/**
 * An answer for whoever is shown its text alone, without what was found beside it: what stands "below" stands there, and so
 * do the marks of its sources.
 */
export function aloneInWords(
  { text, origin, citations }: Pick<ChatMessage, 'text' | 'origin' | 'citations'>,
  question: string,
): string {
  if (citations.length === 0 || origin === 'passages') return text
  if (origin === 'none' || origin === 'preparing') return `${text}\n\n${passageLines(question, citations)}`
  const marked = citations.filter((one) => marksOf(one).length > 0)
  const notes = marked.map((one) => `- **${one.title}** [${one.number}]: ${marksOf(one).join('; ')}`)
  return notes.length === 0 ? text : `${text}\n\n${notes.join('\n')}`
}

function passageLines(question: string, citations: readonly Citation[]): string {
  const lines = citations.map((one) => {
    const from = [
      one.title,
      one.date && one.kind !== 'knowledge' ? day.format(new Date(one.date)) : null,
      one.kind === 'minutes' ? ['minutes', one.item].filter(Boolean).join(': ') : one.speaker,
      ...marksOf(one),
    ]
    return `- **${from.filter(Boolean).join(', ')}** [${one.number}]: ${excerpt(one.text, question)}`
  })
  return lines.join('\n')
}

const longestExcerpt = 320

/** The sentence of a passage that has most of the question's words, the one that has what is asked for, and those around. */
export function excerpt(text: string, question: string): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  if (flat.length <= longestExcerpt) return flat
  const words = contentWords(partsOf(question).about)
  const wants = wantsOf(question)
  const sentences = sentencesOf(flat).map((one) => one.text)
  const hits = sentences.map((one) => hitsOf(one, words))
  const best = (scores: readonly number[]): number => scores.indexOf(Math.max(...scores))
  const wanted = sentences.map((one, i) => (answers(wants, one) ? 1 + hits[i]! : 0))
  const shown = new Set([best(hits), ...(Math.max(...wanted) > 0 ? [best(wanted)] : [])])
  const length = (): number => [...shown].reduce((sum, i) => sum + sentences[i]!.length + 1, 0)
  // What follows says more than what came before.
  for (const step of [1, -1])
    for (const from of [...shown].sort((a, b) => (b - a) * step))
      for (let i = from + step; i in sentences && length() + sentences[i]!.length < longestExcerpt; i += step)
        shown.add(i)
  const order = [...shown].sort((a, b) => a - b)
  const parts = order.map((i, n) => (n > 0 && order[n - 1] !== i - 1 ? `… ${sentences[i]!}` : sentences[i]!))
  const cut = parts.join(' ').slice(0, 2 * longestExcerpt)
  const end = order.at(-1) !== sentences.length - 1 || cut.length < parts.join(' ').length ? ' …' : ''
  return `${order[0] === 0 ? '' : '… '}${cut}${end}`
}
