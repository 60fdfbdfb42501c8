import type { Citation } from '#contract/chat.ts'
import { bearsOut } from '../language/bears-out.ts'
import { days, months } from '../language/calendar-words.ts'
import { figuresIn } from '../language/figures.ts'
import { sentencesOf } from '../language/sentences.ts'
import { wordedFigures } from '../language/worded-figures.ts'
import { contentWords } from '../search/service.ts'
import { voteToldIn } from './votes.ts'

/** What a passage says, and who: neither its number nor its date, which bear out nothing but themselves. */
export const wordsOf = ({ title, speaker, text }: Citation): string =>
  [title, speaker, text].filter(Boolean).join('\n')

const mark = /\[(\d+)\]/g
const item = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/

const numbersIn = (text: string): number[] => [...text.matchAll(mark)].map((match) => Number(match[1]))

/** Each sentence of an answer, with the numbers that stand in it or right behind its full stop. */
function statementsOf(line: string): { text: string; numbers: number[] }[] {
  const statements: { text: string; numbers: number[] }[] = []
  for (const { text } of sentencesOf(line.replace(item, ''))) {
    // "… was agreed. [1] The …": the number is of the sentence before.
    const behind = /^(?:\[\d+\]\s*)+/.exec(text)?.[0] ?? ''
    statements.at(-1)?.numbers.push(...numbersIn(behind))
    const rest = statements.length > 0 ? text.slice(behind.length).trim() : text
    if (rest !== '') statements.push({ text: rest, numbers: numbersIn(rest) })
  }
  return statements
}

/** As a reader sees it: without numbers and marks of bold, so that the page finds it again in what it shows. */
const bare = (text: string): string =>
  text
    .replace(mark, '')
    .replaceAll('**', '')
    .replace(/ +([.,;:])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * The statements of an answer that rest on nothing: a sentence that cites no passage or goes beyond those that it cites, and
 * figures in words that stand in no passage that their sentence cites. A sentence that ends with a colon leads to those that cite.
 * @param citations those that the answer cites
 */
export function unfounded(text: string, citations: readonly Citation[]): string[] {
  const sources = new Map(citations.map((one) => [one.number, wordsOf(one)]))
  const cited = (numbers: readonly number[]): Citation[] =>
    citations.filter(({ number }) => numbers.includes(number))
  return text.split('\n').flatMap((line) =>
    statementsOf(line).flatMap((statement) => {
      const said = bare(statement.text)
      if (said.endsWith(':') || contentWords(said).length === 0) return []
      const source = statement.numbers.map((number) => sources.get(number) ?? '').join('\n')
      if (source.trim() === '') return [said]
      const vote = voteToldIn(said, cited(statement.numbers))
      return vote === 'otherwise' || (vote === null && goesBeyond(said, source))
        ? [said]
        : figuresMissing(said, source)
    }),
  )
}

/** That nothing is said of it is in no passage. */
const ofNotKnowing =
  /\b(?:passages?|records?|sources?|minutes|transcripts?|documents?|they|it) (?:do|does|did)(?: not|n['’]t) (?:say|state|mention|show|tell|give|name|contain)|\b(?:not|n['’]t) (?:mentioned|stated|recorded|said|known)\b|\bno (?:mention|record|information)\b/i

const dates = new RegExp(String.raw`\b(?:${[...months, ...days].join('|')})\b`, 'gi')

/** Names, words of consequence or a denial that its sources do not have, or hardly a word of theirs. */
function goesBeyond(said: string, source: string): boolean {
  if (ofNotKnowing.test(said)) return false
  const sentences = sentencesOf(source.replace(/\n/g, '. ')).map(({ text }) => ({ speaker: null, text }))
  // Dates are told apart elsewhere: a passage's own stands in none of its words.
  return bearsOut(said.replace(dates, ' '), { said: sentences }, 'answer') !== null
}

function figuresMissing(said: string, source: string): string[] {
  const values = figuresIn(source)
  const heard = folded(source)
  return wordedFigures(said)
    .filter(
      ({ written, values: meant }) =>
        !meant.every((value) => values.has(value)) && !heard.includes(` ${folded(written).trim()} `),
    )
    .map(({ written }) => written)
}

const folded = (text: string): string =>
  ` ${text
    .toLowerCase()
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
