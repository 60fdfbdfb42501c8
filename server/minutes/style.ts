import type { FoundConflict } from '../language/extract/conflicts.ts'
import type { FoundDecision } from '../language/extract/decisions.ts'
import { tellsOutcome } from '../language/extract/declared.ts'
import { because } from '../language/extract/floor.ts'
import type { Sentence } from '../language/extract/talk.ts'
import { asMoney } from './money.ts'

/**
 * What was said, in the manner of minutes: where a form can be turned without a word's meaning changing it is; else the
 * words themselves, in quotation marks and with their speaker.
 */

export const fillers =
  /^(?:(?:so|um+|uh+|er+m*|erm|ah|oh|well|right|okay|ok|alright|all right|now|and|but|then|yeah|yes|great|good|lovely|fine|look|i mean|you know|to be honest)[,.…–—-]*\s+)+(?=\S)/i
const hesitation = /,? ?\b(?:um+|uh+|erm?)\b,?(?= )/gi

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const stop = (text: string): string =>
  `${text.replace(/[\s.,;:–—-]+$/, '')}${/[.!?…]$/.test(text) ? '' : '.'}`
/** "THAT the accounts be received" is how a notice is printed. */
const sentence = (text: string): string =>
  asMoney(stop(upper(text.trim().replace(/\bTHAT\b/g, 'that')).replace(/[.\s]+$/, '.')))

/** Words of ours as a sentence. */
export const asSentence = sentence

/** The words themselves, without what stands at their head and says nothing. */
export const trimmed = (text: string): string =>
  upper(text.replace(fillers, '').replace(hesitation, '').trim())

const isLabel = (speaker: string): boolean => /^(?:speaker[ _]?\d+|unknown)$/i.test(speaker)
export const nameOf = (speaker: string | null): string | null =>
  speaker === null || isLabel(speaker) ? null : speaker

export function quoted({ speaker, text }: Pick<Sentence, 'speaker' | 'text'>): string {
  const words = `“${asMoney(trimmed(text)).replace(/["“”]/g, "'")}”`
  return speaker === null ? words : `${speaker}: ${words}`
}

/** Words that mean somebody else once they stand in minutes. */
export const personal =
  /\b(?:i|me|my|mine|myself|you|your|yours|i'm|i'd|i've|i'll|he|she|him|his|her|hers)\b/i
/** Nobody who reads it later knows what is meant. */
const pointing = /^(?:that|this|it|them|those|these|so|him|her)\b/i

export const plainText = (text: string): string => text.replaceAll('’', "'").replace(hesitation, '')

/** How a motion begins; what follows it is the motion. */
const leads = [
  /^i(?:'d like to| would like to|'ll| will|'m going to)? (?:formally |therefore |also )*(?:propose|move|recommend|suggest)(?: to the (?:board|meeting|members|committee))?,? (?:that )?(?<rest>.+)$/i,
  /^(?:so |and |then )*(?:the|our|this) (?:amended )?(?:motion|resolution|proposal|recommendation|question|ask)(?: before us| in front of us| then|,? as (?:now )?amended,?)?(?: now| then| therefore)?(?: is|'s| reads),? (?:to ask |whether )?(?:that )?(?<rest>.+)$/i,
  /^(?:so |and |then )*(?:are we|is everyone|is everybody|is the (?:board|committee|meeting)|can we|could we|do we|are we all|are you all)(?: all)? (?:agreed|happy|content|agree|in favour|say)(?: then)? (?<rest>(?:that|to) .+)$/i,
  /^(?:so |and |then )*(?:(?:subject to|provided|on condition) [^,]+, )?(?:we(?:'re| are|'ve| have)?(?: all)?|it(?:'s| is| was| has been)(?: hereby| therefore)?|that(?:'s| is)|the (?:board|committee|meeting|members|company|trustees|directors)(?: has| have)?)(?: hereby| therefore| unanimously| formally)* (?:agreed|agree|resolved|resolve|decided|decide|resolves|agrees)(?: unanimously)? (?<rest>(?:that|to) .+)$/i,
  /^(?:agreed|resolved|decided)(?: then| unanimously)?[,:]? (?<rest>(?:that|to) .+)$/i,
]

/** The thing itself is named by the item alone: "To award it to Swift Freight". */
const objectless =
  /^(?:To|That we) [a-z]+(?: (?:back|up|off|out|down))? (?:it|them|(?:this|these|those|that)(?=[.!]?$| (?:to|for|at|from|by|in|on|as|with|until|and)\b))\b|^That (?:it|they|this|these|those) (?:be|is|are|shall)\b/
/** Names of parts of meetings, and of nothing that can be decided. */
export const general =
  /^(?:opening|discussion|any other business|aob|apologies.*|declarations? of interest.*|matters arising|next meeting|resolution.*|welcome.*|introductions?|item .*|other .*|closing.*)$/i

/** @param heading of the item under which it was decided; null: none that says what about */
function withThing(motion: string, heading: string | null): string {
  if (heading === null || general.test(heading) || !objectless.test(motion)) return motion
  return `${heading}: ${motion.charAt(0).toLowerCase()}${motion.slice(1)}`
}

/** "we approve the budget" → "to approve the budget"; "that the accounts be approved" stays. */
function asMotion(rest: string, heading: string | null): string | null {
  const text = rest
    .replace(/[.?!]+$/, '')
    .replace(/,? (?:please|then|okay|right|yes|everybody|everyone)$/i, '')
  const we =
    /^(?:that )?we (?!'|were|had|have|are|need|should|would|could|can|might|did|do not|don't)([a-z]+)\b(.*)$/i.exec(
      text,
    )
  const motion = we
    ? `To ${we[1]}${we[2]}`
    : /^(?!that |to )\S.* be \w+(?:ed|en|n|t|d)\b/i.test(text)
      ? `That ${text}`
      : text
  if (
    /^that /i.test(motion) &&
    !/ (?:be|is|are|shall|should|approves?|accepts?|adopts?|authorises?|appoints?|agrees?|notes?|pays?|gives?|has|have|will|remains?|ratif(?:y|ies))\b/i.test(
      motion,
    )
  )
    return null
  const body = motion.replace(/^(?:that|to) /i, '')
  if (personal.test(motion)) return null
  const whole = withThing(sentence(motion), heading)
  const saysIt = whole.length > motion.length + 1
  return saysIt || !(pointing.test(body) || body.split(' ').length < 3) ? whole : null
}

/** What one person said after the other. */
export function dialogue(said: readonly Sentence[]): string {
  const turns: { speaker: string | null; text: string }[] = []
  for (const { speaker, text } of said) {
    const last = turns.at(-1)
    if (last && last.speaker === speaker) last.text += ` ${text}`
    else turns.push({ speaker, text })
  }
  return turns.map(quoted).join(' ')
}

const byUs = /^we(?:'ve| have)? (?:(?:all|duly|also|formally|hereby|now|therefore|then) )*note[ds]? /i

/** "The board noted the accounts" is how it stands in minutes already. */
function asTold(said: readonly Sentence[]): string | null {
  const [only] = said
  if (said.length !== 1 || !only || !tellsOutcome(only)) return null
  const words = plainText(only.text)
    .replace(fillers, '')
    .replace(byUs, 'The meeting noted ')
    .replace(/[.\s]+$/, '')
  return personal.test(words) || pointing.test(words) || /^we\b|["“”]/i.test(words) ? null : sentence(words)
}

/** What was said first and what became of it stand together. */
const inWords: ReadonlySet<string> = new Set([because.corrected, because.amended, because.undone])

/** What was decided; who moved it and how it ended stand beside it. @param heading of its item */
export function decisionText(
  { about, sentences, doubt }: Pick<FoundDecision, 'about' | 'sentences' | 'doubt'>,
  heading: string | null = null,
): string {
  const said = about.length > 0 ? about : sentences
  if (doubt !== null && inWords.has(doubt)) return dialogue(said)
  const told = asTold(said)
  if (told !== null) return told
  for (const { text } of [...said].reverse()) {
    const bare = plainText(text).replace(fillers, '')
    for (const lead of leads) {
      const rest = lead.exec(bare)?.groups?.rest
      const motion = rest === undefined ? null : asMotion(rest, heading)
      if (motion !== null) return motion
    }
  }
  // One motion can run over two sentences of one speaker.
  const joined = said.filter(({ speaker }) => speaker === said[0]!.speaker)
  const text = joined.map((one, at) => {
    const before = joined[at - 1]
    return `${before && before.index < one.index - 1 ? '… ' : ''}${one.text}`
  })
  return quoted({ speaker: said[0]!.speaker, text: text.join(' ') })
}

export function conflictText({ person, sentence: said }: FoundConflict): string {
  const who = nameOf(person) ?? person
  const words = `“${trimmed(said.text).replace(/["“”]/g, "'")}”`
  return who === null ? `An interest was declared: ${words}` : `${who} declared an interest: ${words}`
}
