import type { Citation } from '#contract/chat.ts'
import { contentWords, stem } from '../search/service.ts'
import { figuresIn, writtenFigures } from '../language/figures.ts'
import { withoutDatesOf } from './dates.ts'
import { doesNotKnow } from './prompt.ts'
import { outermost, unfounded, wordsOf } from './statements.ts'

/** Characters; a model that goes on and on is cut. */
const longestAnswer = 6000
/** Words in quotation marks, from which on they must have been said. */
const shortestQuote = 3

export type Checked = {
  text: string
  /** Those that the text cites. */
  citations: Citation[]
  unsupported: string[]
}

const saysThatSheDoesNot =
  /^\W*(i (do not|don['’]t) know|i (cannot|can['’]t|could not|couldn['’]t) (find|answer)|the passages (do not|don['’]t)|there is (no|nothing))/i

/**
 * An answer is believed as far as its passages bear it out. Numbers of passages that do not exist, or that share no word
 * with the sentence that cites them, are taken out; links and markup go; sentences that cite nothing, and figures and quotations
 * that stand in no cited passage, are marked.
 * @returns null when nothing is left to rest on: the model does not know (saysUnknown), or what it said cannot be used
 */
export function checkAnswer(raw: string, given: readonly Citation[]): Checked | null {
  const plain = withoutLinks(raw).slice(0, longestAnswer).trim()
  if (plain === '' || saysUnknown(raw)) return null
  const byNumber = new Map(given.map((one) => [one.number, one]))
  const text = plain
    .split('\n')
    .map((line) => onlyTrueNumbers(line, byNumber))
    .join('\n')
  const numbers = new Set(numbersIn(text))
  const citations = given.filter(({ number }) => numbers.has(number))
  if (citations.length === 0) return null
  return { text, citations, unsupported: unsupportedIn(text, citations) }
}

/** The model itself says that the passages do not tell. */
export function saysUnknown(raw: string): boolean {
  const plain = withoutLinks(raw).trim()
  return plain.startsWith(doesNotKnow) || (saysThatSheDoesNot.test(plain) && plain.length < 200)
}

/**
 * An answer that ended early is checked as a whole one. Only its last sentence, whose number was still to come, may cite
 * nothing yet; its figures and quotations must stand in a passage all the same.
 */
export function checkUnfinished(raw: string, given: readonly Citation[]): Checked {
  const plain = withoutLinks(raw)
    .slice(0, longestAnswer)
    .replace(/[[【][\d,;\s]*$/, '')
    .trim()
  const last =
    sentencesIn(plain.slice(plain.lastIndexOf('\n') + 1)).findLast((part) => part.trim() !== '') ?? ''
  const open = numbersIn(last).length === 0 ? last.trim() : ''
  const before = plain.slice(0, plain.length - open.length)
  const whole = checkAnswer(before, given) ?? {
    text: before.trim(),
    citations: [],
    unsupported: unfounded(before, []),
  }
  return {
    ...whole,
    text: `${whole.text}${/\s*$/.exec(before)?.[0] ?? ''}${open}`.trim(),
    unsupported: outermost([...whole.unsupported, ...inventedIn(open, given)], plain),
  }
}

/**
 * "mail@evil.example", "evil.example/login"; those of the government, which the knowledge base names, may stay. No part is
 * longer than addresses are, so that a long run of letters is not read again from each of its places to its end.
 */
const bareAddress =
  /\b[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+|\b(?![\w.-]{0,250}\bgov\.uk\b)(?:[a-z0-9-]{1,63}\.){1,9}[a-z]{2,63}\/\S*|\b(?:[a-z0-9-]{1,63}\.){1,9}(?:com|net|org|info|biz|io|ru|example|co\.uk|org\.uk)\b/gi

/** The page shows text as text; this is for other readers of the API, and so that nobody is shown an address to type. */
export function withoutLinks(text: string): string {
  return text
    .replace(/<think>[\s\S]*?<\/think>/g, '')
    .replace(/!?\[([^\]\n]{0,500})\]\([^)\n]{0,2000}\)/g, '$1')
    .replace(/<\/?[a-z!][^>\n]{0,2000}>/gi, '')
    .replace(/\b(?:https?|ftp|file|data|javascript|mailto):\S+/gi, '(link removed)')
    .replace(/\bwww\.\S+/gi, '(link removed)')
    .replace(bareAddress, '(link removed)')
    .replace(/[\u0000-\u0008\u000B-\u001F\u007F\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/g, '')
}

const marks = /[[【]\s*(\d+(?:\s*[,;]\s*\d+)*)\s*[\]】]/g

const numbersIn = (text: string): number[] =>
  [...text.matchAll(marks)].flatMap((match) => (match[1] ?? '').split(/[,;]/).map(Number))

/** Where a sentence ends: its full stop, what closes it, and the marks that follow. */
const end = /[.?!…]+["'”’)]*(?:\s*[[【][\d\s,;]+[\]】])*(?:\s+|$)/g

/** Cut at positions, so that nothing of a line is lost. */
function sentencesIn(line: string): string[] {
  const ends = [...line.matchAll(end)].map((match) => match.index + match[0].length)
  return [...ends, line.length].map((to, i) => line.slice(ends[i - 1] ?? 0, to))
}

/** Marks as "[1][2]", and only where the passage has to do with the sentence. */
function onlyTrueNumbers(line: string, byNumber: ReadonlyMap<number, Citation>): string {
  return sentencesIn(line)
    .map((sentence) => {
      const bare = sentence.replace(marks, ' ')
      const said = new Set(contentWords(bare).map(stem))
      return sentence.replace(marks, (_mark, list: string) =>
        list
          .split(/[,;]/)
          .map(Number)
          .filter((number) => bears(byNumber.get(number), bare, said))
          .map((number) => `[${number}]`)
          .join(''),
      )
    })
    .join('')
    .replace(/ +([.,;:])(?=\s|$)/g, '$1')
    .replace(/ {2,}/g, ' ')
}

function bears(citation: Citation | undefined, sentence: string, said: ReadonlySet<string>): boolean {
  if (!citation) return false
  if (said.size === 0) return true
  const source = wordsOf(citation)
  const values = figuresIn(source)
  const undated = withoutDatesOf(sentence, [citation])
  if (undated !== sentence || writtenFigures(undated).some(({ value }) => values.has(value))) return true
  return contentWords(source, Number.POSITIVE_INFINITY).some((word) => said.has(stem(word)))
}

function unsupportedIn(text: string, citations: readonly Citation[]): string[] {
  return outermost([...inventedIn(text, citations), ...unfounded(text, citations)], text)
}

/** Figures and quotations that stand in no passage. */
function inventedIn(text: string, citations: readonly Citation[]): string[] {
  const sources = citations.map(wordsOf).join('\n')
  const values = figuresIn(sources)
  const bare = text.replace(marks, ' ').replace(/^\s*\d+[.)]\s/gm, '')
  const figures = writtenFigures(withoutDatesOf(bare, citations)).filter(({ value }) => !values.has(value))
  const said = folded(sources)
  const quotes = [...bare.matchAll(/["“]([^"“”]+)["”]/g)].flatMap(([, quote = '']) => {
    const words = folded(quote)
    return words.split(' ').length >= shortestQuote && !said.includes(words) ? [quote] : []
  })
  return [...figures.map(({ written }) => written), ...quotes]
}

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
