import type { Doubtful } from '#contract/minutes.ts'
import type { Sentence } from '../language/extract/talk.ts'
import { because as ofFloor } from '../language/extract/found.ts'
import { turnsToNext } from '../language/extract/turning.ts'
import { quotations } from '../language/sentences.ts'
import { dictatedIn } from './dictated.ts'
import { asTold } from './told-outcome.ts'

/**
 * What becomes of a statement for which there is this ground against it.
 * `drop`: it is never shown. `show`: it stands under To check and cannot be kept as it is. `ask`: a person may keep it.
 */
type Fate = 'drop' | 'show' | 'ask'

/** The one table of what is refuted, what is doubtful, and why each is treated so. */
const fates = {
  /** Nobody in the whole meeting said it: there is nothing for a person to look at. (A quote that was not said is no claim at all.) */
  figureNeverSaid: 'drop',
  nameNeverHeard: 'drop',
  /** Not a word of it is in what it quotes: who looks there finds nothing to hold it against. */
  unrelated: 'drop',
  /** Another figure, name or day was said there for it. */
  figureOther: 'show',
  nameOther: 'show',
  dueOther: 'show',
  /** Said, but not there, and no other there: what was said leaves it open. */
  figureElsewhere: 'ask',
  nameElsewhere: 'ask',
  dueElsewhere: 'ask',
  /** Whoever was there knows whether it was one; a joke among the decisions cannot be called back. */
  jest: 'show',
  /** What was said is the contrary; it may be what is to be minuted, in other words. */
  negated: 'show',
  /** What was said is that the one did it to the other, and not the other to the one. */
  swapped: 'show',
  /** Somebody present wanted words in the minutes, or they were denied at once: whoever signs should know, and no click should do it. */
  dictated: 'show',
  denied: 'show',
  /** Both readings rest on what was said: only somebody who was there can tell. */
  readings: 'ask',
  /** Words that may be meant otherwise, or that a person knows more about than the transcript. */
  words: 'ask',
  /** The language model says so, and the words that it names do not. */
  unsaid: 'ask',
  /** The language model alone says so. */
  modelAlone: 'ask',
  nobodyNamed: 'ask',
} as const satisfies Record<string, Fate>

export type Ground = keyof typeof fates

/** Why something is doubtful, as a sentence for who checks it. */
export type Why = { ground: Ground; says: string }

export const because = {
  readings: {
    ground: 'readings',
    says: 'The language model and the rules read what was said differently: one of the two may be right.',
  },
  decisionOfModel: { ground: 'modelAlone', says: 'Only the language model took this for a decision.' },
  conflictOfModel: { ground: 'modelAlone', says: 'Only the language model took this for a declaration.' },
  denied: { ground: 'denied', says: 'There, or right after it, it is said that it was not decided.' },
  onlyReadOut: { ground: 'dictated', says: 'Only words that were read out or dictated say this.' },
  nobodyNamed: { ground: 'nobodyNamed', says: 'Nobody was named for it.' },
  presenceOfModel: {
    ground: 'modelAlone',
    says: 'Only the language model says this of who was there. Please see who is listed as present.',
  },
  presenceOtherwise: { ground: 'negated', says: 'The list of who was there says otherwise.' },
} as const satisfies Record<string, Why>

export const isDropped = ({ ground }: Why): boolean => fates[ground] === 'drop'

/** What stands in it was not said there. */
const unsaid: ReadonlySet<Ground> = new Set(['unsaid', 'figureElsewhere', 'nameElsewhere', 'dueElsewhere'])

/** What a doubtful statement carries of its ground. */
export const doubtOf = ({ ground, says }: Why): Pick<Doubtful, 'why' | 'refuted' | 'unsaid'> => ({
  why: says,
  ...(fates[ground] === 'show' && { refuted: true }),
  ...(unsaid.has(ground) && { unsaid: true }),
})

/** The rules tell their grounds as sentences (language/extract, dictated.ts): those that refute. */
const ofRules: ReadonlyMap<string, Ground> = new Map([
  ['It may have been a joke.', 'jest'],
  ['It was said that it was not decided.', 'denied'],
  ['Right after it somebody says that it was not decided.', 'denied'],
  [because.denied.says, 'denied'],
  [because.onlyReadOut.says, 'dictated'],
  ['It was said to whoever writes the minutes.', 'dictated'],
  ['What was said there is a quotation.', 'dictated'],
  [ofFloor.undone, 'denied'],
])

/** Why, of a sentence of the rules. */
export const saidByRules = (says: string): Why => ({ ground: ofRules.get(says) ?? 'words', says })

const laughs = /^(?:\W*(?:oh|well|and|yes)\b)*\W*(?:ha+\b(?:[,.! ]+ha+\b)*|haha|hee hee|lol)\b|\bha,? ha\b/
const notForMinutes =
  /^(?:no,? )*(?:please )?(?:don't|do not)(?: you dare)?[.!]*$|\b(?:don't|do not|no need to) (?:you dare )?(?:minute|write|record|note|put) (?:that|this|it|any of)\b|\b(?:only|just|was|were|i'm|am) (?:jok|kidd)ing\b|\bthat (?:was|is|'s) a joke\b/
/** Words; a longer sentence is about itself. */
const mostOfRemark = 8
const nothingOfIt =
  /\bnothing (?:\w+ ){0,3}(?:was|has been|were|is) (?:approved|agreed|resolved|decided|authorised|paid)\b|\b(?:we|the board|the directors) (?:never|did not|didn't|have not|haven't) (?:approve|agree|resolve|decide|authorise)d?\b/

/** A joke, words of others that were read out, or what was denied right after, whatever else was found wrong with it. */
export function unsaidIn(
  sentences: readonly Sentence[],
  one: Pick<Doubtful, 'kind' | 'evidence'>,
  talk: readonly Sentence[],
): Why | null {
  const dictated = dictatedIn(sentences, talk)
  if (dictated?.isCommand) return { ground: 'dictated', says: dictated.why }
  if (one.kind !== 'decision' && one.kind !== 'discussion') return null
  const quotes = one.evidence.map(({ quote }) => quote.toLowerCase().replaceAll('’', "'"))
  const own = sentences.filter(({ plain }) =>
    quotes.some(
      (quote) => quote.includes(plain.slice(0, 40)) || plain.includes(quote.replace(/[.!?"”]+$/, '')),
    ),
  )
  const last = own.at(-1)
  if (!last) return quotes.length > 0 && sentences.some(isRead(quotes)) ? readOut : null
  const after = talk.slice(last.index + 1, last.index + 4)
  if (
    own.some(({ plain }) => laughs.test(plain)) ||
    after.some(({ plain, words }) => words <= mostOfRemark && notForMinutes.test(plain))
  )
    return { ground: 'jest', says: 'It may have been a joke.' }
  if (own.some(isRead(quotes))) return readOut
  if (after.some(({ plain }) => nothingOfIt.test(plain)))
    return { ground: 'denied', says: 'Right after it somebody says that it was not decided.' }
  if (one.kind === 'decision' && isUndone(talk.slice(last.index + 1, last.index + 1 + undoneWithin)))
    return { ground: 'denied', says: ofFloor.undone }
  return null
}

/** Sentences later, in the same item. */
const undoneWithin = 10
const undoes =
  /\b(?:vote|decision|resolution|motion|approval|that|it|this) (?:therefore |then |now )?(?:does not|doesn't|cannot|can't|won't|will not|no longer) stands?\b|\b(?:that|this|the) (?:vote|decision|resolution|approval) (?:is|was|has been) (?:rescinded|revoked|annulled|set aside|void|invalid)\b/

function isUndone(after: readonly Sentence[]): boolean {
  const turn = after.findIndex(({ plain }) => turnsToNext(plain))
  return (turn === -1 ? after : after.slice(0, turn)).some(
    ({ plain, isQuestion }) => !isQuestion && undoes.test(plain),
  )
}

const ofWithdrawal = 'The motion may have been withdrawn.'

/** The rules found the words that withdrew it. */
export const mayBeWithdrawn = ({ why }: Doubtful): boolean => why === ofWithdrawal

/** Kept, it is minuted as withdrawn. */
const asWithdrawn = (one: Doubtful): Doubtful =>
  one.decision && mayBeWithdrawn(one)
    ? { ...one, decision: { ...one.decision, outcome: 'withdrawn', vote: null } }
    : one

const readOut: Why = { ground: 'dictated', says: 'What was said there is a quotation.' }

/** The words stand in quotation marks. */
const isRead =
  (quotes: readonly string[]) =>
  ({ text }: Sentence): boolean =>
    [...text.toLowerCase().replaceAll('’', "'").matchAll(quotations)].some(([inside]) =>
      quotes.some((quote) => inside.includes(quote.replace(/[.!?"”]+$/, ''))),
    )

/** With what the rules' grounds mean for each; what was dictated is that, whatever else may be wrong with it. */
export const withFates = (toCheck: readonly Doubtful[], talk: readonly Sentence[]): Doubtful[] =>
  toCheck.map((one) => {
    const said = new Set(one.evidence.flatMap(({ segments }) => segments))
    const sentences = talk.filter(({ segments }) => segments.some(({ id }) => said.has(id)))
    const ground = unsaidIn(sentences, one, talk) ?? saidByRules(one.why)
    return {
      ...asTold(asWithdrawn(one), sentences),
      ...doubtOf(ground),
      ...(one.refuted && { refuted: true }),
    }
  })
