import type { Citation } from '#contract/chat.ts'
import { faultIn, sourceOf } from '../language/check.ts'
import { figuresIn, writtenFigures } from '../language/figures.ts'
import { sentencesOf } from '../language/sentences.ts'
import { wordedFigures } from '../language/worded-figures.ts'
import { contentWords, stem } from '../search/service.ts'
import { withoutDatesOf } from './dates.ts'

/** What a passage says, and who: neither its number nor its date, which bear out nothing but themselves. */
export const wordsOf = ({ title, speaker, text }: Citation): string =>
  [title, speaker, text].filter(Boolean).join('\n')

/** Words in quotation marks, from which on they must have been said. */
const shortestQuote = 3
const mark = /\[(\d+)\]/g
const item = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/

export const numbersIn = (text: string): number[] => [...text.matchAll(mark)].map((match) => Number(match[1]))

/** As a reader sees it: without numbers and marks of bold, so that the page finds it again in what it shows. */
const bare = (text: string): string =>
  text
    .replace(mark, '')
    .replaceAll('**', '')
    .replace(/ ([.,;:])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()

/** Each sentence of a line, with the numbers that stand in it or right behind its full stop. */
function statementsOf(line: string): { text: string; numbers: number[] }[] {
  const statements: { text: string; numbers: number[] }[] = []
  for (const { text } of sentencesOf(line.replace(item, ''))) {
    // "… was agreed. [1] The …": the number is of the sentence before.
    const behind = /^(?:\[\d+\]\s{0,3})*/.exec(text)![0]
    statements.at(-1)?.numbers.push(...numbersIn(behind))
    const rest = statements.length > 0 ? text.slice(behind.length).trim() : text
    if (rest !== '') statements.push({ text: rest, numbers: numbersIn(rest) })
  }
  return statements
}

/** The share of a sentence's words that stand in a passage. */
export function sharedWith(sentence: string, citation: Citation): number {
  const said = new Set(contentWords(bare(sentence)).map(stem))
  if (said.size === 0) return 0
  const source = new Set(contentWords(wordsOf(citation), Number.POSITIVE_INFINITY).map(stem))
  return [...said].filter((word) => source.has(word)).length / said.size
}

/**
 * The parts of an answer that rest on nothing: sentences that no passage bears out, and figures and quotations that stand in
 * none. A number at the end of a line is of all its sentences; one that ends with a colon leads to those that cite.
 * @param citations those that the answer cites
 */
export function unfounded(text: string, citations: readonly Citation[]): string[] {
  return text.split('\n').flatMap((line) => {
    const statements = statementsOf(line)
    return statements.flatMap(({ text: statement, numbers }, at) => {
      const said = bare(statement)
      if (said.endsWith(':') || contentWords(said).length === 0) return []
      const own =
        numbers.length > 0
          ? numbers
          : (statements.slice(at).find((one) => one.numbers.length > 0)?.numbers ?? [])
      const cited = citations.filter(({ number }) => own.includes(number))
      if (cited.length === 0) return [said]
      const source = cited.map(wordsOf).join('\n')
      const undated = withoutDatesOf(said, cited)
      const invented = inventedIn(undated, source)
      if (invented.length > 0) return invented
      const fault = faultIn(undated, sourceOf(source, 'Clara board company meeting act'), { mayCopy: true })
      return fault === 'name' || fault === 'figure' || isDenied(said, cited) ? [said] : []
    })
  })
}

const denial = /\b(?:not|never)\b|n['’]t\b/i
/** Of a statement's words, in one sentence of its passage: that one says the same, or the opposite. */
const enoughForDenial = 0.7

/** "The board did not approve it" of "The board approved it", or the other way round. */
function isDenied(statement: string, cited: readonly Citation[]): boolean {
  const told = cited.flatMap((one) =>
    sentencesOf(one.text)
      .filter(
        ({ text }) => sharedWith(statement, { ...one, title: '', speaker: null, text }) >= enoughForDenial,
      )
      .map(({ text }) => denial.test(text)),
  )
  return told.length > 0 && told.every((denies) => denies !== denial.test(statement))
}

/** Figures and quotations that stand in no passage. */
export function inventedIn(text: string, source: string): string[] {
  const values = figuresIn(source)
  const said = folded(source)
  const written = writtenFigures(text).flatMap((one) => (values.has(one.value) ? [] : [one.written]))
  const worded = wordedFigures(text).flatMap((one) =>
    one.values.every((value) => values.has(value)) || said.includes(folded(one.written)) ? [] : [one.written],
  )
  const quotes = [...text.matchAll(/["“]([^"“”]{1,500})["”]/g)].flatMap(([, quote = '']) =>
    quote.split(/\s+/).length >= shortestQuote && !said.includes(folded(quote)) ? [quote] : [],
  )
  return [...written, ...worded, ...quotes]
}

const folded = (text: string): string =>
  ` ${text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** Each once; a figure that stands in listed sentences alone is not told a second time. */
export function outermost(parts: readonly string[], text: string): string[] {
  const all = [...new Set(parts)]
  return all.filter((part) => {
    const around = all.filter((other) => other !== part && other.includes(part))
    return (
      around.length === 0 ||
      around.reduce((rest, one) => rest.replaceAll(one, ' '), bare(text)).includes(part)
    )
  })
}

/** What stands behind a part that rests on nothing, for those who read an answer as text. */
export const notSupported = '(not supported by any source)'

/** An answer as text, in which what rests on nothing says so. */
export function withMarks(text: string, unsupported: readonly string[]): string {
  return text
    .split('\n')
    .map((line) => {
      const plain = bare(line)
      const hit = unsupported.filter((part) => plain.includes(part))
      if (hit.length === 0) return line
      const indent = item.exec(line)?.[0] ?? ''
      const said = statementsOf(line).map(({ text: statement }) => {
        const own = hit.some((part) => bare(statement).includes(part))
        return own ? `${statement} ${notSupported}` : statement
      })
      return indent + said.join(' ')
    })
    .join('\n')
}
