import type { Token } from './denials.ts'
import { isFrame } from './kindred.ts'

/** Who is to do what a sentence speaks of: "I want Tom to send it" is Tom's to do, "Sarah said that the bank will send it" the bank's. */

/** They make somebody else do it. */
const moves =
  /^(?:want|wants|wanted|need|needs|needed|like|ask|asks|asked|asking|get|gets|got|getting|tell|tells|told|instruct\w*|expect\w*|invit\w*|request\w*|requir\w*|remind\w*|urge\w*|advise[ds]?|persuade[ds]?|allow\w*|authoris\w*|leave|for|prefer\w*)$/
/** "I promised Tom to send it": mine. */
const promises = /^(?:promise[ds]?|undertook|undertake|swore|vowed)$/
const tells =
  /^(?:said|says|say|told|tells|wrote|writes|replied|answered|promised|promises|reported|reports|confirmed|confirms|assured|thinks|thought|believes|hopes|hoped|heard|hear)$/
const auxiliary =
  /^(?:ll|ve|d|re|m|will|would|shall|should|must|may|might|can|could|to|be|been|have|has|had|am|is|are|was|were|do|does|did|going|not|also|then|just|now|kindly|please|probably|certainly|gladly|personally|therefore|still|try|aim|and|go)$/
const willing =
  /^(?:agreed|agrees|agree|happy|glad|offered|offers|volunteered|undertaken|willing|able|due|intends?|intended|plans?|planned|meant|means|hopes?|hoped|wants?|wanted|needs?|needed|promised|promises|undertook)$/
const pronoun = /^(?:he|she|they|it)$/
const indefinite = /^(?:somebody|someone|anybody|anyone|who|one|you|us|everybody|everyone|nobody|all|both)$/
const determiner = /^(?:the|a|an|its|their|our|my|his|her|your|this|that|these|those|some|any)$/

/** The words of those who are to do it, "i" and "we" as they were said; null: the words do not tell. @param at of the doing */
export function doersOf(tokens: readonly Token[], at: number): string[] | null {
  const words = tokens.map(({ word }) => word)
  let place = at - 1
  // "have agreed to", "will try to"
  while (place >= 0 && (auxiliary.test(words[place]!) || /\wly$/.test(words[place]!))) place--
  if (place === at - 1 || place < 0) return null
  if (/^(?:be|been|is|are|was|were)$/.test(words[at - 1]!)) return null
  const isTo = words.slice(place + 1, at).includes('to')
  if (isTo && (willing.test(words[place]!) || promises.test(words[place]!)))
    return subjectBefore(words, place)
  const own = nounsBackFrom(words, place)
  if (own === null) return null
  const before = words[own.from - 1] ?? ''
  if (isTo && !moves.test(before)) return promises.test(before) ? subjectBefore(words, own.from - 1) : null
  return resolved(own.named, words, own.from)
}

/** What stands before a verb. */
function subjectBefore(words: readonly string[], verb: number): string[] | null {
  let place = verb - 1
  while (place >= 0 && (auxiliary.test(words[place]!) || /\wly$/.test(words[place]!))) place--
  const own = place < 0 ? null : nounsBackFrom(words, place)
  return own && resolved(own.named, words, own.from)
}

/** "Tom and I", "the bank", from its last word back. */
function nounsBackFrom(words: readonly string[], last: number): { named: string[]; from: number } | null {
  const named: string[] = []
  let place = last
  while (place >= 0) {
    const word = words[place]!
    if (!isOne(word)) break
    named.push(word)
    place--
    while (place >= 0 && (determiner.test(words[place]!) || words[place] === 'and') && named.length < 6) {
      const isJoined = words[place] === 'and'
      place--
      if (!isJoined) break
    }
    if (determiner.test(words[place + 1]!) && words[place] !== 'and') break
    if (words[place] === 'and') place--
    else if (/^(?:i|we|he|she|they|it|you|who)$/.test(word) && words[place + 1] !== 'and') break
  }
  return named.length === 0 ? null : { named, from: place + 1 }
}

const bodies = /^(?:board|committee|company|chair|chairman|secretary|director|directors|members|meeting)$/
const isOne = (word: string): boolean =>
  /^(?:i|we|me|us)$/.test(word) ||
  pronoun.test(word) ||
  indefinite.test(word) ||
  bodies.test(word) ||
  (!isFrame(word) && !tells.test(word) && !moves.test(word) && !auxiliary.test(word))

/** "The bank told me they will", "Sarah said, I will": of whoever told it. */
function resolved(named: readonly string[], words: readonly string[], from: number): string[] | null {
  const [only] = named
  const isOpen = named.length === 1 && (pronoun.test(only!) || only === 'i' || only === 'we')
  if (!isOpen) return [...named]
  if (only === 'who') return null
  let place = from - 1
  while (place >= 0 && /^(?:that|me|us|him|her|them|you)$/.test(words[place]!)) place--
  const isTold = place > 0 && tells.test(words[place]!)
  const teller = isTold ? nounsBackFrom(words, place - 1) : null
  // "As Tom said, I will": mine.
  const isAside = teller !== null && words[teller.from - 1] === 'as'
  if (teller !== null && !isAside && !pronoun.test(teller.named[0]!)) return teller.named
  if (pronoun.test(only!)) return null
  return teller !== null && !isAside ? null : [...named]
}
