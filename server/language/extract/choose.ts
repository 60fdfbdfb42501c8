import { asAmended } from './amended.ts'
import type { Candidate } from './candidates.ts'
import { correctionsOf } from './corrections.ts'
import { isDeclared, isNoted, isPutOff, mayBeDeclared } from './declared.ts'
import { because, type FoundDecision } from './found.ts'
import { formOf } from './explicit.ts'
import { groundAgainst } from './grounds.ts'
import { withMinutesCorrected } from './minutes-corrected.ts'
import { noteOf } from './note.ts'
import { trueReason } from './reason.ts'
import { withPointed } from './pointed.ts'
import { isPolled } from './result.ts'
import type { Sentence } from './talk.ts'
import { withToldTwice } from './told-twice.ts'
import { withTwoOutcomes } from './two-outcomes.ts'
import { withUndone } from './undone.ts'

/** From here on it stands as fact, where nothing forbids it: found with meetings of writers that the weights did not know. */
export const sureFrom = 10
/** From here on it stands under "To check"; what has less is left out. */
export const checkFrom = -4

/** From here on what was put to all and answered does, too: with less, half of it was a jest, a trap or another's. */
const heardFrom = 7
/** What was put to all and answered: it stands as fact wherever it is shown. */
const answered =
  /^(?:motion (?:outcome|vote|assents several|signs)|asked (?:outcome|vote|signs|assents several)|said (?:outcome|assents several)|taken$)/

const resolvedThat =
  /^(?:it (?:was|is)|be it) (?:further |hereby |therefore |unanimously |also )*resolved that\b/

/** @param weight in decibans */
export type Weighed = Candidate & { weight: number }

/** Two that are closer than this are about the same thing. */
const near = 2
/** So many sentences later the same is told again in other words. */
const again = 14

const bodyResolves =
  /\b(?:board|committee|meeting|company|members|trustees) (?:has |have |hereby |therefore )?resolve[sd]?\b/

/** Of those that are about the same, the one with the most evidence; in the order of the meeting. */
export function choose(
  all: readonly Weighed[],
  talk: readonly Sentence[],
  chair: string | null,
): FoundDecision[] {
  const chosen = new Chosen()
  const ground = ({ found }: Weighed): string | null => groundAgainst(found, talk, chair)
  const isTold = ({ found }: Weighed): boolean => found.about.some((one) => isDeclared(one, talk, chair))
  const isCorrected = ({ found }: Weighed): boolean =>
    found.rule !== 'closing' && correctionsOf(found.about, talk).length > 0
  /** Formal words are shown, whatever speaks against them. */
  const isFormal = (one: Weighed): boolean =>
    isCorrected(one) ||
    (isAnswered(one) && ground(one) === null) ||
    one.found.about.some((said) => mayBeDeclared(said, talk, chair)) ||
    (one.found.rule !== 'closing' &&
      (one.found.kind === 'resolution' || bodyResolves.test(one.at.plain) || isNotCarried(one)) &&
      ground(one) === null)
  const doubtOf = (one: Weighed): string | null => {
    const isSure =
      one.weight >= sureFrom || isTold(one) || isNotCarried(one) || isPolled(one.found) || isHeard(one, chair)
    return ground(one) ?? (isSure ? null : trueReason(one.found.doubt ?? because.weak, one.found, talk))
  }
  const ranked = all
    .filter((one) => one.weight >= checkFrom || isFormal(one))
    .sort((a, b) => Number(isTold(b)) - Number(isTold(a)) || b.weight - a.weight || a.at.index - b.at.index)
  for (const one of ranked) {
    const rival = chosen.rivalOf(one)
    if (!rival || isApart(one, rival)) chosen.add(one)
    else if (one.found.rule !== 'closing' && rival.found.rule === 'closing') {
      // What was noted is one thing, and what was put right after it another.
      if (rival.found.about.every(isNoted)) chosen.add(one)
      else rival.found = joined(one, rival)
    }
  }
  const weighed = chosen.all
    .map((heard): FoundDecision => {
      const one = { ...heard, found: asAmended(heard.found, talk) }
      if (one.found.doubt === because.amended) return one.found
      const minutes = withMinutesCorrected(heard.found, talk)
      if (minutes !== null)
        return {
          ...minutes,
          doubt: minutes.doubt === because.corrected ? minutes.doubt : doubtOf(heard),
        }
      const corrections = correctionsOf(one.found.about, talk)
      if (corrections.length > 0) return corrected(one.found, corrections)
      return { ...one.found, outcome: outcomeOf(one.found), doubt: doubtOf(one) }
    })
    .sort((a, b) => a.sentences[0]!.index - b.sentences[0]!.index)
  return withUndone(
    withToldTwice(withTwoOutcomes(withPointed(weighed, talk, chair), talk, chair), talk),
    talk,
  )
}

const outcomeOf = ({ about, outcome, vote }: FoundDecision): FoundDecision['outcome'] => {
  if (about.every(isNoted)) return 'noted'
  return vote === null && about.length > 0 && isPutOff(about[0]!) ? 'deferred' : outcome
}

/** Put to the meeting and answered, each in the words of meetings. */
const isAnswered = ({ found }: Weighed): boolean =>
  found.doubt === null && (answered.test(found.rule) || Boolean(formOf(found.rule)?.stands))
const isHeard = (one: Weighed, chair: string | null): boolean =>
  isAnswered(one) &&
  (one.weight >= heardFrom ||
    one.found.rule === 'taken' ||
    (chair !== null && one.at.speaker === chair && resolvedThat.test(one.at.plain)))

/** More hands were against it than for it, and it was said to be lost. */
const isNotCarried = ({ found }: Weighed): boolean =>
  found.kind === 'resolution' &&
  found.outcome === 'rejected' &&
  found.vote !== null &&
  (found.vote.against ?? 0) > (found.vote.for ?? Infinity)

const inOrder = (sentences: readonly Sentence[]): Sentence[] =>
  [...new Set(sentences)].sort((a, b) => a.index - b.index)

/** With the words that put right what was said: which of both holds is for a person to say. */
const corrected = (found: FoundDecision, by: readonly Sentence[]): FoundDecision => ({
  ...found,
  sentences: inOrder([...found.sentences, ...by]),
  about: inOrder([...found.about, ...by]),
  doubt: because.corrected,
})

/** What is chosen so far, to be found by its place: meetings of a day have thousands of sentences. */
class Chosen {
  readonly all: Weighed[] = []
  private readonly byPlace = new Map<number, Set<Weighed>>()

  add(one: Weighed): void {
    this.all.push(one)
    for (const place of placesOf(one)) {
      const here = this.byPlace.get(place) ?? new Set<Weighed>()
      this.byPlace.set(place, here.add(one))
    }
  }

  /** The one with the most evidence that is about the same. */
  rivalOf(one: Weighed): Weighed | undefined {
    const around = new Set<Weighed>()
    for (const place of placesOf(one))
      for (const by of [-1, 0, 1]) for (const other of this.byPlace.get(place + by) ?? []) around.add(other)
    return [...around]
      .sort((a, b) => b.weight - a.weight)
      .find((other) => isNear(other, one) || isAgain(other.found, one.found))
  }
}

/** After a matter has been carried in form, the next words that share none with it begin another. */
function isNear(other: Weighed, one: Weighed): boolean {
  if (gapOf(other.found, one.found) > near) return false
  const isOver =
    other.found.rule !== 'closing' &&
    other.weight >= sureFrom &&
    other.at.index < one.found.sentences[0]!.index
  const words = wordsOf(other.found)
  return (
    !isOver || noteOf(one.at).content.length < 2 || noteOf(one.at).content.some((word) => words.has(word))
  )
}

const placesOf = ({ found }: Weighed): Set<number> =>
  new Set(found.sentences.map(({ index }) => Math.floor(index / again)))

/** In sentences. */
function gapOf({ sentences }: FoundDecision, other: FoundDecision): number {
  let gap = Infinity
  for (const { index } of sentences)
    for (const one of other.sentences) gap = Math.min(gap, Math.abs(index - one.index))
  return gap
}

const wordsOf = ({ sentences }: FoundDecision): Set<string> =>
  new Set(sentences.flatMap((one) => noteOf(one).content))

/** What was decided is put, said and summed up in nearly the same words. */
function isAgain(found: FoundDecision, other: FoundDecision): boolean {
  if (gapOf(found, other) > again) return false
  const [one, two] = [wordsOf(found), wordsOf(other)]
  const [fewer, more] = one.size <= two.size ? [one, two] : [two, one]
  const shared = [...fewer].filter((word) => more.has(word)).length
  return shared >= 2 && shared / fewer.size >= 0.6
}

/** Resolutions that are carried one right after the other. */
const isApart = (one: Weighed, other: Weighed): boolean =>
  one.found.rule !== 'closing' &&
  other.found.rule !== 'closing' &&
  (one.weight > sureFrom - 3 || (isAnswered(one) && isAnswered(other))) &&
  gapOf(one.found, other.found) > 0

/** "We'll recommend that to the board." */
const pointing =
  /\b(?:recommend|approve|agree|accept|adopt|do|take|support|endorse|note) (?:that|it|this|them|those)\b(?! (?:the|he|she|we|they|an?|our)\b)/

/** What was put and answered, and the words that closed it. */
function joined({ found }: Weighed, { found: closing }: Weighed): FoundDecision {
  const sentences = inOrder([...found.sentences, ...closing.sentences])
  const says = closing.about.some((one) => noteOf(one).content.length >= 2 && !pointing.test(one.plain))
  const about = says ? closing.about : found.about
  return { ...found, sentences, about, outcome: closing.outcome, rule: 'closing' }
}
