import type { Token } from './denials.ts'
import { isFrame } from './kindred.ts'

/** Who does what in a clause, as far as its order tells: English puts the subject before the verb, and what it is done to after. */

/** They begin a clause of their own. */
const joints =
  /\b(?:because|since|owing to|due to|in view of|in the light of|given (?:that|the|what)|if|until|unless|when|once|while|whilst|although|though|but|whereas|which|whether|following|pending|subject to|compared with|(?:in|by way of) (?:answer|response|reply) to)\b|[;:—–]|, (?=(?:and|so|as|who)\b)| (?=then (?:i|we|he|she|they|it|the)\b)| (?=(?:i|we|he|she|they) (?:could|would|will|might|may|should|must)\b)| and (?=(?:the |a |an |its |our |that )?(?:[\w'-]+ ){1,3}(?:be|is|are|was|were|has|have|had|will|would)\b)/g

/** The clauses of a sentence in small letters. */
export const clausesOf = (plain: string): string[] =>
  plain
    .replace(joints, (mark) => ` \n${/\w/.test(mark) ? mark : ''} `)
    .split('\n')
    .filter((one) => /\p{L}/u.test(one))

const be = /^(?:is|are|was|were|be|been|being)$/
const helps =
  /^(?:is|are|was|were|be|been|being|has|have|had|will|would|shall|should|can|could|may|might|must|do|did|does|to)$/
const between =
  /^(?:not|never|also|then|still|yet|already|now|all|both|only|just|rather|no|longer|therefore|hereby|duly|\w+ly)$/
const strong =
  /^(?:came|left|rose|fell|took|gave|sent|made|held|lost|sold|bought|paid|met|saw|found|kept|spoke|wrote|withdrew|drew|chose|got|brought|thought|felt|became|began|grew|put|set|cut|let|stood|ran|won|led|went|broke|built|spent|meant|knew|showed)$/
const participle =
  /(?:ed|en|wn|rn)$|^(?:sold|bought|paid|met|found|kept|held|lost|made|sent|spent|built|cut|put|set|let|left|won|led|taught|brought|told|done|gone|begun|run|become|come)$/

export type Predicate = {
  /** Place of the verb, or of what the subject is said to be. */
  at: number
  /** "was sold": its subject is what it is done to. */
  isPassive: boolean
  /** "was ahead", "was the treasurer". */
  isBe: boolean
  /** Before it, without what hangs on to its first noun ("of the …"). */
  subject: Token[]
  after: Token[]
}

const hangs = /^(?:of|for|in|on|to|from|with|by|at|between|under|about|as)$/

/** @param people words of names @returns the first thing that a clause says of something; null: it says nothing of anything */
export function predicateOf(tokens: readonly Token[], people: ReadonlySet<string>): Predicate | null {
  for (let i = 1; i < tokens.length; i++) {
    const { word } = tokens[i]!
    const isPast =
      strong.test(word) || (word.length > 4 && word.endsWith('ed') && !helps.test(tokens[i - 1]!.word))
    const isNow =
      word.length > 3 && word.endsWith('s') && people.has(tokens[i - 1]!.word) && !people.has(word)
    if (!isPast && !isNow && !helps.test(word)) continue
    // "the proposal to sell": of the noun.
    if (word === 'to' && !be.test(tokens[i - 1]!.word)) continue
    let last = word
    let at = i
    while (helps.test(tokens[at]?.word ?? '') || (at > i && between.test(tokens[at]?.word ?? ''))) {
      if (helps.test(tokens[at]!.word)) last = tokens[at]!.word
      at++
    }
    const isBe = be.test(last) && !/^(?:ha[sd]|have)$/.test(last)
    if (isBe)
      at = Math.max(
        at,
        tokens.findIndex(({ word: one }, place) => place >= at && !isFrame(one)),
      )
    const does = tokens[at]
    if (!does) return null
    const isPassive = isBe && participle.test(does.word)
    const before = tokens.slice(0, i)
    const end = before.findIndex(({ word: one }, place) => place > 0 && hangs.test(one))
    return {
      at,
      isPassive,
      isBe: isBe && !isPassive,
      subject: end === -1 ? before : before.slice(0, end),
      after: tokens.slice(at + 1),
    }
  }
  return null
}

/** What the subject is: its last word that means something; null: "it", "the board". */
export const headOf = ({ subject }: Predicate): Token | null =>
  subject.findLast(({ word }) => !isFrame(word) && !/^\d|^.$/.test(word)) ?? null
