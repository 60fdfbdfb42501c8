import { because } from '../language/extract/found.ts'
import type { FoundDecision } from '../language/extract/decisions.ts'
import type { Sentence } from '../language/extract/talk.ts'
import { voteIn } from '../language/extract/votes.ts'
import { motionIn, saysOutcomeOnly, type Place } from './decision-text.ts'
import type { Part } from './parts.ts'

/** Sentences between a motion and the word that it is lost. */
const reach = 12
/** Of these the motion itself is in question. */
const unclearMotion: ReadonlySet<string> = new Set([because.amended, because.undone, because.corrected])

const isBare = ({ about, sentences }: FoundDecision): boolean =>
  (about.length > 0 ? about : sentences).every(({ plain }) => saysOutcomeOnly.test(plain))

/**
 * "The motion is lost" is told of what was moved before it in the same item: both are one decision. What was carried is
 * left as it is: there the words must be sure.
 */
export function withMotions(
  decisions: readonly FoundDecision[],
  parts: readonly Part[],
  talk: readonly Sentence[],
  placeAt: (sentence: Sentence) => Place,
): FoundDecision[] {
  const all: FoundDecision[] = []
  for (const one of decisions) {
    const motion = one.outcome === 'rejected' && isBare(one) ? movedBefore(one, all) : null
    if (!motion) {
      all.push(one)
      continue
    }
    const last = all.at(-1)
    const before = last?.sentences.includes(motion) ? last : null
    if (before) all.pop()
    const counted = talk
      .slice(motion.index + 1, one.sentences[0]!.index)
      .findLast(({ plain }) => voteIn(plain) !== null)
    all.push({
      ...one,
      about: before ? before.about : [motion],
      sentences: [
        ...new Set([...(before?.sentences ?? [motion]), ...(counted ? [counted] : []), ...one.sentences]),
      ],
      proposer: one.proposer ?? before?.proposer ?? null,
      seconder: one.seconder ?? before?.seconder ?? null,
      vote: one.vote ?? before?.vote ?? (counted ? voteIn(counted.plain) : null),
    })
  }
  return all

  function movedBefore({ sentences }: FoundDecision, earlier: readonly FoundDecision[]): Sentence | null {
    const at = sentences[0]!.index
    const from = parts.find((part) => at >= part.from && at < part.to)?.from ?? 0
    const before = talk.slice(Math.max(from, at - reach), at)
    if (before.some(({ plain }) => /\bamend/.test(plain))) return null
    const found = before.findLast((one) => proposes.test(one.plain) && motionIn(one, placeAt(one)) !== null)
    const taken = found && earlier.find((one) => one.sentences.includes(found))
    const isFree =
      !taken || (taken === earlier.at(-1) && taken.doubt !== null && !unclearMotion.has(taken.doubt))
    return found && isFree ? found : null
  }
}

const proposes = /\b(?:proposed?|moved?|motion|resolution|proposal)\b/
