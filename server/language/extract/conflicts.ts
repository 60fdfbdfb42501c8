import { doubtAt } from './mood.ts'
import type { People } from './people.ts'
import type { Sentence } from './talk.ts'

export type FoundConflict = { sentence: Sentence; person: string | null }

/** Directors' interests, declared: Companies Act 2006 s177 (proposed transactions), s182 (existing ones), s175 (conflicts). */
const declares =
  /\bi(?:'d like to|'ll| will| must| should| need to| have to| ought to| wish to| do| would like to)?(?: also| just| probably| again)* (?:declare|disclose|mention|say|record)\b(?=.*\b(?:i|my|we|interest|conflict)\b)(?!.*\b(?:meeting (?:open|closed)|elected|carried|adjourned)\b)/
/** What an interest is made of. */
const tie =
  /\b(?:i(?:'m| am|'ve been| was|'ve got| have| own| hold| rent| sit| work| used to| still| act| lent| bought)\b|my (?:wife|husband|partner|brother|sister|son|daughter|mother|father|cousin|brother-in-law|sister-in-law|son-in-law|daughter-in-law|family|firm|company|employer|fund|flat|nephew|niece|uncle|aunt)\b|\bwe (?:hold|own|are)\b|\b(?:he|she)'s my\b|\bmy \w+(?: \w+)? (?:is|works|owns|runs|has|holds|sits)\b)/
const interest =
  /\b(?:interest(?:ed)?|conflict(?:ed|s)?|shares?|shareholder|director|trustee|partner|employ(?:ed|ee)|works? (?:for|at)|own|owns|cousin|brother|sister|wife|husband|son|daughter|family|member of|consultant|tenant|rent|landlord|supplier|loan|stake|invested|lender)\b/
const formal =
  /\b(?:section )?(?:1(?:75|77|82)|one (?:seven|eight) (?:five|seven|two)|one seventy-?(?:five|seven))\b|\b(?:conflict(?:ed)?|interest) (?:in|on|of|here|there)\b|\bdeclare (?:an? |my )?(?:interest|conflict)\b|\bi'm conflicted\b|\binterested in (?:this|that|the)\b|\b(?:leave the room|step out|won't vote|not vote|shan't vote|keep out of (?:it|the vote)|take no part|recuse)\b/
const nothing =
  /^(?:no|none|nothing|nil|not from me|nope|no new|nothing new|no change)\b|\bnothing to declare\b|\bno (?:conflicts?|interests?)\b/
const reads =
  /\b(?:has|have) declared (?:an?|his|her|their) (?:interest|conflict)|declared an interest|declares an interest\b/
const invites =
  /\b(?:declarations?(?: of interests?)?|any(?:one|body|thing|thing new)? .*(?:declare|interests?|conflicts?)|interests?[.?]?$|conflicts?(?: of interest)?[.?]$|register of interests)\b/

/** Interests that were declared in the meeting. */
export function findConflicts(talk: readonly Sentence[], people: People): FoundConflict[] {
  const found: FoundConflict[] = []
  let invited = -100
  for (const sentence of talk) {
    const { plain, index, speaker } = sentence
    if (invites.test(plain) && (sentence.isQuestion || sentence.words <= 10)) {
      invited = index
      continue
    }
    if (sentence.isQuestion || nothing.test(plain)) continue
    const other = reads.exec(plain)
    if (other) {
      const named = new RegExp(String.raw`\b(${people.pattern})\b`).exec(plain.slice(0, other.index))
      if (named) found.push({ sentence, person: people.meant(named[1]!) })
      continue
    }
    const own = tie.exec(plain)
    if (!own || sentence.words < 6 || doubtAt(sentence, own.index, own[0].length) !== null) continue
    const same = talk.slice(Math.max(0, index - 3), index + 4).filter((one) => one.speaker === speaker)
    const said = same.map((one) => one.plain).join(' ')
    const asked = index - invited <= 7 && interest.test(plain) && speaker !== talk[invited]?.speaker
    const declared = declares.test(plain) && interest.test(said)
    if (asked || declared || (formal.test(said) && interest.test(plain)))
      found.push({ sentence, person: speaker })
  }
  // One declaration is often told over several sentences.
  return found.filter((one, at) =>
    found
      .slice(0, at)
      .every((before) => before.person !== one.person || one.sentence.index - before.sentence.index > 12),
  )
}
