import type { Line } from './bears-out.ts'
import { clausesOf, headOf, predicateOf, type Predicate } from './clauses.ts'
import { tokensOf, type Token } from './denials.ts'
import { moods } from './extract/mood.ts'
import { figuresIn } from './figures.ts'
import { areKin, isFrame, spelledOut } from './kindred.ts'

/** Whether what a claim says of somebody or something was said of them: its words may all be there, said of others. */

export type Mismatch = { of: 'subject'; word: string } | { of: 'speaker' } | { of: 'figure'; figure: number }

type Heard = {
  lines: readonly Line[]
  /** What "it" may mean, beside the lines before. */
  earlier: readonly Token[]
  /** Full names of who is there. */
  people: readonly string[]
}

const refers = /^(?:it|that|this|them|they|those|these|which|one|ones|both|its|their)$/
const personal = /^(?:he|she|him|her|his|hers|they|them|their|you|your)$/
const byUs = /^(?:we|us|our|me|my)$/

const isWord = ({ word }: Token): boolean => !isFrame(word) && !/^\d|^.$/.test(word)

/** @returns what was said of something else; 'said': all of it was said of it, and plainly; null: that cannot be seen */
export function saidOf(claim: string, heard: Heard): Mismatch | 'said' | null {
  let isPlain: boolean | null = null
  const named = new Set(heard.people.flatMap((name) => tokensOf(spelledOut(name)).map(({ word }) => word)))
  const figure = figureOfAnother(claim, heard.lines, named)
  if (figure !== null) return { of: 'figure', figure }
  for (const clause of clausesOf(spelledOut(thatClause(claim)))) {
    const tokens = tokensOf(clause)
    const predicate = predicateOf(tokens, named)
    const does = predicate && tokens[predicate.at]
    if (!predicate || !does || !isWord(does)) continue
    const said = heard.lines.flatMap((line, at) =>
      clausesOf(spelledOut(line.text)).flatMap((text) => {
        const own = tokensOf(isAsked(line) ? `${text} . asked` : text)
        const where = own.findIndex(({ word }) => areKin(word, does.word))
        return where === -1 ? [] : [{ line, at, own, where }]
      }),
    )
    // What it means may stand in other words: the words by themselves have been looked for.
    if (said.length === 0) continue
    const person = personIn(predicate, heard.people)
    const so = said.filter(
      (one) =>
        (person === null ? isOfThing(predicate, one, heard) : isOfPerson(person, predicate, one, heard)) &&
        reaches(predicate, one, heard) &&
        !(one.own[one.where]!.isDenied && !does.isDenied && !/^(?:reject|withdr|defer)/.test(does.word)),
    )
    if (so.length > 0) {
      isPlain = (isPlain ?? true) && so.some(isPlainly)
      continue
    }
    return person === null ? { of: 'subject', word: headOf(predicate)?.word ?? does.word } : { of: 'speaker' }
  }
  return isPlain === true ? 'said' : null
}

/** Neither asked nor imagined. */
const isPlainly = ({ line, own, where }: Said): boolean =>
  !isAsked(line) &&
  !moods.hypothesis.test(
    own
      .slice(0, where)
      .map(({ word }) => word)
      .join(' '),
  )

/** "Ann reported that the roof leaked": what is said is that it leaked; "The board agreed to" is of every decision. */
const thatClause = (claim: string): string =>
  claim
    .replace(
      /^(?:the )?(?:board|committee|meeting|directors) (?:\w+ly )?(?:agreed|resolved|decided) to /i,
      '',
    )
    .replace(
      /^.{0,80}?\b(?:report|sa(?:id|ys)|explain|not(?:ed|es)|warn|confirm|stat|declar|advis|told|mention|observ|point(?:ed)? out|recommend|suggest|propos|agree|resolv|comment)\w*(?: (?:\w+ )?out)?(?: \w+)? that /,
      '',
    )

/** The words of a name that somebody may be called by: "Jo", and not "Dr" or "de". */
export const namePartsOf = (full: string): string[] =>
  tokensOf(spelledOut(full)).flatMap(({ word }, at, all) => {
    const isShort = /^(?!mr|ms|dr)\p{L}{2}$/u.test(word)
    // "Jo", and the family name of "Dr Xu".
    const isName = at === 0 || (at === all.length - 1 && /^(?:mr|mrs|ms|miss|dr|prof)$/.test(all[0]!.word))
    return (word.length > 2 && word !== 'the' && word !== 'mrs') || (isShort && isName) ? [word] : []
  })

function personIn({ subject }: Predicate, people: readonly string[]): string[] | null {
  const words = subject.map(({ word }) => word)
  for (const name of people) {
    const known = namePartsOf(name)
    if (known.some((one) => words.includes(one)) && !words.some((one) => refers.test(one))) return known
  }
  return null
}

/** Whoever puts a question asks. */
const isAsked = ({ text }: Line): boolean => text.trim().endsWith('?')

type Said = { line: Line; at: number; own: Token[]; where: number }

const isOf = ({ speaker }: Line, parts: readonly string[]): boolean =>
  speaker !== null && tokensOf(spelledOut(speaker)).some(({ word }) => parts.includes(word))
const names = (tokens: readonly Token[], parts: readonly string[]): boolean =>
  tokens.some(({ word }) => parts.includes(word))

function isOfPerson(parts: readonly string[], predicate: Predicate, said: Said, { lines }: Heard): boolean {
  const { line, at, own, where } = said
  const before = own.slice(0, where)
  const around = lines.slice(Math.max(0, at - 2), at)
  if (predicate.isPassive)
    return (
      names(own, parts) ||
      isOf(line, parts) ||
      (own.some(({ word }) => personal.test(word)) && around.some(({ tokens }) => names(tokens, parts)))
    )
  if (isAsked(line) && own[where]!.word === 'asked') return isOf(line, parts)
  // "I" is whoever speaks.
  if (before.some(({ word }) => word === 'i')) return isOf(line, parts)
  if (names(own, parts) && (names(before, parts) || !isOf(line, parts))) return true
  if (isOf(line, parts))
    return (
      !predicate.isBe &&
      !/(?:[st]ion|ment)$/.test(own[where]!.word) &&
      (own.some(({ word }) => byUs.test(word)) || !before.some(isWord))
    )
  return own.some(({ word }) => personal.test(word)) && around.some(({ tokens }) => names(tokens, parts))
}

function isOfThing(predicate: Predicate, said: Said, { lines, earlier }: Heard): boolean {
  const head = headOf(predicate)
  if (head === null) return true
  const { own, where, at } = said
  const place = own.findIndex(({ word }) => areKin(word, head.word))
  const isDoneTo = /^(?:is|are|was|were|be|been|being)$/.test(
    own.slice(0, where).findLast(({ word }) => !/^(?:not|\w+ly|therefore|now|hereby|all)$/.test(word))
      ?.word ?? '',
  )
  if (place !== -1 && place !== where) {
    if (predicate.isPassive || isDoneTo === predicate.isPassive) return true
    // "withdrawn by the board following talks with shareholders": they did nothing.
    const by = own.findIndex(({ word }, i) => i > where && word === 'by')
    if (isCopula(predicate, own, where)) return true
    return !isDoneTo || (by !== -1 && place > by && place - by <= 4)
  }
  if (place === where) return true
  const before = own.slice(0, where)
  const spoken = [...lines.slice(0, at).flatMap(({ tokens }) => tokens), ...earlier]
  if (!spoken.some(({ word }) => areKin(word, head.word))) return false
  if (!predicate.isPassive && before.some(({ word }) => word === 'i')) return false
  // "That resolution is rescinded": by whom is not said.
  if (!predicate.isPassive && isDoneTo && before.some(isWord)) return false
  return (
    own.some(({ word }) => refers.test(word)) || own.length <= 4 || (before.length <= 1 && own.length <= 8)
  )
}

/** "was overdue" and "is ahead" tell how something is. */
const isCopula = ({ isPassive }: Predicate, own: readonly Token[], where: number): boolean =>
  !isPassive && !/(?:ed|en|wn)$/.test(own[where]!.word)

/** What it is done to is there as well, or meant. */
function reaches({ after }: Predicate, { line, own, where }: Said, { lines, earlier }: Heard): boolean {
  const [first] = after.filter(isWord)
  if (!first) return true
  const here = line.tokens
  const is = (tokens: readonly Token[]): boolean => tokens.some(({ word }) => areKin(word, first.word))
  if (is(here)) return true
  const others = [...lines.flatMap(({ tokens }) => tokens), ...earlier]
  if (!is(others)) return true
  return own.some(({ word }) => refers.test(word)) || !own.slice(where + 1).some(isWord)
}

/** What is said beside a figure. `isCompared`: the figure is what it is held against ("down from nineteen"). */
type Piece = { figures: ReadonlySet<number>; words: string[]; refersTo: boolean; isCompared: boolean }

const comparing = /\b(?:against|compared (?:with|to)|versus|from|than|instead of)\b/
const cuts = new RegExp(String.raw`[,;:.](?=\s|$)|(?=${comparing.source})|\b(?:but|and)\b`)

/** Pieces in which a figure belongs to its noun. */
const piecesOf = (text: string, names: ReadonlySet<string>): Piece[] =>
  spelledOut(text)
    .replace(/(?<=\d),(?=\d)/g, '')
    .split(cuts)
    .map((piece) => {
      const tokens = tokensOf(piece)
      return {
        figures: figuresIn(piece),
        words: tokens
          .filter((one) => isWord(one) && !names.has(one.word) && !areKin(one.word, 'propose'))
          .map(({ word }) => word)
          .filter((word) => figuresIn(word).size === 0 && !/^(?:thousand|million|hundred|point)$/.test(word)),
        refersTo: tokens.some(({ word }) => refers.test(word) && !/^(?:ones?|both)$/.test(word)),
        isCompared: comparing.test(piece),
      }
    })

const former = /\b(?:previous|prior|last|before|earlier|former|originally|down|up)/

/** A figure that stands beside another noun than there. */
function figureOfAnother(claim: string, lines: readonly Line[], names: ReadonlySet<string>): number | null {
  const said = lines.flatMap(({ text }) => piecesOf(text, names))
  for (const one of piecesOf(thatClause(claim), names)) {
    if (one.words.length === 0) continue
    for (const figure of one.figures) {
      if (figure <= 3) continue
      const there = said.filter(({ figures }) =>
        [figure, figure / 1000, figure / 1e6].some((form) => figures.has(form)),
      )
      const isBeside = ({ words, refersTo, isCompared }: Piece): boolean =>
        words.length === 0
          ? !isCompared || one.isCompared || former.test(claim)
          : refersTo || one.words.some((word) => words.some((other) => areKin(word, other)))
      if (there.length > 0 && !there.some(isBeside)) return figure
    }
  }
  return null
}
