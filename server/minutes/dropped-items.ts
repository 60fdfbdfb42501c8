import { monthPattern } from '../language/calendar-words.ts'
import { doubtAt } from '../language/extract/mood.ts'
import { numberPattern } from '../language/extract/numbers.ts'
import { headless, type Sentence } from '../language/extract/talk.ts'
import { asWritten, figureOf } from './called-items.ts'
import { topicOf } from './topic.ts'

/** An item of the agenda that whoever chairs says will not be taken. */
export type DroppedItem = {
  sentence: Sentence
  number: string
  isResolution: boolean
  /** '': no name was said; a resolution's has its number. */
  heading: string
  /** "withdrawn" */
  why: string
}

const item = String.raw`(?:agenda item|item|(?:(?:ordinary|special) )?(?<kind>resolution)) (?:number )?(?<number>\d{1,2}[a-z]?|${numberPattern})\b`
const later = String.raw`(?:next (?:time|month|quarter|year)|(?:at |in |to |for |until |till )?(?:the |our |a )?(?:next|following|later|future) (?:board |committee )?(?:meeting|one)|another (?:day|time|meeting)|(?:until|till|in|to|for) (?:${monthPattern}))`
const forms = [
  // "Item five, the website, is withdrawn."
  new RegExp(
    String.raw`^(?:[\w',]+ ){0,4}?${item}(?:,? (?:on |which is )?(?<topic>[^,]+),)? (?:is|was|has been|will be|'s|'ll be|gets|stands?|comes|moves)(?: (?:therefore|now|also|being|to be|hereby|all|be))* (?<how>withdrawn|dropped|pulled|removed|skipped|taken off(?: the agenda)?|not (?:being |to be )?(?:taken|needed)|(?:taken|moved|put|put off|put back|put over|over|back|pushed)(?: over| back| off)?,? (?:to |until |till |at )?${later}|held over|deferred|postponed|adjourned|carried (?:over|forward))\b`,
  ),
  // "We'll skip item five."
  new RegExp(
    String.raw`^(?:[\w',]+ ){0,4}?(?:we'll|we will|we shall|we can|let's|let us|i'll|i will|i'm|i am|i have|i've|i|we|we're|we are)(?: (?:therefore|now|just|have to|going to|also|also just))* (?<how>skip(?:ping)?|pass(?:ing)? over|leav(?:e|ing) out|drop(?:ping|ped)?|withdraw(?:ing|n)?|remov(?:e|ing|ed)|pull(?:ing|ed)?|hold(?:ing)? over|defer(?:ring|red)?|postpon(?:e|ing|ed)|not (?:be )?tak(?:e|ing)) ${item}(?:,? (?:on )?(?<topic>the [^,.]+))?`,
  ),
  // "Item five we'll take next time", "we'll take item five at the next meeting"
  new RegExp(
    String.raw`^(?:[\w',]+ ){0,4}?(?:we'll|we will|we shall|let's|i'll|i suggest we|we can) (?<how>take|leave|move|put|push|bring|do|come back to) ${item}(?:, (?<topic>[^,]+),)?(?: off| back| over)? ${later}\b`,
  ),
  new RegExp(
    String.raw`^(?:[\w',]+ ){0,4}?${item}(?:, (?<topic>[^,]+),)?,? (?:we'll|we will|we shall|i'll) (?:(?<how>take|leave|move|put|push|bring|do|come back to)(?: that| it)?(?: off| back| over)? ${later}|(?:skip|drop|withdraw|leave out|hold over|defer|postpone)\b)`,
  ),
]

const secretary = /\bsecretary\b/i

/** As it stands behind "Not discussed". */
function why(plain: string): string {
  if (/\bwithdr/.test(plain)) return 'withdrawn'
  const when = new RegExp(String.raw`\b${later}\b`).exec(plain)?.[0]
  if (when !== undefined)
    return /\bnext (?:meeting|one|time)\b|\bnext \w+ meeting\b/.test(when)
      ? 'to be taken at the next meeting'
      : 'put off'
  if (/\b(?:held over|hold|defer|postpon|adjourn|carried)/.test(plain)) return 'put off'
  return 'passed over'
}

/** @param chair null: not known, so that anybody may say so */
export function droppedItems(
  talk: readonly Sentence[],
  { chair, names }: { chair: string | null; names: RegExp | null },
): DroppedItem[] {
  const found = new Map<string, DroppedItem>()
  for (const sentence of talk) {
    if (sentence.isQuestion) continue
    const head = headless(sentence.plain)
    const match = forms.map((form) => form.exec(head)).find((one) => one !== null)
    const number = match?.groups?.number
    if (!match || number === undefined || doubtAt(sentence, sentence.plain.length - head.length, 0) !== null)
      continue
    if (
      /\b(?:if|unless|not|never|would|could|might|suggested|wanted|last (?:time|meeting|month|year))\b/.test(
        match[0].replace(/\bnot (?=(?:be |being |to be )?(?:tak|needed))/, ''),
      )
    )
      continue
    const isResolution = match.groups?.kind !== undefined
    // A company secretary may tell it of a resolution; of an item whoever chairs does.
    const mayTell = sentence.speaker === chair || (isResolution && secretary.test(sentence.speaker ?? ''))
    if (chair !== null && !mayTell) continue
    const topic = match.groups?.topic
    const named = topic === undefined ? '' : (topicOf(asWritten(sentence, topic), names) ?? '')
    const key = figureOf(number)
    found.set(isResolution ? `resolution ${key}` : key, {
      sentence,
      number: key,
      isResolution,
      heading: isResolution ? `Resolution ${key}${named === '' ? '' : `: ${named}`}` : named,
      why: why(sentence.plain),
    })
  }
  return [...found.values()]
}
