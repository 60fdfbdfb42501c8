import { actionCandidates } from './action-signs.ts'
import type { FoundAction } from './actions.ts'
import { mayBeBy } from './asked.ts'
import { candidatesOf } from './candidates.ts'
import { choose } from './choose.ts'
import { hearDecisions } from './decisions.ts'
import { withEndings } from './endings.ts'
import type { FoundDecision } from './found.ts'
import { minutedActions } from './minuted-actions.ts'
import { minutedDecisions } from './minuted.ts'
import { noteOf } from './note.ts'
import type { People } from './people.ts'
import type { Sentence } from './talk.ts'
import { withToldVotes } from './told-votes.ts'
import { isNarrated, isWritten, tellsPlainly } from './written.ts'
import { withThing } from './things.ts'
import { actionBase, actionWeights, decisionBase, decisionWeights } from './weights.ts'

/** Weight of evidence in decibans (ten times the logarithm of the odds): +10 is ten to one. */
export const weightOf = (
  signs: readonly string[],
  weights: Readonly<Record<string, number>>,
  base: number,
): number => signs.reduce((sum, sign) => sum + (weights[sign] ?? 0), base)

/** From here on an action stands as fact, and under "To check"; what has less is left out. */
const actionSureFrom = 4
const actionCheckFrom = -2

/** An interest, and at most the "That's noted" of whoever chairs. */
const isDeclaration = ({ about }: FoundDecision, declarations: ReadonlySet<Sentence>): boolean =>
  about.some((one) => declarations.has(one)) &&
  about.every((one) => declarations.has(one) || noteOf(one).content.length < 2)

/**
 * Decisions of a meeting, in order. What is doubtful says why; for what there is little evidence is left out.
 * @param declarations of interests, which decide nothing
 */
export function findDecisions(
  talk: readonly Sentence[],
  chair: string | null = null,
  declarations: ReadonlySet<Sentence> = new Set(),
): FoundDecision[] {
  if (isWritten(talk)) return minutedDecisions(talk)
  const narrated = isNarrated(talk)
    ? minutedDecisions(talk).filter(({ doubt, sentences }) => doubt === null && sentences.every(tellsPlainly))
    : []
  const told = new Set(narrated.flatMap(({ sentences }) => sentences))
  const chosen = choose(
    candidatesOf(talk, hearDecisions(talk), chair)
      .filter(({ found }) => !isDeclaration(found, declarations))
      .map((one) => ({ ...one, weight: weightOf(one.signs, decisionWeights, decisionBase) })),
    talk,
    chair,
  )
  const heard = withToldVotes(withEndings(chosen, talk, chair))
  return [...narrated, ...heard.filter(({ sentences }) => !sentences.some((one) => told.has(one)))].sort(
    (a, b) => a.sentences[0]!.index - b.sentences[0]!.index,
  )
}

/** "ACTION: Tom to write to the landlord": whoever writes it down means it. */
const isActionPoint = ({ rule, sentences, owner }: FoundAction): boolean =>
  rule === 'in minute style' && owner !== null && /^actions?(?: point)?:/.test(sentences[0]!.plain)

/** "Ana, can you see to it?" – "Of course.": asked by name, and answered by nobody else. */
const isAccepted = ({ rule, answered, owner, sentences, doubt }: FoundAction): boolean =>
  rule === 'asked by name' &&
  answered &&
  doubt === null &&
  sentences.some(
    (one, at) =>
      at > 0 &&
      mayBeBy(one, owner) &&
      /^(?:(?:yes|yep|yeah),? )?(?:of course|certainly|will do|gladly|happy to|absolutely|i will)\b|^(?:yes|yep|yeah)(?:,? (?:chair|fine|please|i will|of course)[^?]*)?[.!]?$/.test(
        one.plain,
      ),
  )

/** Actions of a meeting; what is doubtful says why, and what there is little evidence for is left out. */
export function findActions(
  talk: readonly Sentence[],
  people: People,
  chair: string | null = null,
): FoundAction[] {
  const minuted = isWritten(talk) ? minutedActions(talk, people) : []
  const taken = new Set(minuted.flatMap(({ sentences }) => sentences))
  const heard = actionCandidates(talk, people, chair).flatMap(({ found, signs }) => {
    const weight = weightOf(signs, actionWeights, actionBase)
    if (weight < actionCheckFrom && !isAccepted(found)) return []
    const enough =
      weight >= actionSureFrom || isActionPoint(found) || isAccepted(found)
        ? null
        : (found.doubt ?? 'Whether it was taken on is not clear.')
    const doubt = found.ground ?? enough
    return [withThing({ ...found, doubt }, talk)]
  })
  const others = heard.filter(({ sentences }) => !sentences.some((one) => taken.has(one)))
  return [...minuted, ...others].sort((a, b) => a.sentences[0]!.index - b.sentences[0]!.index)
}
