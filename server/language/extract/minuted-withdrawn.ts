import type { FoundDecision } from './found.ts'
import { doubtAt } from './mood.ts'
import type { Sentence } from './talk.ts'
import { beforeInItem } from './written-headings.ts'

/** What minutes that somebody wrote tell of a proposal that was taken back: "Bill proposed …. He took it back." */

const thing = '(?:proposal|motion|resolution|suggestion)'
/** What the person who put it did. */
const takesBack = new RegExp(
  String.raw`\b(?:withdrew|retracted|took back) (?:it\b|(?:his|her|their|the|this|that) (?:\w+ )?${thing}\b)|\b(?:took (?:it|(?:his|her|their|the|that) ${thing}) back|dropped (?:his|her|the|that) ${thing})\b`,
)
const isWithdrawn = new RegExp(
  String.raw`\b${thing}(?: (?:to|that|on|for|about|from) [^.;]{2,120}?)? (?:was|were|is)(?: then| therefore| accordingly| duly| subsequently| formally)? withdrawn\b(?! (?:at|in|from|last|before)\b)`,
)
const name = String.raw`(?:(?:Mr|Mrs|Ms|Miss|Dr|Sir|Dame|Cllr|Rev|Prof)\.? )?\p{Lu}[\p{L}\p{M}.'’-]{0,30}(?: \p{Lu}[\p{L}\p{M}.'’-]{0,30}){0,2}`
const office =
  '[Tt]he (?:(?:[Cc]ompany )?[Ss]ecretary|[Cc]hair(?:man|woman|person)?|[Tt]reasurer|[Cc]lerk|[Pp]roposer|[Mm]over)'
const adverb = '(?:,? (?:then|therefore|accordingly|duly|later|subsequently|formally),?)?'
/** One of those who were there did: no company, and not under an "if". */
const byOne = new RegExp(
  String.raw`(?:^|[,;] (?:and |but |so )?|\b(?:and|but|so|whereupon),? )(?:${name}(?: and ${name})?|${office}|[Hh]e|[Ss]he|[Tt]hey)${adverb} $`,
  'u',
)
const goesOn = new RegExp(String.raw`^(?:${name}|${office}|He|She|They) \S.*,? (?:and|but)${adverb} $`, 'u')
/** By whose hand a proposal was put that has no name of its own. */
const puts =
  /\b(?:proposed|moved|suggested|tabled|put forward|asked (?:for|to|that|whether))\b|\b(?:proposal|motion|resolution)s? (?:to|that|on|for|about|from|by)\b/
const reach = 8
const ofOthers = /^ by (?:the (?!chair|proposer|mover|board|committee)|its |an? )/

/** @returns null: nothing was taken back, or nobody can tell what */
export function minutedWithdrawal(sentence: Sentence, talk: readonly Sentence[]): FoundDecision | null {
  const { plain, text } = sentence
  if (sentence.isQuestion || sentence.speaker !== null) return null
  const taken = takesBack.exec(plain)
  const found = taken ?? isWithdrawn.exec(plain)
  if (!found || doubtAt(sentence, found.index, found[0].length) !== null) return null
  const rest = plain.slice(found.index + found[0].length)
  if (taken) {
    const at = text.toLowerCase().indexOf(taken[0])
    const lead = text.slice(0, Math.max(0, at))
    if (!byOne.test(lead) && !goesOn.test(lead)) return null
  } else if (ofOthers.test(rest)) return null
  const saysWhat =
    /^ (?:to|that|on|for|about|concerning|regarding|as to) (?!the (?:board|committee|meeting)\b)\w/.test(
      rest,
    ) ||
    / (?:to|that|on|for|about|from) /.test(found[0]) ||
    puts.test(plain.slice(0, found.index))
  const put = saysWhat ? null : beforeInItem(sentence, talk, reach).findLast((one) => puts.test(one.plain))
  if (put === undefined) return null
  const sentences = put ? [put, sentence] : [sentence]
  return {
    ...{ sentences, about: sentences, vote: null, proposer: null, seconder: null, condition: null },
    kind: 'decision',
    outcome: 'withdrawn',
    doubt: null,
    rule: 'minuted withdrawal',
  }
}
