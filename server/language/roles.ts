import type { SaidSentence } from './bears-out.ts'
import { clausesOf } from './clauses.ts'
import { tokensOf } from './denials.ts'
import { areKin, isFrame, spelledOut } from './kindred.ts'

/** Whether a claim has who does it and to whom it is done the other way round than what was said: "The landlord sued the tenant". */

/** Those who can do to others what others can do to them; some are no more than frame elsewhere. */
const parties = new Set(
  'landlord tenant lessor lessee bank lender borrower company board committee charity trust trustee trustees council club society association firm business shareholder shareholders member members director directors chair chairman chairwoman secretary treasurer auditor auditors insurer insurers supplier suppliers customer customers client clients contractor contractors employer employee employees staff subsidiary parent buyer seller purchaser vendor agent agents surveyor solicitor solicitors regulator hmrc union creditor debtor manager neighbour partner investor investors founder founders union court council government university school hospital'.split(
    ' ',
  ),
)
/** What "we" are. */
const ours =
  /^(?:company|board|committee|charity|trust|council|club|society|association|firm|business|meeting)$/
const we = /^(?:we|us)$/
const unresolved = /^(?:he|she|it|they|him|her|them|who|which|that|this|these|those|you|one|another)$/

/** Whoever meets somebody is met by them. */
const mutual =
  /^(?:meet|met|agree|discuss|spoke|speak|talk|merg|marr|share|differ|match|join|compar|cooperat|correspond|compet|liais|trad|exchang|swap|negotiat|work|becom|becam|mean|equal|remain|follow|concern|relat|resembl|contact)/

const be = /^(?:is|are|was|were|be|been|being|get|gets|got)$/
const auxiliary =
  /^(?:is|are|was|were|be|been|being|has|have|had|will|would|shall|should|can|could|may|might|must|do|did|does|to|not|never|also|then|still|yet|already|now|all|both|only|just|therefore|hereby|duly|since|\w+ly)$/
const modal = /^(?:will|would|shall|should|can|could|may|might|must|to|do|did|does|not)$/
const determiner =
  /^(?:the|a|an|its|their|our|my|his|her|your|this|that|these|those|some|any|all|both|no|every|each)$/
const preposition =
  /^(?:of|for|in|on|to|from|with|by|at|between|under|about|as|against|into|over|after|before)$/
const ends = /^(?:that|who|whom|which|because|when|if|whether|while|where|so|but|until|unless)$/
const past =
  /(?:ed|wn|rn)$|^(?:sold|bought|paid|met|found|kept|held|lost|made|sent|lent|spent|built|cut|put|set|let|left|won|led|taught|brought|told|gave|given|took|taken|chose|chosen|drew|drawn|wrote|written|beat|beaten|hit|sought|caught|fought|overtook|overtaken|hired|fired|dealt|bid)$/
const present = /(?<=\p{L}{2}[^s])s$/u

/** What one does to somebody with a word between: of other verbs "Lintock appointed to the board" leaves out "was". */
const withWord = /^(?:complain|report|repl|apolog|object|appeal|respond|wrote|writ|listen|belong)/

type Roles = {
  /** Who does it; empty: not said. */
  agents: readonly string[]
  /** To whom, or what, it is done. */
  others: readonly string[]
  isPassive: boolean
  /** What it is done to stands right behind the verb. */
  isDirect: boolean
}

const isNoun = (word: string): boolean =>
  parties.has(word) || we.test(word) || (!isFrame(word) && !/^\d|^.$/.test(word) && !auxiliary.test(word))

/**
 * Words. What was said comes in sentences that are shorter (sentences.ts), and so does what anybody writes: only a model that
 * runs on without a full stop is cut here, since roles are looked for in more than linear time.
 */
const longest = 100

/** Pieces in which the order tells who does what: "the bank lent it and the company paid" are two. */
export const piecesOf = (text: string): string[][] =>
  clausesOf(spelledOut(text).replace(/,(?=\s)/g, ' ;'))
    .map((clause) => tokensOf(clause).map(({ word }) => word))
    .flatMap((words) =>
      Array.from({ length: Math.ceil(words.length / longest) }, (_, nth) =>
        words.slice(nth * longest, (nth + 1) * longest),
      ),
    )
    .flatMap((words) => {
      const verbs = [...words.keys()].filter((place) => isVerb(words, place))
      const [first = words.length, last = -1] = [verbs[0], verbs.at(-1)]
      const at = words.findIndex((word, i) => joins.test(word) && first < i && last > i + 1)
      return at === -1 ? [words] : [words.slice(0, at), words.slice(at + 1)]
    })
const joins = /^(?:and|but|or)$/

function isVerb(words: readonly string[], at: number): boolean {
  const word = words[at]!
  const before = words[at - 1]
  if (before === undefined || word.length < 3 || auxiliary.test(word) || preposition.test(word)) return false
  if (modal.test(before) || /^(?:i|we|they|you)$/.test(before)) return true
  // "The amended articles", "of registered members".
  if (determiner.test(before) || preposition.test(before)) return false
  if (past.test(word)) return true
  // "The suppliers owe the company".
  const isPlural = /[^s]s$/.test(before) && determiner.test(words[at + 1] ?? '')
  return word.endsWith('ing') || ((present.test(word) || isPlural) && isBehindNoun(words, at))
}

/** "The supplier owes the company": between one thing and the next. */
const isBehindNoun = (words: readonly string[], at: number): boolean => {
  const next = words[at + 1]
  return (
    isNoun(words[at - 1]!) &&
    next !== undefined &&
    (determiner.test(next) || isNoun(next) || /^\d/.test(next) || unresolved.test(next))
  )
}

function rolesAt(words: readonly string[], at: number): Roles {
  let group = at
  let isPassive = false
  while (group > 0 && auxiliary.test(words[group - 1]!)) {
    group--
    // "had been being": the last one tells; "is suing" does not.
    if (be.test(words[group]!) && past.test(words[at]!)) isPassive = true
  }
  const before = words.slice(0, group)
  const from = before.findLastIndex((word) => ends.test(word)) + 1
  const hangs = before.findIndex((word, place) => place > from && preposition.test(word))
  const subject = before.slice(from, hangs === -1 ? undefined : hangs)
  const behind = words.slice(at + 1)
  const end = behind.findIndex((word) => ends.test(word))
  const after = end === -1 ? behind : behind.slice(0, end)
  const by = after.indexOf('by')
  const doers = by === -1 ? [] : nounsUpTo(after.slice(by + 1))
  const next = after[0]
  const isDirect = next !== undefined && !preposition.test(next)
  if (doers.length > 0 || isPassive)
    return { agents: doers, others: subject.filter(isMeant), isPassive: true, isDirect }
  return { agents: subject.filter(isMeant), others: after.filter(isMeant), isPassive, isDirect }
}

/** The first thing that is named. */
const nounsUpTo = (words: readonly string[]): string[] => {
  const end = words.findIndex((word, at) => at > 0 && (preposition.test(word) || /^(?:and|or)$/.test(word)))
  return words.slice(0, end === -1 ? undefined : end).filter(isMeant)
}

const isMeant = (word: string): boolean =>
  isNoun(word) || unresolved.test(word) || word === 'i' || word === 'me'

/** @param people the words by which each of them may be called @returns the verb of which they changed places; null: of none */
export function swappedRoles(
  claim: string,
  said: readonly SaidSentence[],
  people: readonly (readonly string[])[],
): string | null {
  const capitals = new Set(
    [...claim.matchAll(/\b\p{Lu}\p{L}+/gu)].map(([word]) => word.normalize('NFC').toLowerCase()),
  )
  const all = said.flatMap(({ text, speaker }) =>
    piecesOf(text).flatMap((piece) =>
      [...piece.entries()]
        .filter(([place]) => isVerb(piece, place))
        .map(([place, word]) => ({ word, roles: withSpeaker(rolesAt(piece, place), speaker) })),
    ),
  )
  for (const words of piecesOf(claim))
    for (const [at, verb] of words.entries()) {
      if (!isVerb(words, at) || mutual.test(verb)) continue
      const own = rolesAt(words, at)
      const isBare = !own.isPassive && !own.isDirect && !auxiliary.test(words[at - 1]!)
      if (isBare && !withWord.test(verb)) continue
      const agent = own.agents.findLast((word) => isNoun(word))
      const others = own.others.filter((word) => isNoun(word))
      if (others.length === 0) continue
      const told = all.filter(({ word }) => areKin(word, verb))
      if (told.length === 0) continue
      if (agent === undefined) {
        if (
          own.isPassive &&
          isOnlyDoer(
            others.at(-1)!,
            told.map(({ roles }) => roles),
          )
        )
          return verb
        continue
      }
      const among = (list: readonly string[], one: string): boolean => list.some((word) => mayMean(word, one))
      let isSwapped = false
      let isBacked = false
      for (const { roles } of told) {
        if (among(roles.agents, agent) || roles.agents.some((word) => unresolved.test(word))) isBacked = true
        const turned = others.some(
          (other) =>
            !mayMean(other, agent) &&
            among(roles.agents, other) &&
            !among(roles.others, other) &&
            (roles.isPassive || roles.isDirect || (isParty(other) && isParty(agent))),
        )
        if (turned && among(roles.others, agent)) isSwapped = true
      }
      if (isSwapped && !isBacked) return verb
    }
  return null

  function isOnlyDoer(patient: string, told: readonly Roles[]): boolean {
    return (
      isParty(patient) &&
      told.some(
        ({ agents, others, isPassive, isDirect }) =>
          !isPassive && isDirect && agents.some((one) => mayMean(one, patient)) && others.some(isParty),
      ) &&
      told.every(
        ({ agents, others }) =>
          agents.some((one) => mayMean(one, patient)) &&
          !others.some((one) => mayMean(one, patient) || unresolved.test(one)),
      )
    )
  }

  function isParty(word: string): boolean {
    return parties.has(word) || capitals.has(word) || people.some((parts) => parts.includes(word))
  }

  function mayMean(one: string, other: string): boolean {
    if (one === other || areKin(one, other)) return true
    if ((we.test(one) && ours.test(other)) || (we.test(other) && ours.test(one))) return true
    return people.some((parts) => parts.includes(one) && parts.includes(other))
  }

  /** "I" is whoever speaks. */
  function withSpeaker(roles: Roles, speaker: string | null): Roles {
    const names = speaker === null ? [] : tokensOf(spelledOut(speaker)).map(({ word }) => word)
    const told = (list: readonly string[]): string[] =>
      list.flatMap((word) => (word === 'i' || word === 'me' ? (names.length > 0 ? names : ['they']) : [word]))
    return { ...roles, agents: told(roles.agents), others: told(roles.others) }
  }
}
