import { askingTalk, stopWords, wordsBut } from './stop-words.ts'
import { sentencesOf } from '../language/sentences.ts'
import { alternativeWords } from '../language/alternatives.ts'

const empty = new Set([...stopWords, ...askingTalk])

/** More words than a question has, and few enough for one query each. */
export const mostWords = 24
const longestWord = 40

/** What is written in one way and said in another; the words beside it are looked for too. */
const alsoCalled: Record<string, string[]> = {
  agm: ['annual', 'general', 'meeting'],
  egm: ['general', 'meeting'],
  psc: ['significant', 'control'],
  idv: ['identity', 'verification'],
  id: ['identity'],
  cosec: ['secretary'],
  dpo: ['protection'],
  fy: ['financial', 'year'],
}

/** The words of a text that say what it is about, each once, as they stand in it; short forms are followed by what they stand for. */
export function contentWords(text: string, most: number = mostWords): string[] {
  const found = new Set<string>()
  for (const whole of wordsBut(text, empty)) {
    if (found.size >= most) break
    const word = whole.slice(0, longestWord)
    if (word.length < 2 && !/\p{N}/u.test(word)) continue
    found.add(word)
    for (const other of Object.hasOwn(alsoCalled, word) ? alsoCalled[word]! : []) found.add(other)
  }
  return [...found].slice(0, most)
}

/** Asks without a question mark, as dictated and hurried questions do. */
const asks = new RegExp(
  String.raw`^\W*${alternativeWords(`
    please kindly tell explain list show find summari[sz]e remind who whose whom what when where why how which
    is are was were do does did can could must should may shall will
  `)}\b`,
  'i',
)
/** Words by which something can be looked for. */
const fewestWords = 2

/**
 * What a text asks: all of it where it is short; else its questions, which stand in a letter or below a forwarded mail. All
 * of it where it has none.
 */
export function questionIn(text: string): string {
  if (contentWords(text, mostWords + 1).length <= mostWords) return text
  const sentences = text.split(/\n+/).flatMap((line) => sentencesOf(line).map((sentence) => sentence.text))
  for (const isQuestion of [/\?\W*$/, asks]) {
    const questions = sentences.filter((sentence) => isQuestion.test(sentence)).join(' ')
    if (contentWords(questions).length >= fewestWords) return questions
  }
  return text
}

export const stemLength = 5
/** Rough, and the same on both sides. */
export const stem = (word: string): string => word.slice(0, stemLength)

/** How many of the words stand in a text, in whatever form. */
export function hitsOf(text: string, words: readonly string[]): number {
  const said = contentWords(text, Number.POSITIVE_INFINITY).map(stem)
  return words.filter((word) => said.includes(stem(word))).length
}
