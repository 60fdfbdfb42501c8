import type { Citation } from '#contract/chat.ts'
import type { LanguageMessage } from '../language/engine.ts'
import { asData } from '../language/prompt.ts'
import type { Turn } from './store.ts'

/** What she answers when the passages do not say; anything that begins so counts as that. */
export const doesNotKnow = 'I do not know.'

const rules = `You are Clara, the assistant of a UK company's directors and company secretary.
Answer the question from the numbered passages alone. They come from the company's own meetings and documents, and from a knowledge base on UK company law.
- After each statement put the number of the passage that it rests on in square brackets, like [2].
- Use nothing that is not in the passages: no memory of your own, no guesses.
- If the passages do not answer the question, write exactly: ${doesNotKnow}
- What somebody said in a meeting is what they said: name who said it, when the passage tells. It is not law.
- Write plain British English, short: a few sentences, or a list with hyphens. No headings, no tables, no links, no HTML.`

/** Of the turns before: enough to know what "it" is. */
const turnsBefore = 6
const longestTurn = 1200

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** "[2] Board meeting, 3 June 2026, Helen Marsh: …"; a passage cannot claim to be another one. */
export function passageLine({ number, title, date, speaker, text }: Citation): string {
  const when = date === null ? '' : `, ${day.format(new Date(date))}`
  const who = speaker === null ? '' : `, ${speaker}`
  return `[${number}] ${flat(title)}${when}${flat(who)}: ${flat(text)}`
}

/** One line, without anything that looks like a passage's number. */
const flat = (text: string): string => text.replace(/\[(\d[\d,\s]*)\]/g, '($1)').replace(/\s+/g, ' ')

/** The prompt for one question. @param citations the passages, by their numbers */
export function promptFor({
  question,
  citations,
  before,
  today,
}: {
  question: string
  citations: readonly Citation[]
  before: readonly Turn[]
  today: Date
}): { system: string; messages: LanguageMessage[] } {
  const { block, rule } = asData(citations.map(passageLine).join('\n\n'), 'passages')
  return {
    system: `${rules}\n- Today is ${day.format(today)}.\n${rule}`,
    messages: [...turns(before), { role: 'user', content: `${block}\n\nThe question: ${question}` }],
  }
}

/**
 * Earlier turns without their numbers, which meant other passages. What was shown as it was found is data and stays out:
 * here it would stand as her own words.
 */
function turns(before: readonly Turn[]): LanguageMessage[] {
  const spoken = before.filter(({ sender, origin }) => sender === 'user' || origin === 'model')
  return spoken.slice(-turnsBefore).map(({ sender, text }) => ({
    role: sender,
    content: text.replace(/\s*\[\d+\]/g, '').slice(0, longestTurn),
  }))
}
