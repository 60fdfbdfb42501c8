import { because, type FoundDecision } from './found.ts'
import { isJest, isLaughter, moods, takesBack, withoutMinutes } from './mood.ts'
import * as say from './phrases.ts'
import { noteOf } from './note.ts'
import { takesBackOwn } from './reason.ts'
import { contradictsVotes } from './result.ts'
import type { Sentence } from './talk.ts'
import { turnsToNext } from './turning.ts'

/** Why what was decided may not stand as fact, however it was said: each a sentence for who checks it. */
const why = {
  jest: 'It may have been a joke.',
  quorum: 'The meeting was said not to be quorate.',
  straw: 'The hands were only to show how people feel.',
  poll: 'A poll was asked for afterwards.',
  back: 'It was taken back or questioned right afterwards.',
  another: 'It was said by somebody who does not chair, and not by who put it.',
  one: 'One person was asked, not the meeting.',
  choice: 'A choice was put, and it is not clear what was chosen.',
  amendment: 'It may be the vote on the amendment only.',
  procedure: 'It may be about how the meeting goes on.',
  advice: 'It may only tell what others recommend.',
  seconder: 'Nobody seconded it.',
  matter: 'What it is about was not said in so many words.',
  denied: 'It was said that it was not decided.',
  outcomes: 'More than one outcome was told in one sentence.',
  motionBack: 'The motion may have been withdrawn.',
} as const

const inquorate =
  /\b(?:inquorate|not quorate|n't quorate|no quorum|without a quorum|(?:short of|lost (?:our|the)|lose (?:our|the)|n't (?:got|have) a) quorum|not a quorum)\b/
const quorate = /\b(?:we're|we are|now|makes us|is|that's) quorate\b|\bquorum is present\b/
const straw =
  /\b(?:straw poll|indicative|not binding|non-binding|temperature of|feel(?:ing)? (?:for|of) the room|without committing|just to (?:see|get a feel))\b/
const pollAsked =
  /\b(?:demand(?:ed|s|ing)? a poll|call for a poll|poll (?:has been |is )?demanded|a recount|count (?:them )?again)\b/
const reopened =
  /^(?:hang on|hold on|wait|no,? (?:wait|hang|hold)|point of order|sorry,? (?:but|no|before)|i object|you can't|we can't|that can't|actually,? no)\b|\b(?:seriously|joking (?:aside|apart)|in all seriousness|not (?:a )?(?:real|serious) (?:motion|vote)|don't (?:minute|write|record|put) (?:that|it)|(?:not|n't) (?:been )?(?:agreed|decided|approved) (?:anything|that|it|yet)|haven't (?:agreed|decided|voted))\b/
const choice = /\bor\b.{2,40}\?/
const tag = /\bisn't it\b|\baren't (?:we|they)\b|\bdidn't we\b/
const procedural =
  /\b(?:order of (?:the )?(?:business|agenda)|(?:next|first|last) (?:item|on the agenda)|standing orders?|closure|question be (?:now )?put|next business|adjourn|take (?:it|that|them|item \w+|this) (?:first|last|next|together|as read|separately|en bloc)|as read|show of hands or|on paper|by ballot|secret ballot|paper ballot|tellers?|any other business|short break|coffee|break for|same time (?:on|next|in|again)|date of (?:the |our )?next)\b/
/** "First item, the minutes": the matter comes after it. */
const callsItem = /^(?:(?:so|and|right|now|then|okay)[,.]? )*(?:first|next|last) item(?:,| is)? (?=\w)/
const amends =
  /\bamend (?:that|it|this|the (?:motion|resolution|proposal))\b|^(?:(?:so|then|well)[,.]? )*as amended\b/
/** "Carried by three votes with one abstention." */
const onlyHow =
  /^(?:(?:so|and|then|good|right)[,.]? )*(?:(?:that|it)(?:'s| is) |the (?:motion|resolution|proposal) (?:is|was) )?(?:carried|passed|lost|agreed|approved|defeated) (?:by|with) [\w ,'-]*\b(?:votes?|abstentions?|abstaining|against|to (?:one|two|three|four|five|nil|none|\d+))\b[\w ,'-]*\.?$/
const denied =
  /(?:n't|\bnot|\bnothing(?:'s| is| has been)?|\bnever) (?:been |yet |actually |all )*(?:agreed|decided|settled)\b/
/** What a chair says, and others only in jest or in error. */
const announces = /^(?:so |and |that's |then )*(?:carried|passed|resolved|motion (?:carried|passed))\b/
/** What was carried is what the amendment would have changed. */
const notTheAmendment =
  /\b(?:original|substantive|main|unamended) (?:resolution|motion|proposal)\b|\bamendment\b.{0,40}\b(?:lost|falls|fell|defeated|rejected|not carried)\b/
const advice =
  /\b(?:board|directors|committee|trustees|council|officers) (?:unanimously |all )?recommends?\b(?! to\b)/
/** What somebody does or thinks for themselves is not what a meeting votes on. */
const ofOneself = /\bi(?:'ll| will|'m| am|'ve| have|'d| would| want| need| can)\b/
const proposes =
  /\b(?:propose|move|moving|proposing|recommend|suggest|motion|resolution|resolve|put|like (?:us|the)|approve|adopt|ask the)\b/
/** Tells how things are, and proposes nothing. */
const describes = /\b(?:is|are|was|were|has|have|had)\b|(?:'s|'re|'ve)\b/
const noSeconder =
  /\b(?:no seconder|(?:nobody|no one) (?:seconds|seconded)|seconder\?|want of a seconder|lack of a seconder)/
/** Whoever counts votes asks for no seconder any more. */
const counts =
  /\b(?:poll|ballot|show of hands|hands (?:up|please)|those (?:in favour|against)|all in favour|prox(?:y|ies)|(?:votes?|per ?cent|hands) (?:were |was |cast )?(?:for|in favour|against))\b|%/
const vocative = /^\p{Lu}[\p{L}\p{M}\d_'’-]+, |, \p{Lu}[\p{L}\p{M}\d_'’-]+\?$/u
const sayso =
  /^(?:Right|Okay|Yes|No|So|Well|Then|Now|Good|Fine|Thanks|And|Agreed|Sorry|Lovely|Great|Oh|Everyone|Everybody|All|Colleagues|Trustees|Directors|Members|Ladies|Gentlemen|Chair)\b/

type Case = {
  talk: readonly Sentence[]
  chair: string | null
  found: FoundDecision
  /** What decided it, and what was put. */
  at: Sentence
  put: Sentence
  /** Put, decided and all that told it. */
  all: readonly Sentence[]
  between: readonly Sentence[]
  after: readonly Sentence[]
}

const isPromise = ({ plain }: Sentence): boolean => ofOneself.test(plain) && !proposes.test(plain)
/** Says how it went and nothing of what. */
const isFormula = ({ plain, words }: Sentence): boolean =>
  say.isBareQuestion(plain) || (words <= 6 && say.carries(plain) !== null)
const isRecalled = ({ plain }: Sentence): boolean =>
  moods.past.test(withoutMinutes(plain)) || moods.otherBody.test(plain) || moods.others.test(plain)

/** In this order: the first that holds is told. */
const checks: [reason: string, holds: (one: Case) => boolean][] = [
  [why.jest, ({ all, after }) => all.some(isJest) || after.slice(0, 2).some(isLaughter)],
  [why.quorum, ({ talk, at }) => quorumLost(talk)[at.index]!],
  [
    why.straw,
    ({ talk, put, between, after }) =>
      [...talk.slice(Math.max(0, put.index - 3), put.index), ...between, ...after.slice(0, 2)].some(
        ({ plain }) => straw.test(plain),
      ),
  ],
  [
    why.poll,
    ({ talk, at }) => talk.slice(at.index + 1, at.index + 7).some(({ plain }) => pollAsked.test(plain)),
  ],
  [
    why.back,
    ({ after, all, talk }) =>
      [...all, ...after].some((one) => takesBack.test(one.plain) && !takesBackOwn(one, all, talk)) ||
      after.slice(0, 2).some(({ plain }) => reopened.test(plain)),
  ],
  [
    why.motionBack,
    ({ found, after }) =>
      found.outcome !== 'noted' && after.slice(0, 3).some(({ plain }) => say.withdraws(plain) !== null),
  ],
  [
    why.another,
    ({ at, put, chair }) =>
      at.speaker !== chair &&
      at.speaker !== put.speaker &&
      (announces.test(at.plain) || (chair !== null && put.speaker !== chair)),
  ],
  [because.amended, ({ after }) => after.slice(0, 3).some(({ plain }) => amends.test(plain))],
  [why.advice, ({ all }) => all.some(({ plain }) => advice.test(plain))],
  [
    why.matter,
    ({ all, found }) => all.length > 1 && found.about.every((one) => isFormula(one) || isPromise(one)),
  ],
  [why.denied, ({ at }) => denied.test(at.plain)],
  [why.outcomes, ({ found }) => found.sentences.some(({ plain }) => isLost.test(plain) && isWon(plain))],
  [because.twice, ({ found }) => found.doubt === because.twice],
  [
    because.figures,
    ({ found, between }) =>
      contradictsVotes(found) &&
      !(isTied(found) && between.some(({ plain }) => /\bcasting vote\b/.test(plain))),
  ],
  [because.recalled, ({ all }) => all.some(isRecalled)],
  [
    why.choice,
    ({ found }) =>
      found.about.some((one) => one.isQuestion && (choice.test(one.text) || tag.test(one.plain))),
  ],
  [
    why.one,
    ({ found }) =>
      found.about.some((one) => one.isQuestion && vocative.test(one.text) && !sayso.test(one.text)),
  ],
  [
    why.amendment,
    ({ at, found, between }) =>
      (/\bamendment\b/.test(at.plain) &&
        !/\bas amended\b|\bminutes\b|\b(?:true|correct|accurate) record\b/.test(at.plain)) ||
      (found.about.some(({ plain }) => /\bamendment\b/.test(plain)) &&
        [...between, at].some(({ plain }) => notTheAmendment.test(plain))),
  ],
  [
    why.procedure,
    ({ at, found }) =>
      [at, ...found.about].some(({ plain }) => procedural.test(plain.replace(callsItem, ''))),
  ],
  [
    why.seconder,
    ({ between, found }) =>
      found.outcome !== 'carried' &&
      found.vote === null &&
      !between.some(({ plain }) => counts.test(plain)) &&
      between.some(({ plain }) => noSeconder.test(plain)),
  ],
  [
    why.matter,
    ({ found, put, at, chair }) =>
      found.rule.startsWith('refers') &&
      ((put.speaker !== at.speaker && put.speaker !== chair) ||
        (describes.test(put.plain) && !/\bbe\b/.test(put.plain))),
  ],
  [why.matter, ({ all }) => all.every((one) => noteOf(one).content.length < 2 || onlyHow.test(one.plain))],
]

/** @returns null when nothing forbids it to stand as fact */
export function groundAgainst(
  found: FoundDecision,
  talk: readonly Sentence[],
  chair: string | null,
): string | null {
  const at = found.sentences.at(-1)!
  const put = found.about[0] ?? found.sentences[0]!
  const one: Case = {
    ...{ talk, chair, found, at, put },
    all: [...new Set([...found.about, ...found.sentences])],
    between: talk.slice(put.index, at.index + 1),
    after: untilNextItem(talk.slice(at.index + 1, at.index + 5)),
  }
  return checks.find(([, holds]) => holds(one))?.[0] ?? null
}

/** Words on another matter say nothing of this one. */
function untilNextItem(after: readonly Sentence[]): readonly Sentence[] {
  const turn = after.findIndex(({ plain, isQuestion }) => !isQuestion && turnsToNext(plain))
  return turn === -1 ? after : after.slice(0, turn)
}

const isTied = ({ vote }: FoundDecision): boolean => vote !== null && vote.for === vote.against

const isLost =
  /\b(?:is|are|was|were|been|falls) (?:therefore )?(?:lost|defeated|rejected|not (?:carried|passed))\b/
const isWon = (plain: string): boolean =>
  /\b(?:carried|passed)\b/.test(plain.replace(/(?:\bnot|n't)(?: \w+){0,2} (?:carried|passed)\b/g, ''))

const lost = new WeakMap<readonly Sentence[], boolean[]>()

/** Of each sentence, whether the last word on the quorum before it was that there is none. */
function quorumLost(talk: readonly Sentence[]): boolean[] {
  const known = lost.get(talk)
  if (known) return known
  let without = false
  const all = talk.map(({ plain, isQuestion }) => {
    if (!isQuestion && inquorate.test(plain)) without = !moods.hypothesis.test(plain)
    else if (!isQuestion && quorate.test(plain)) without = false
    return without
  })
  lost.set(talk, all)
  return all
}
