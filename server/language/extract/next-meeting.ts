import { dayPattern, monthPattern } from '../calendar-words.ts'
import { dayOf, weekdayOfMonth } from './dates.ts'
import { ordinalPattern } from './numbers.ts'
import { headless, type Sentence } from './talk.ts'

export type FoundNextMeeting = { sentence: Sentence; said: string; date: string | null }

const when = new RegExp(
  String.raw`\b(?:${weekdayOfMonth})\b|\b(?:(?:${dayPattern})[, ]*)?(?:the )?(?:${ordinalPattern})(?: of)? (?:${monthPattern})(?: (?:19|20)\d\d)?|(?:(?:next )?(?:${dayPattern})[, ]*)(?:the )?(?:${ordinalPattern})\b|\b(?:${monthPattern}) (?:the )?(?:${ordinalPattern})|\b(?:next |same time )?(?:${dayPattern})(?: week)?\b|\bin (?:${monthPattern})\b|\bsame time next (?:week|month|quarter)|\bin (?:a|two|three|four|six|eight) (?:weeks?|months?)(?: time)?|\bin a fortnight\b`,
)
/** Of a meeting that has been. */
const past = /\b(?:last (?:year|month|week|quarter|time)|we met|(?:was|were) (?:held|on)|have met|previous)\b/
const topic =
  /\b(?:next (?:board |committee |trustees'? |scheduled |full |regular |quarterly |monthly |(?:annual )?general )?meeting|same (?:time|again) (?:in|next|on)\b|meet(?:ing)? again|date of (?:the )?next|reconvene|next (?:get-together|catch-up|one-to-one|session|agm|time we meet)|we(?:'ll| will)? (?:next )?meet|our next|see you (?:all )?(?:on|next|in)|the next one|back here|next (?:one|board|session|agm)(?:'s| is|,|:)|(?:board|committee|trustees)(?:'s|'| is| are) next (?:is |are |meets? )?on\b|(?:our|the) next is|meets? next|will next meet|next time is|^next time,|(?:ordinary|formal|second|board) (?:meeting )?is on)\b|\bnext (?:meeting|board|one)(?:,|:| (?=the |on |\d|mon|tue|wed|thu|fri|sat|sun))/
const decided = /[,:]|\b(?:next|is|will be|'s|be|on|at|for|meet|see you|reconvene|again|then)\b/

/** A date by itself, as chairs end a meeting: "Second of July, two o'clock." */
const bareDate = new RegExp(
  String.raw`^(?:(?:so|then|right|and|it's|thank you|thanks|good|okay|next time|same time|same place|see you|see you all|we're back|back)[,. ]*)*(?:on )?(?:(?:the )?${ordinalPattern}(?: of)? (?:${monthPattern})|(?:${monthPattern}) (?:the )?${ordinalPattern}|(?:next |same time |the last )?(?:${dayPattern})(?:,? (?:the )?${ordinalPattern}(?:(?: of)? (?:${monthPattern}))?| lunchtime| morning| afternoon| week| at .*| in .*)?|the ${ordinalPattern}|a week today)(?: (?:19|20)\d\d)?(?:(?:,| at| in| then| next| by| for| and|$|\.).*)$`,
)
const answered =
  /^(?:yes|yep|yeah|perfect|fine|great|lovely|good|grand|okay|ok|agreed|ideal|suits? me|works? for me|that works|that's fine|sounds good|see you then)\b(?!.*\b(?:but|except|can't|could we|not)\b)/
/** "The twentieth", said of a meeting in a fortnight. */
const dayAlone = new RegExp(String.raw`\bthe (?:${ordinalPattern})\b`)
/** Of a club that has no other meetings ahead. */
const general =
  /\b(?<!'s )(?:(?:our|the)(?: next)? (?:annual (?:general )?meeting|agm))(?! of (?!the (?:club|society|company|members|charity|association)\b))(?: is|'s| will be)(?: held)? (?:on|in)\b/
/** So many sentences from the end. */
const ending = 14

/** When they meet again; the last that is said of it counts. */
export function findNextMeeting(talk: readonly Sentence[], held: string | null): FoundNextMeeting | null {
  let best: FoundNextMeeting | null = null
  let ofMembers: FoundNextMeeting | null = null
  for (const sentence of talk) {
    const { plain, index } = sentence
    const near =
      topic.test(plain) || (index > 0 && topic.test(talk[index - 1]!.plain) && sentence.words <= 16)
    const bare = talk.length - index <= ending && sentence.words <= 14 && bareDate.test(headless(plain))
    const isGeneral = !near && talk.length - index <= ending && general.test(plain)
    if (sentence.isQuestion && !isAccepted(sentence, talk)) continue
    if (past.test(plain) || !(bare || isGeneral || (near && decided.test(plain)))) continue
    // What has to be done by then is no word on when it is.
    if (
      /\b(?:by|before|to|at|for|until|ahead of|bring .* to|back to) (?:the|our) next (?:board |committee )?meeting\b/.test(
        plain,
      )
    )
      continue
    const found = when.exec(plain) ?? (bare ? /\b(?:the [\w-]+|a week today)\b/.exec(plain) : null)
    if (!found) continue
    const alone = found[0].trim() === 'in a fortnight' ? dayAlone.exec(plain) : null
    const said = (alone ?? found)[0].trim()
    const one = { sentence, said, date: dayOf(said, held) }
    if (isGeneral) ofMembers = one
    else best = one
  }
  return best ?? ofMembers
}

/** "Same time in a fortnight, the twentieth at ten?" – "Perfect." */
function isAccepted({ index, speaker, plain }: Sentence, talk: readonly Sentence[]): boolean {
  const next = talk[index + 1]
  return (
    topic.test(plain) &&
    talk.length - index <= ending &&
    next !== undefined &&
    !next.isQuestion &&
    (next.speaker === null || next.speaker !== speaker) &&
    answered.test(next.plain)
  )
}
