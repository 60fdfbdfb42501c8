import type { Citation } from '#contract/chat.ts'
import { doesNotKnow } from './prompt.ts'
import { inventedIn, numbersIn, outermost, sharedWith, unfounded, wordsOf } from './statements.ts'
import { contentWords, stem } from '../search/service.ts'
import { withoutDatesOf } from './dates.ts'
import { alternatives } from '../language/alternatives.ts'

/** Characters; a model that goes on and on is cut. */
const longestAnswer = 6000
/** A sentence that cites nothing rests on the passage that has more than this share of its words. */
const enoughShared = 0.5

export type Checked = {
  text: string
  /** Those that the text cites. */
  citations: Citation[]
  unsupported: string[]
}

const saysThatSheDoesNot =
  /^\W{0,9}(i (do not|don['’]t) know|i (can(no|['’])t|could( not|n['’]t)) (find|answer)|the passages (do not|don['’]t))/i

/**
 * An answer is believed as far as its passages bear it out. Sentences that cite nothing are given the passage that they share
 * most words with; numbers of passages that do not exist, or that share no word with their sentence, are taken out; links and
 * markup go; what rests on nothing is marked.
 * @returns null when nothing is left to rest on: the model does not know (saysUnknown), or what it said cannot be used
 */
export function checkAnswer(raw: string, given: readonly Citation[]): Checked | null {
  const plain = withoutLinks(raw).slice(0, longestAnswer).trim()
  if (plain === '' || saysUnknown(raw)) return null
  const text = plain
    .split('\n')
    .map((line) => cited(line, given))
    .join('\n')
  const numbers = new Set(numbersIn(text))
  const citations = given.filter(({ number }) => numbers.has(number))
  if (citations.length === 0) return null
  return { text, citations, unsupported: outermost(unfounded(text, citations), text) }
}

/** Whether an answer, or what it rests on, has anything of what was asked. */
export function isAbout({ text, citations }: Checked, asked: string): boolean {
  const words = new Set(contentWords(asked).map(stem))
  const told = contentWords([text, ...citations.map(wordsOf)].join('\n'), Number.POSITIVE_INFINITY)
  return words.size === 0 || told.some((word) => words.has(stem(word)))
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
    .replace(/[[【][\d,; ]{0,20}$/, '')
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
  const invented = inventedIn(withoutDatesOf(open, given), given.map(wordsOf).join('\n'))
  const space = before.endsWith('\n\n') ? '\n\n' : before.endsWith('\n') ? '\n' : whole.text === '' ? '' : ' '
  return {
    ...whole,
    text: `${whole.text}${space}${open}`.trim(),
    unsupported: outermost([...whole.unsupported, ...invented], plain),
  }
}

/**
 * "mail@evil.example", "evil.example/login"; those of the government, which the knowledge base names, may stay. No part is
 * longer than addresses are, so that a long run of letters is not read again from each of its places to its end.
 */
const host = String.raw`\b(?:[a-z0-9-]{1,63}\.){1,9}`
const bareAddress = new RegExp(
  alternatives([
    String.raw`\b[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+`,
    String.raw`\b(?![\w.-]{0,250}\bgov\.uk\b)${host}[a-z]{2,63}\/\S*`,
    String.raw`${host}(?:com|net|org|info|biz|io|ru|example|co\.uk|org\.uk)\b`,
  ]),
  'gi',
)

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

const marks = /[[【]\s?(\d+(?:[,; ]{1,3}\d+){0,9})\s?[\]】]/g

/** Where a sentence ends: its full stop, what closes it, and the marks that follow. */
const end = /[.?!…]["'”’)]{0,3}(?:\s?[[【][\d,; ]{1,30}[\]】]){0,9}(?:\s+|$)/g

/** Cut at positions, so that nothing of a line is lost. */
function sentencesIn(line: string): string[] {
  const ends = [...line.matchAll(end)].map((match) => match.index + match[0].length)
  return [...ends, line.length].map((to, i) => line.slice(ends[i - 1] ?? 0, to))
}

/** Marks as "[1][2]", and only where the passage has to do with the sentence; a line without any gets the one that bears it out. */
function cited(line: string, given: readonly Citation[]): string {
  const parts = sentencesIn(line).map((sentence) =>
    sentence.replace(marks, (_mark, list: string) =>
      [...new Set(list.split(/[,; ]+/).map(Number))]
        .filter((number) => {
          const citation = given.find((one) => one.number === number)
          return citation !== undefined && bears(citation, sentence.replace(marks, ' '))
        })
        .map((number) => `[${number}]`)
        .join(''),
    ),
  )
  const covered = parts.map((_, at) => parts.slice(at).some((one) => numbersIn(one).length > 0))
  return parts
    .map((sentence, at) => (covered[at] ? sentence : withBest(sentence, given)))
    .join('')
    .replace(/ {1,9}([.,;:])(?=\s|$)/g, '$1')
    .replace(/ {2,}/g, ' ')
}

const bears = (citation: Citation, sentence: string): boolean =>
  sharedWith(sentence, citation) > 0 ||
  withoutDatesOf(sentence, [citation]) !== sentence ||
  (/\d/.test(sentence) && inventedIn(sentence, wordsOf(citation)).length === 0)

/** "The rate rose." → "The rate rose [2]." */
function withBest(sentence: string, given: readonly Citation[]): string {
  const best = given
    .map((one) => ({ number: one.number, share: sharedWith(sentence, one) }))
    .sort((a, b) => b.share - a.share)[0]
  if (!best || best.share <= enoughShared) return sentence
  const place = /[.?!…]?["'”’)]{0,3}\s{0,3}$/.exec(sentence)!.index
  return `${sentence.slice(0, place)} [${best.number}]${sentence.slice(place)}`
}
