import { actionCandidates } from './action-signs.ts'
import type { FoundAction } from './actions.ts'
import { candidatesOf, type Candidate } from './candidates.ts'
import { hearDecisions } from './decisions.ts'
import { because, type FoundDecision } from './floor.ts'
import type { People } from './people.ts'
import { contentOf, type Sentence } from './talk.ts'
import { actionBase, actionWeights, decisionBase, decisionWeights } from './weights.ts'

/** Weight of evidence in decibans (ten times the logarithm of the odds): +10 is ten to one. */
export const weightOf = (
  signs: readonly string[],
  weights: Readonly<Record<string, number>>,
  base: number,
): number => signs.reduce((sum, sign) => sum + (weights[sign] ?? 0), base)

/** From here on it stands as fact, where nothing forbids it: found with meetings of writers that the weights did not know. */
export const sureFrom = 9
/** From here on it stands under "To check"; what has less is left out. */
export const checkFrom = -4
/** The same for actions. */
export const actionSureFrom = 3
export const actionCheckFrom = -2

type Weighed = Candidate & { weight: number }

/** Two that are closer than this are about the same thing. */
const near = 2

const gapOf = (a: readonly Sentence[], b: readonly Sentence[]): number =>
  Math.min(...a.flatMap((one) => b.map((other) => Math.abs(one.index - other.index))))

/** Decisions of a meeting, in order. What is doubtful says why; for what there is little evidence is left out. */
export function findDecisions(talk: readonly Sentence[], chair: string | null = null): FoundDecision[] {
  return choose(
    candidatesOf(talk, hearDecisions(talk), chair).map((one) => ({
      ...one,
      weight: weightOf(one.signs, decisionWeights, decisionBase),
    })),
  )
}

const bodyResolves =
  /\b(?:board|committee|meeting|company|members|trustees) (?:has |have |hereby |therefore )?resolve[sd]?\b/
/** Formal words are shown, whatever speaks against them. */
const isWorthALook = ({ weight, found, at, ground }: Weighed): boolean =>
  weight >= checkFrom ||
  (ground === null &&
    found.rule !== 'closing' &&
    (found.kind === 'resolution' || bodyResolves.test(at.plain)))

/** Of those that are about the same, the one with the most evidence. */
export function choose(all: readonly Weighed[]): FoundDecision[] {
  const chosen: Weighed[] = []
  const ranked = all.filter(isWorthALook).sort((a, b) => b.weight - a.weight)
  for (const one of ranked) {
    const rival = chosen.find(
      ({ found }) => gapOf(found.sentences, one.found.sentences) <= near || isAgain(found, one.found),
    )
    if (!rival) chosen.push(one)
    else if (isApart(one, rival)) chosen.push(one)
    else if (one.found.rule !== 'closing' && rival.found.rule === 'closing') rival.found = joined(one, rival)
  }
  return chosen.map(decided).sort((a, b) => a.sentences[0]!.index - b.sentences[0]!.index)
}

/** So many sentences later the same is told again in other words. */
const again = 14

/** What was decided is put, said and summed up in nearly the same words. */
function isAgain(found: FoundDecision, other: FoundDecision): boolean {
  if (gapOf(found.sentences, other.sentences) > again) return false
  const words = [found, other].map(
    ({ sentences }) => new Set(sentences.flatMap(({ plain }) => contentOf(plain))),
  )
  const [fewer, more] = words.sort((a, b) => a.size - b.size) as [Set<string>, Set<string>]
  const shared = [...fewer].filter((word) => more.has(word)).length
  return shared >= 2 && shared / fewer.size >= 0.6
}

/** Resolutions that are carried one right after the other. */
const isApart = (one: Weighed, other: Weighed): boolean =>
  one.found.rule !== 'closing' &&
  other.found.rule !== 'closing' &&
  one.weight > sureFrom - 3 &&
  gapOf(one.found.sentences, other.found.sentences) > 0

/** What was put and answered, and the words that closed it. */
function joined({ found }: Weighed, { found: closing }: Weighed): FoundDecision {
  const sentences = [...new Set([...found.sentences, ...closing.sentences])].sort((a, b) => a.index - b.index)
  const says = closing.about.some(({ plain }) => contentOf(plain).length >= 2)
  return {
    ...found,
    sentences,
    about: says ? closing.about : found.about,
    outcome: closing.outcome,
    rule: 'closing',
  }
}

function decided({ found, weight, ground }: Weighed): FoundDecision {
  if (ground !== null) return { ...found, doubt: ground }
  if (weight >= sureFrom) return { ...found, doubt: null }
  return { ...found, doubt: found.doubt ?? because.weak }
}

/** Actions of a meeting; what is doubtful says why, and what there is little evidence for is left out. */
export function findActions(
  talk: readonly Sentence[],
  people: People,
  chair: string | null = null,
): FoundAction[] {
  return actionCandidates(talk, people, chair).flatMap(({ found, signs, ground }) => {
    const weight = weightOf(signs, actionWeights, actionBase)
    if (weight < actionCheckFrom) return []
    const doubt =
      ground ?? (weight >= actionSureFrom ? null : (found.doubt ?? 'Whether it was taken on is not clear.'))
    return [{ ...found, doubt }]
  })
}
