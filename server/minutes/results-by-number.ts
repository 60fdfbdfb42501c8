import type { Vote } from '#contract/minutes.ts'
import { doubtAt } from '../language/extract/mood.ts'
import type { FoundDecision } from '../language/extract/decisions.ts'
import { numberOf, numberPattern } from '../language/extract/numbers.ts'
import { headless, type Sentence } from '../language/extract/talk.ts'
import { addVotes, voteIn } from '../language/extract/votes.ts'
import { saysOutcomeOnly } from './decision-text.ts'

/** How resolutions ended, as it is told of each by its number: the figures of a poll, and what whoever chairs declares. */

type Outcome = FoundDecision['outcome']
export type Result = {
  /** In which it was told and declared. */
  sentences: Sentence[]
  /** The figures as they were told; null: none were. */
  told: string | null
  vote: Vote | null
  /** Null: whoever chairs has not declared any. */
  outcome: Outcome | null
  /** It was declared to have ended in two ways, and nobody put it right. */
  isTwofold: boolean
}

const one = String.raw`(?:${numberPattern})`
const list = String.raw`${one}(?:(?:,? and |, | to | through | up to )(?:resolutions? )?${one})*(?:(?:,? inclusive))?`
const declared = new RegExp(
  String.raw`\bresolutions? (?:numbers? )?(?<list>${list})\b(?<between>[^.;?]*?)(?:\b(?:is|are|was|were|has been|have been|has|have|both|all)\b|\b(?:is|are|was|were|has|have)n't\b|(?<=, |: )(?=(?:carried|passed|lost|not (?:carried|passed))\b))`,
)
const allOfThem =
  /^(?:(?:so|and|then|that means)[,]? )*(?:all|both)(?: of)?(?: the)?(?: (?:\w+ )?)?resolutions (?:are|were|have been|have)\b/
const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(
  ' ',
)
const byOrdinal = new RegExp(
  String.raw`\bthe (${ordinals.join('|')})(?: (?:ordinary|special))? resolution\b`,
  'g',
)
const withdrawn = /\b(?:is|are|was|were|has been|have been)(?: therefore| accordingly| hereby)? withdrawn\b/
const not = String.raw`(?:\bnot|n't)\b(?: been| duly| therefore)*`
const lost = new RegExp(
  String.raw`${not} (?:passed|carried|approved|adopted|(?:get|got|have|reach\w*|achieve\w*|obtain\w*|meet) (?:[\w-]+ ){0,5}(?:majority|quarters?|per ?cent|threshold))\b|\b(?:lost|defeated|rejected|falls?|fails?)\b`,
)
const figures = String.raw`(?:(?:votes )?for,? |(?:votes )?in favour,? |there (?:were|are) )?(?:\d|${numberPattern}\b)`
const result = new RegExp(
  String.raw`^(?:(?:and|then|next|so),? )*(?:on |for )?(?:resolution )?(?<number>${one})(?:, (?!for\b|votes\b|in favour\b|against\b)(?!${figures})[^,.;:]{3,60})?[,:] (?<told>${figures}.*?)[.]?$`,
)
const putsRight =
  /\b(?:sorry|correction|correct myself|misread|my mistake|apologies|recount|beg your pardon)\b/

/** "the second resolution" and "resolution two" are the same. */
const inNumbers = (plain: string): string =>
  plain.replace(byOrdinal, (_, nth: string) => `resolution ${ordinals.indexOf(nth) + 1}`)

/** "one, and three to seven" → 1, 3, 4, 5, 6, 7 */
export function numbersNamed(words: string): number[] {
  const found: number[] = []
  for (const part of words.split(/,? and |, /)) {
    const [from, to] = part
      .split(/ (?:up )?to | through /)
      .map((end) => numberOf(end.replace(/resolutions? |,? inclusive/g, '')))
    if (from === undefined || from === null) continue
    for (let number = from; number <= Math.min(to ?? from, from + 40); number++) found.push(number)
  }
  return [...new Set(found)]
}

export function outcomeIn(sentence: Sentence): Outcome | null {
  const { plain } = sentence
  if (withdrawn.test(plain)) return 'withdrawn'
  const loss = lost.exec(plain)
  if (loss) {
    const doubt = doubtAt(sentence, loss.index, 1)
    return doubt === null || doubt === 'negated' ? 'rejected' : null
  }
  const won = /\b(?:passed|carried|approved|adopted)\b/.exec(plain)
  return won && doubtAt(sentence, won.index, won[0].length) === null ? 'carried' : null
}

/** "Carried." right after the figures of a resolution is told of that one. */
const soon = 2

/**
 * @param after index of the sentence that read the last of them; what was withdrawn may be told before
 * @param read numbers of those that were read
 */
export function resultsByNumber(
  talk: readonly Sentence[],
  {
    first,
    after,
    read,
    chair,
  }: { first: number; after: number; read: readonly number[]; chair: string | null },
): Map<number, Result> {
  const results = new Map<number, Result>()
  let current: { number: number; sentence: Sentence } | null = null
  const add = (number: number, sentence: Sentence, more: Partial<Result>): void => {
    const known = results.get(number) ?? none
    const before = more.outcome && known.outcome && known.outcome !== more.outcome
    results.set(number, {
      sentences: [...new Set([...known.sentences, sentence])],
      told: known.told ?? more.told ?? null,
      vote: addVotes(known.vote, more.vote ?? null),
      outcome: more.outcome ?? known.outcome,
      isTwofold: before ? !putsRight.test(sentence.plain) : known.isTwofold,
    })
  }
  for (const sentence of talk.slice(first)) {
    if (sentence.isQuestion) continue
    const plain = inNumbers(headless(sentence.plain))
    const isLate = sentence.index > after
    const isChair = chair === null || sentence.speaker === chair
    const outcome = outcomeIn(sentence)
    const told = isLate ? result.exec(plain)?.groups : undefined
    const number = told ? numberOf(told.number!) : null
    if (told && number !== null && !results.get(number)?.told) {
      add(number, sentence, { told: told.told!, vote: voteIn(told.told!), outcome: isChair ? outcome : null })
      current = { number, sentence }
      continue
    }
    const named = declared.exec(plain)?.groups?.list
    const numbers = named !== undefined ? numbersNamed(named) : isLate && allOfThem.test(plain) ? read : []
    if (numbers.length > 0) {
      const isEnd = isChair && outcome !== null && (outcome === 'withdrawn' || isLate)
      for (const each of isEnd ? numbers : [])
        if (named !== undefined || results.get(each)?.outcome !== 'withdrawn')
          add(each, sentence, { outcome, vote: numbers.length === 1 ? voteIn(plain) : null })
      current = isLate && numbers.length === 1 ? { number: numbers[0]!, sentence } : null
      continue
    }
    const isNext =
      current !== null &&
      sentence.index - current.sentence.index <= soon &&
      sentence.speaker === current.sentence.speaker
    if (!current || !isNext) continue
    const vote = voteIn(plain)
    if (isChair && outcome !== null && saysOutcomeOnly.test(plain))
      add(current.number, sentence, { outcome, vote })
    else if (vote !== null && sentence.index - current.sentence.index === 1) {
      add(current.number, sentence, { vote })
      current = { ...current, sentence }
    }
  }
  return results
}

const none: Result = { sentences: [], told: null, vote: null, outcome: null, isTwofold: false }
