import { doubtAt } from './mood.ts'
import { noteOf } from './note.ts'
import type { People } from './people.ts'
import type { Sentence } from './talk.ts'
import { whoseInterest } from './whose-interest.ts'

export type FoundConflict = {
  sentence: Sentence
  /** What it points back to: "Stuart and I are both directors of it." */
  about: Sentence[]
  person: string | null
  /** Why it is not certain whose it is; null: it is. */
  doubt: string | null
  /** All in which it was told. */
  told: Sentence[]
}

/** Directors' interests, declared: Companies Act 2006 s177 (proposed transactions), s182 (existing ones), s175 (conflicts). */
const declares =
  /\b(?:declar(?:e|ing|ed)|disclos(?:e|ing)|interest as well|(?:better|need to|should|must|ought to|got to|have to|suppose i) (?:also |just |perhaps )?(?:say|mention|tell)|for the record|on (?:the )?record|before anyone asks|not be voting|won't (?:be )?vot(?:e|ing)|shan't vote|not vote|keep out of|take no part|both sides|recuse|step out|leave the room|conflicted|section 1(?:75|77|82|90)|one (?:seven|eight) (?:five|seven|two))\b/
/** What an interest is made of. */
const tie =
  /\b(?:i(?:'m| am|'ve been| was|'ve (?:got|joined|invested)| have| own| hold| rent| sit| work| still work| act| lent| bought| joined| used to)\b|my (?:wife|husband|partner|brother|sister|son|daughter|mother|father|cousin|brother-in-law|sister-in-law|son-in-law|daughter-in-law|family|firm|company|employer|fund|flat|(?:grand|step)(?:son|daughter)|nephew|niece|uncle|aunt|lease|house|business|practice|other (?:company|board))\b|\bwe(?:'re| are)? (?:all )?(?:hold|own|directors|employees|shareholders|the landlord)\b|\b[\w-]+'s my\b|\band i (?:hold|own|are|were|both|each|have|sit|work)\b|\b[a-z]+ (?:holds|has (?:just )?(?:closed|invested)) )/
const interest =
  /\b(?:interest(?:ed)?|conflict(?:ed|s)?|shares?|shareholders?|directors?|trustee|partner|employ(?:ed|ees?)|works? (?:for|at)|own(?:s|er)?|cousin|brother|sister|brother-in-law|sister-in-law|son-in-law|daughter-in-law|wife|husband|son|daughter|family|member of|council of|consultant|tenant|rent|landlord|supplier|lender|loan|stake|invest(?:ed|ment)|buying|my flat|my lease|my fund|per cent|\d+%|(?:has|'s|have|had) (?:also |just )?(?:quoted|tendered|bid|pitched)|quoting|tendering|bidding for)\b/
/** Says by itself that the speaker has one, and what it is in. */
const stands =
  /\b(?:i'm|i am|i was)(?: personally| also| directly)? interested in (?:the|this|that|item|agenda item)\b.*\b(?:as (?:a|an|the|one of)|i (?:won't|will not|shan't|shall not|can't|cannot) (?:be )?vot(?:e|ing))\b|\bso i(?:'m| am)(?: personally| also| directly)? interested in (?:the|this|that|item|agenda item)\b|\bi(?:'ve| have|'m| am|'ll| will| must| shall| should)(?: already| therefore)? recus(?:e|ed|ing) myself\b/
/** What it is an interest in was said before: "both directors of it". */
const pointsBack =
  /\b(?:of|in|for|with|at|by|from|to|behind) (?:it|them|that company|that firm|there)\b|\bthere[.!]?$/
/** How others take it. */
const acknowledged =
  /\b(?:interest|declared|declare|conflict(?:ed)?|recorded|register|noted|put it down|(?:shouldn't|not|don't) vote|section 1(?:75|77|82)|1(?:75|77)\b|one (?:seven|eight) (?:five|seven|two)|leave the room|step out|staying in the room)\b/
/** Leaves no doubt that it is meant as a declaration. */
const plainly = /\bdeclar|\bfor the record\b|\bon record\b|\bsection\b|\bconflicted\b/
const tellsOfIt =
  /\b(?:declar\w*|disclos\w*|interests?|conflict\w*|recuse|abstain|(?:not|n't) (?:be )?(?:vote|voting|take part)|take no part|leave the room|step out|keep out of)\b/
const nothing =
  /^(?:no|none|nothing|nil|not from me|nope|no new|nothing new|no change)\b|\bnothing to declare\b|\bno (?:conflicts?|interests?)\b/
const reads =
  /\b(?:has|have) declared (?:an?|his|her|their) (?:interest|conflict)|declared an interest|declares an interest\b/
/** "Sinéad declared that her partner works for the consultants": as minutes tell it. */
const readsTie =
  /\b(?:declared|disclosed|noted|reported|informed the (?:board|committee|meeting)) that (?:(?:his|her|their) (?:own )?(?:wife|husband|partner|spouse|brother|sister|son|daughter|mother|father|cousin|family|firm|company|employer|fund|nephew|niece|uncle|aunt|business|practice|(?:brother|sister|son|daughter|mother|father)-in-law)|(?:he|she|they) (?:is|was|are|were|held|holds?|had|has|owned|owns?|sat|sits|worked|works?|acted|acts?)(?= .*\b(?:shares?|shareholder|director|trustee|interest|employee|adviser|member of the board|consultant)))\b/
/** Below the heading of written minutes under which interests are declared, what somebody is or has is one. */
const heads =
  /^(?:\d+[.)]? ?)?(?:declarations?(?: of (?:conflicts? of )?interests?)?|(?:declared |pecuniary |register of )?interests?(?: declared)?|conflicts?(?: of interests?)?)[.:]?$/
const headsNext = /^\d+[.)]?(?: |$)/
/** A line that is no sentence: whatever stands below it is under another heading. */
const isHeading = (sentence: Sentence): boolean =>
  sentence.words <= 8 &&
  /^\p{Lu}/u.test(sentence.text) &&
  (!/[.!?;,]["'”’)]*$/.test(sentence.text.trim()) || noteOf(sentence).has('no verb'))
/** "There were none." says that nothing follows. */
const noneThere =
  /^(?:there (?:were|was|are|is) (?:none|no\b|nothing)|none|nil|nothing|no\b)|\b(?:nothing to declare|no (?:\w+ )?(?:conflicts?|interests?|declarations?)|(?:nobody|no one|no director|no trustee|no member) (?:had|declared|has))\b/
const theirTie =
  /\b(?:his|her|their) (?:own |late )?(?:wife|husband|partner|spouse|brother|sister|son|daughter|mother|father|cousin|family|firm|company|employer|fund|nephew|niece|uncle|aunt|business|practice|flat|shareholding|(?:brother|sister|son|daughter|mother|father)-in-law)\b(?=.*\b(?:interest|conflict|shares?|sharehold\w*|directors?|trustees?|partner|employ\w*|work(?:s|ed|ing)?|own(?:s|ed|er)?|r[au]ns?|chairs?|chaired|councillor|governor|member of|consult\w*|tenan\w*|rent\w*|lease\w*|landlord|suppl\w+|lend(?:s|er)|lent|loan|stake|invest\w*|tender\w*|quot\w+|bid(?:s|ding|der)?|contract\w*|s[eo]lls?|sold|buy(?:s|ing|er)?|bought|advis\w+|act(?:s|ed|ing) for|solicitors?|auditors?|accountants?|builders?|client\w*|customers?)\b)|\b(?:he|she|they)(?:'s| was| is| had| has been)? (?:(?:also |still |now )?(?:(?:runs?|owns?|chairs?|rents?) (?!late|low|out|risks?)|holds? (?!the view|that|to|on)|works? (?:for|at|with)|employed (?:by|at|as)|engaged (?:by|as))|(?:also |still )?an? (?:\w+ )?(?:director|trustee|partner|shareholder|employee|member|tenant|adviser|consultant|governor|councillor))\b|\b(?:took|takes?|taking|would take) no part(?: in (?:(?:the|that|this|any|its) (?:\w+ )?(?:discussions?|items?|votes?|voting|decisions?|matter|debate|business)|item|it|that|this)\b|[.,;]|$)/
const invites =
  /\b(?:declarations?(?: of interests?)?|any(?:one|body|thing|thing new)? .*(?:declare|interests?|conflicts?|add)|conflicts? to declare|register of interests)\b|\b(?:interests?|conflicts?(?: of interest)?)(?:, then)?[.?]+$|^interests?\b/

/** Whom a written sentence begins with: "DC said", "Nigel Fay reminded us". */
function personAt({ plain, text }: Sentence, people: People): string | null {
  const initials = /^\p{Lu}{2,4}\b/u.exec(text.trim())
  const meant = initials && people.initialled(initials[0])
  const named = new RegExp(String.raw`^(?:the )?(${people.pattern})`).exec(plain)
  return meant ?? (named && people.meant(named[1]!))
}

/** Interests that were declared in the meeting. */
export function findConflicts(talk: readonly Sentence[], people: People): FoundConflict[] {
  const found: FoundConflict[] = []
  let invited = -100
  let isUnderHead = false
  for (const sentence of talk) {
    const { plain, index, speaker } = sentence
    if (speaker === null && heads.test(plain)) isUnderHead = true
    else if (
      isUnderHead &&
      (speaker !== null || headsNext.test(plain) || noneThere.test(plain) || isHeading(sentence))
    )
      isUnderHead = false
    if (isUnderHead && theirTie.test(plain) && !nothing.test(plain)) {
      const person = personAt(sentence, people)
      if (person !== null) found.push({ sentence, about: [], person, doubt: null, told: [sentence] })
      continue
    }
    if (invites.test(plain) && (sentence.isQuestion || sentence.words <= 10)) {
      invited = index
      continue
    }
    if (sentence.isQuestion || nothing.test(plain)) continue
    const tied = readsTie.exec(plain)
    const other = reads.exec(plain) ?? (tied && (declares.test(plain) || tellsOfIt.test(plain)) ? tied : null)
    if (other) {
      const named = new RegExp(String.raw`(${people.pattern})`).exec(plain.slice(0, other.index))
      if (named)
        found.push({ sentence, about: [], person: people.meant(named[1]!), doubt: null, told: [sentence] })
      continue
    }
    const plainlySo = stands.exec(plain)
    const own = plainlySo ?? tie.exec(plain)
    if (!own || (!plainlySo && (sentence.words < 5 || !interest.test(plain)))) continue
    const doubt = doubtAt(sentence, own.index, own[0].length)
    if (doubt === 'hypothetical' || doubt === 'jest') continue
    const near = talk.slice(Math.max(0, index - 2), index + 4)
    const said = near.filter((one) => one.speaker === speaker).map((one) => one.plain)
    const answers = talk
      .slice(index + 1, index + 5)
      .filter((one) => one.speaker !== speaker && !one.isQuestion)
    const asked = index - invited <= 7 && speaker !== talk[invited]?.speaker
    const declared = said.some((one) => declares.test(one))
    const taken = answers.some((one) => acknowledged.test(one.plain))
    if (!plainlySo && !asked && !(declared && (taken || said.some((one) => plainly.test(one))))) continue
    const before = talk[index - 1]
    const about =
      before && before.speaker === speaker && !before.isQuestion && pointsBack.test(plain) ? [before] : []
    const told = near.filter(
      (one) =>
        one === sentence || about.includes(one) || (one.speaker === speaker && tellsOfIt.test(one.plain)),
    )
    const { people: whose, doubt: why } = whoseInterest(sentence, people)
    for (const person of whose) found.push({ sentence, about, person, doubt: why, told })
  }
  // One declaration is often told over several sentences.
  return found.filter((one, at) =>
    found
      .slice(0, at)
      .every((before) => before.person !== one.person || one.sentence.index - before.sentence.index > 12),
  )
}
