import type { FoundDecision } from './floor.ts'
import { isJest, moods, takesBack } from './mood.ts'
import * as say from './phrases.ts'
import { contentOf, type Sentence } from './talk.ts'

/** Why what was decided may not stand as fact, however it was said: each a sentence for who checks it. */
export const ground = {
  jest: 'It may have been a joke.',
  quorum: 'The meeting was said not to be quorate.',
  straw: 'The hands were only to show how people feel.',
  poll: 'A poll was asked for afterwards.',
  back: 'It was taken back or questioned right afterwards.',
  another: 'It was said by somebody who does not chair, and not by who put it.',
  recalled: 'It may tell of something that was decided before, or elsewhere.',
  one: 'One person was asked, not the meeting.',
  choice: 'A choice was put, and it is not clear what was chosen.',
  amendment: 'It may be the vote on the amendment only.',
  procedure: 'It may be about how the meeting goes on.',
  advice: 'It may only tell what others recommend.',
  seconder: 'Nobody seconded it.',
  matter: 'What it is about was not said in so many words.',
  supposed: 'It was said as a supposition or on a condition.',
  denied: 'It was said that it was not decided.',
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
const amendmentOnly = /\bamendment\b/
const procedural =
  /\b(?:order of (?:the )?(?:business|agenda)|(?:next|first|last) (?:item|on the agenda)|standing orders?|closure|question be (?:now )?put|next business|adjourn|take (?:it|that|them|item \w+|this) (?:first|last|next|together|as read|separately|en bloc)|as read|show of hands or|on paper|by ballot|secret ballot|paper ballot|tellers?|any other business|short break|coffee|break for)\b/
const denied =
  /(?:n't|\bnot|\bnothing(?:'s| is| has been)?|\bnever) (?:been |yet |actually |all )*(?:agreed|decided|settled)\b/
/** What a chair says, and others only in jest or in error. */
const announces = /^(?:so |and |that's |then )*(?:carried|passed|resolved|motion (?:carried|passed))\b/
const advice =
  /\b(?:board|directors|committee|trustees|council|officers) (?:unanimously |all )?recommends?\b(?! to\b)/
/** What somebody does or thinks for themselves is not what a meeting votes on. */
const ofOneself = /\bi(?:'ll| will|'m| am|'ve| have|'d| would| want| need| can)\b/
const proposes =
  /\b(?:propose|move|moving|proposing|recommend|suggest|motion|resolution|resolve|put|like (?:us|the)|approve|adopt|ask the)\b/
/** Tells how things are, and proposes nothing. */
const describes = /\b(?:is|are|was|were|has|have|had)\b|(?:'s|'re|'ve)\b/
const noSeconder =
  /\b(?:no seconder|nobody seconds|seconder\?|want of a seconder|lack of a seconder|then it falls|it falls)\b/
const vocative = /^[A-Z][\w'’-]+, |, [A-Z][\w'’-]+\?$/
const sayso =
  /^(?:Right|Okay|Yes|No|So|Well|Then|Now|Good|Fine|Thanks|And|Agreed|Sorry|Lovely|Great|Oh|Everyone|Everybody|All|Colleagues|Trustees|Directors|Members|Ladies|Gentlemen|Chair)\b/

/** @returns null when nothing forbids it */
export function grounds(
  { sentences, about, rule, outcome }: FoundDecision,
  talk: readonly Sentence[],
  chair: string | null,
): string | null {
  const at = sentences.at(-1)!
  const put = about[0] ?? sentences[0]!
  const between = talk.slice(put.index, at.index + 1)
  const after = talk.slice(at.index + 1, at.index + 5)
  const lead = talk.slice(Math.max(0, put.index - 3), put.index)
  const all = [...new Set([...about, ...sentences])]

  if (all.some(isJest) || after.slice(0, 2).some(isJest)) return ground.jest
  if (isInquorate(talk, at.index)) return ground.quorum
  if ([...lead, ...between, ...after.slice(0, 2)].some(({ plain }) => straw.test(plain))) return ground.straw
  if (talk.slice(at.index + 1, at.index + 7).some(({ plain }) => pollAsked.test(plain))) return ground.poll
  if (
    after.some(({ plain }) => takesBack.test(plain)) ||
    after.slice(0, 2).some(({ plain }) => reopened.test(plain))
  )
    return ground.back
  if (after.slice(0, 3).some(({ plain }) => say.withdraws(plain) !== null)) return ground.motionBack
  if (
    chair !== null &&
    at.speaker !== chair &&
    at !== put &&
    put.speaker !== chair &&
    put.speaker !== at.speaker
  )
    return ground.another
  if (announces.test(at.plain) && at !== put && at.speaker !== chair && at.speaker !== put.speaker)
    return ground.another
  if (all.some(({ plain }) => advice.test(plain))) return ground.advice
  if (
    all.length > 1 &&
    about.every(({ plain }) => say.isBareQuestion(plain) || (ofOneself.test(plain) && !proposes.test(plain)))
  )
    return ground.matter
  if (denied.test(at.plain)) return ground.denied
  if (all.some(({ plain }) => recalls(plain))) return ground.recalled
  if (
    about.some(
      (one) =>
        one.isQuestion &&
        (choice.test(one.text) || /\bisn't it|aren't (?:we|they)|didn't we\b/.test(one.plain)),
    )
  )
    return ground.choice
  if (about.some((one) => one.isQuestion && vocative.test(one.text) && !sayso.test(one.text)))
    return ground.one
  if (amendmentOnly.test(at.plain) && !/\bas amended\b/.test(at.plain)) return ground.amendment
  if (about.some(({ plain }) => procedural.test(plain)) || procedural.test(at.plain)) return ground.procedure
  if (between.some(({ plain }) => noSeconder.test(plain)) && outcome !== 'carried') return ground.seconder
  if (rule.startsWith('refers') && describes.test(put.plain) && !/\bbe\b/.test(put.plain))
    return ground.matter
  if (rule.startsWith('refers') && put.speaker !== at.speaker && put.speaker !== chair) return ground.matter
  if (all.every(({ plain }) => contentOf(plain).length < 2)) return ground.matter
  return null
}

const recalls = (plain: string): boolean =>
  moods.past.test(plain) || moods.otherBody.test(plain) || moods.others.test(plain)

/** Whether the last word on the quorum was that there is none. */
function isInquorate(talk: readonly Sentence[], at: number): boolean {
  for (let i = at; i >= 0; i--) {
    const { plain, isQuestion } = talk[i]!
    if (isQuestion) continue
    if (inquorate.test(plain) && !moods.hypothesis.test(plain)) return true
    if (quorate.test(plain)) return false
  }
  return false
}
