import { doubtAt } from '../language/extract/mood.ts'
import { because, type FoundDecision } from '../language/extract/found.ts'
import { handsCounted } from '../language/extract/hands.ts'
import { noteOf } from '../language/extract/note.ts'
import * as say from '../language/extract/phrases.ts'
import { contradictsVotes } from '../language/extract/result.ts'
import { contentOf, type Sentence } from '../language/extract/talk.ts'
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
      const said = talk.slice(part.from, part.to)
      const found = declared(said, own, chair) ?? withdrawn(said, own, chair)
      if (!found) return all
      const rest = all.filter((one) => !own.includes(one) || isApart(one, found, chair))
      const at = rest.findIndex(({ sentences }) => sentences[0]!.index > found.sentences[0]!.index)
      return rest.toSpliced(at === -1 ? rest.length : at, 0, found)
    },
    [...decisions],
  )
}

/** Of another matter: it shares nothing with the vote, and is no scrap of it. */
function isApart(one: FoundDecision, { sentences }: FoundDecision, chair: string | null): boolean {
  if (one.sentences.some((sentence) => sentences.includes(sentence))) return false
  const [from, to] = [sentences[0]!.index, sentences.at(-1)!.index + 1]
  const isWithin = one.sentences.every(({ index }) => index >= from && index <= to)
  const isOfVote = one.sentences.some(
    (said) => isPut(said) || voteIn(said.plain) !== null || declaredIn(said, chair) !== null,
  )
  return one.doubt === null || !isWithin || !isOfVote
}

const moves =
  /\bi(?:'d like to|'ll| would like to| will| want to)?(?: formally| also| now)? (?:move|propose) (?:that|we|to|an?)\b/
/** Words that a motion and the resolution must share to be the same. */
const sameMatter = 2

/** What was said until somebody moves something else. */
function untilNextMotion(read: Sentence, more: readonly Sentence[]): readonly Sentence[] {
  const about = new Set(noteOf(read).content)
  const next = more.findIndex(
    (one) =>
      moves.test(one.plain) && noteOf(one).content.filter((word) => about.has(word)).length < sameMatter,
  )
  return next === -1 ? more : more.slice(0, next)
}

const takesPoll = /\bpoll\b/
const putsRight = /\b(?:sorry|correction|actually|in fact|i misread|my mistake|recount)\b/
/** Sentences after a declaration in which it is put right. */
const soon = 4

/** The first declaration after it was put, or after the poll that was taken of it; null: how it ended is not clear. */
function endOf(said: readonly Sentence[], chair: string | null): Sentence | null {
  const put = said.findIndex((one) => isPut(one) || voteIn(one.plain) !== null)
  const isEnd = (one: Sentence): boolean => declaredIn(one, chair) !== null
  const first = put === -1 ? undefined : said.slice(put).find(isEnd)
  if (!first) return null
  const after = said.filter(({ index }) => index > first.index)
  const poll = after.findIndex((one) => takesPoll.test(one.plain))
  if (poll !== -1) return after.slice(poll).find(isEnd) ?? null
  const near = after.slice(0, soon)
  const isPutRight = near.some((one) => putsRight.test(one.plain)) && near.some(isEnd)
  return isPutRight ? null : first
}

function declared(
  said: readonly Sentence[],
  own: readonly FoundDecision[],
  chair: string | null,
): FoundDecision | null {
  const [read, ...rest] = said
  const more = read ? untilNextMotion(read, rest) : []
  const end = endOf(more, chair)
  if (!read || !end || more.some(({ plain }) => amended.test(plain))) return null
  const before = more.filter(({ index }) => index <= end.index)
  const put = before.filter(isPut)
  const counts = countsOf(before)
  const told = counts.reduce<FoundDecision['vote']>((sum, { plain }) => addVotes(sum, voteIn(plain)), null)
  const hands = handsCounted(told === null ? before : [])
  // "Against? None." alone says nothing of how many were for it.
  const isCount = hands.vote !== null && Object.values(hands.vote).some((count) => (count ?? 0) > 0)
  const vote = told ?? (isCount ? hands.vote : null)
  const sentences = [...new Set([read, ...put.slice(-1), ...counts, ...hands.sentences, end])].sort(
    (a, b) => a.index - b.index,
  )
  const movers = own.filter((one) => isOf(one, read))
  const found: FoundDecision = {
    ...{ sentences, about: [read], kind: 'resolution', outcome: declaredIn(end, chair)!, vote },
    proposer: movers.find(({ proposer }) => proposer !== null)?.proposer ?? null,
    seconder: movers.find(({ seconder }) => seconder !== null)?.seconder ?? null,
    condition: null,
    doubt: null,
    rule: 'called',
  }
  // "It isn't three quarters" may be said anywhere in it.
  // Of hands that were counted on one side alone, whoever chairs has seen the other.
  const isHalf = told === null && vote?.for === null
  return contradictsVotes({ ...found, vote: isHalf ? null : vote, about: [read, ...more] })
    ? { ...found, doubt: because.figures }
    : found
}

/** It is about what was read; who proposed something else, as "Can I propose it's five?", has not moved this one. */
const isOf = ({ about }: FoundDecision, read: Sentence): boolean =>
  about.every(
    (one) =>
      one === read ||
      one.speaker === read.speaker ||
      contentOf(one.plain).some((word) => contentOf(read.plain).includes(word)),
  )

const isWithdrawn =
  /(?:^|, (?:and )?so )(?:(?:so|and|therefore|accordingly|then)[, ]+)*(?:(?:this|that|the) resolution|resolution (?:number )?\w+|it|this|that)(?:'s| is| has been)(?: now| therefore| accordingly| hereby)* withdrawn(?=[.;!]|$|,? (?:and|by|then)\b)/

/** Whoever chairs says that it was withdrawn, and nobody votes on it. */
function withdrawn(
  [read, ...more]: readonly Sentence[],
  own: readonly FoundDecision[],
  chair: string | null,
): FoundDecision | null {
  const isSaid = (one: Sentence): boolean => {
    const at = isWithdrawn.exec(one.plain)
    return (
      at !== null &&
      !one.isQuestion &&
      (chair === null || one.speaker === chair) &&
      doubtAt(one, at.index, at[0].length) === null
    )
  }
  const end = more.find(isSaid)
  if (!read || !end || more.some((one) => isPut(one) || voteIn(one.plain) !== null)) return null
  if (own.some(({ doubt }) => doubt === null)) return null
  return {
    ...{ sentences: [read, end], about: [read], kind: 'resolution', outcome: 'withdrawn', vote: null },
    ...{ proposer: null, seconder: null, condition: null, doubt: null, rule: 'called' },
  }
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
