import { doubtAt } from '../language/extract/mood.ts'
import { because, type FoundDecision } from '../language/extract/found.ts'
import * as say from '../language/extract/phrases.ts'
import { contradictsVotes } from '../language/extract/result.ts'
import type { Sentence } from '../language/extract/talk.ts'
import { addVotes, voteIn } from '../language/extract/votes.ts'
import type { Part } from './parts.ts'

const isResolution = ({ heading }: Part): boolean => /^Resolution \d/.test(heading)
/** It was put to the meeting in form. */
const isPut = ({ plain }: Sentence): boolean =>
  say.asksForHands.test(plain) ||
  /\b(?:put (?:it|that|the resolution) to|hands (?:for|up)|poll|those for|against\?|votes?)\b/.test(plain)
/** What was voted on may be another text than the one that was read. */
const amended =
  /\bas amended\b|\bamendment (?:is|was|has been|'s)? ?(?:carried|accepted|passed|put|seconded)|\b(?:move|propose|second) (?:an|the|that|this) amendment\b/

/** How whoever chairs says that it ended. */
function declaredIn(sentence: Sentence, chair: string | null): 'carried' | 'rejected' | null {
  const { plain, isQuestion, speaker } = sentence
  if (isQuestion || (chair !== null && speaker !== chair)) return null
  const [lost, won] = [say.loses(plain), say.carries(plain)]
  const said = lost ?? won
  if (!said || doubtAt(sentence, said.index, lost ? 1 : said[0].length) !== null) return null
  return lost ? 'rejected' : 'carried'
}

/**
 * A resolution that was called by its number, put and declared is one decision: what was read, how it was voted and how it
 * ended, a poll after a show of hands included, whatever was said between.
 */
export function withCalledResolutions(
  decisions: readonly FoundDecision[],
  parts: readonly Part[],
  talk: readonly Sentence[],
  chair: string | null,
): FoundDecision[] {
  return parts.reduce<FoundDecision[]>(
    (all, part) => {
      if (!isResolution(part)) return all
      const own = all.filter(({ sentences }) =>
        sentences.every(({ index }) => index >= part.from && index < part.to),
      )
      const found = declared(talk.slice(part.from, part.to), own, chair)
      if (!found) return all
      const rest = all.filter((one) => !own.includes(one) || isApart(one, found))
      const at = rest.findIndex(({ sentences }) => sentences[0]!.index > found.sentences[0]!.index)
      return rest.toSpliced(at === -1 ? rest.length : at, 0, found)
    },
    [...decisions],
  )
}

/** Of another matter, and beyond doubt. */
const isApart = (one: FoundDecision, found: FoundDecision): boolean =>
  one.doubt === null &&
  one.kind === 'decision' &&
  !one.sentences.some((sentence) => found.sentences.includes(sentence))

function declared(
  said: readonly Sentence[],
  own: readonly FoundDecision[],
  chair: string | null,
): FoundDecision | null {
  const [read, ...more] = said
  const end = more.findLast((one) => declaredIn(one, chair) !== null)
  if (!read || !end || said.some(({ plain }) => amended.test(plain))) return null
  const before = more.filter(({ index }) => index <= end.index)
  const put = before.filter(isPut)
  const counts = countsOf(before)
  if (put.length === 0 && counts.length === 0) return null
  const vote = counts.reduce<FoundDecision['vote']>((sum, { plain }) => addVotes(sum, voteIn(plain)), null)
  const sentences = [...new Set([read, ...put.slice(-1), ...counts, end])].sort((a, b) => a.index - b.index)
  const found: FoundDecision = {
    ...{ sentences, about: [read], kind: 'resolution', outcome: declaredIn(end, chair)!, vote },
    proposer: own.find(({ proposer }) => proposer !== null)?.proposer ?? null,
    seconder: own.find(({ seconder }) => seconder !== null)?.seconder ?? null,
    condition: null,
    doubt: null,
    rule: 'called',
  }
  // "It isn't three quarters" may be said anywhere in it.
  return contradictsVotes({ ...found, about: [...said] }) ? { ...found, doubt: because.figures } : found
}

/** The count that was told last: of a poll, where there was one, and not of the hands before it. */
function countsOf(before: readonly Sentence[]): Sentence[] {
  const counted = before.filter(({ plain }) => voteIn(plain) !== null)
  const last = counted.at(-1)
  if (!last) return []
  const vote = voteIn(last.plain)!
  if (vote.for !== null && vote.against !== null) return [last]
  return counted.filter(({ index }) => index >= last.index - sides)
}

/** Sentences within which both sides of one count are told. */
const sides = 4
