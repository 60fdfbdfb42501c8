import { figuresIn } from './figures.ts'
import { wordSet } from './rules/phrases.ts'
import { seemsEnglish } from './rules/talk.ts'
import { wordedFigures } from './worded-figures.ts'

/** Why a sentence of the language model is not shown; the words for it are the page's. */
export type Fault = 'empty' | 'copied' | 'language' | 'figure' | 'name'

/** What sentences are checked against: the words of an item, or the passages that an answer rests on. */
export type Source = {
  words: ReadonlySet<string>
  figures: ReadonlySet<number>
  runs: ReadonlySet<string>
  /** All of its words in their order, each between spaces. */
  said: string
  isEnglish: boolean | null
}

const fewestWords = 3
/** So many words in a row that were said are a copy and no minutes. */
const longestRun = 14
const smallest = 3
/** Of a sentence with fewer words its language cannot be told. */
const fewestOfLanguage = 6

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** @param allowed names and dates that are known besides: who is there, when the meeting was */
export function sourceOf(text: string, allowed = ''): Source {
  const words = wordsIn(text)
  const runs = new Set(words.map((_, at) => words.slice(at, at + longestRun).join(' ')))
  const all = `${text} ${allowed}`
  return {
    words: new Set([...words, ...wordsIn(allowed)]),
    figures: new Set(figuresIn(all)),
    runs,
    said: spaced(words),
    isEnglish: seemsEnglish(words),
  }
}

const spaced = (words: string[]): string => ` ${words.join(' ')} `

/**
 * The one check that every sentence of a language model goes through, in any language: each figure, name and date of it
 * occurs where it is said to come from, it is no copy of a long run of the talk nor itself a run of it, it is in the talk's
 * language, and it is not empty.
 * @param options.mayCopy an answer or a summary: it may repeat what is said, and be in another language
 * @returns null: it may be shown
 */
export function faultIn(
  sentence: string,
  { words, figures, runs, said, isEnglish }: Source,
  { mayCopy = false } = {},
): Fault | null {
  const own = wordsIn(sentence)
  if (own.length < fewestWords) return 'empty'
  const isLong = (_: string, at: number): boolean =>
    at + longestRun <= own.length && runs.has(own.slice(at, at + longestRun).join(' '))
  if (!mayCopy && (isLineOfTalk(sentence) || said.includes(spaced(own)) || own.some(isLong))) return 'copied'
  if (!mayCopy && isEnglish === false && seemsEnglish(own, fewestOfLanguage)) return 'language'
  const stated = [...digitsIn(sentence), ...wordedFigures(sentence).flatMap(({ values }) => values)]
  if (stated.some((value) => value > smallest && !figures.has(value))) return 'figure'
  return namesIn(sentence).every((name) => isSaid(name, words)) ? null : 'name'
}

/** "<<transcript …>>", "[2] …" and "Sarah Chen: …" are how the model was shown the talk; a sentence of minutes has none of it. */
function isLineOfTalk(sentence: string): boolean {
  if (/^\s*\[\d|<<\/?\w/.test(sentence)) return true
  const label = sentence.slice(0, Math.max(0, sentence.indexOf(':'))).trim()
  const names = label.split(/\s+/)
  return label !== '' && names.length <= 4 && names.every((name) => /^\p{Lu}/u.test(name))
}

const digitsIn = (text: string): Set<number> => figuresIn(text.replace(/[\p{L}]{2,}/gu, ' '))

/** Words with a capital that do not begin a sentence. In German most nouns have one: they are to be said there too. */
function namesIn(sentence: string): string[] {
  return [...sentence.matchAll(/(?<=[\p{L}\p{N},;:)”"'’] ["“(]?)\p{Lu}[\p{L}\p{M}]+/gu)].map(([name]) =>
    name.toLowerCase(),
  )
}

/** A word or its inflection. */
function isSaid(name: string, words: ReadonlySet<string>): boolean {
  if (words.has(name) || roles.has(name)) return true
  const stem = name.slice(0, Math.max(4, name.length - 3))
  for (const word of words) if (word.startsWith(stem)) return true
  return false
}

/** Minutes call a body and its officers so, whether or not anybody said it. */
const roles = wordSet(
  'board chair chairman committee company council meeting members secretary treasurer trustees directors i',
)
