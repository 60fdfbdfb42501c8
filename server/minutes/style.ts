import type { FoundConflict } from '../language/extract/conflicts.ts'
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
const stop = (text: string): string => {
  const bare = text.replace(/[\s.,;:–—-]+$/, '')
  return /[!?…]$/.test(bare) ? bare : `${bare}.`
}
/** "THAT the accounts be received" is how a notice is printed. */
const sentence = (text: string): string => asMoney(stop(upper(text.trim().replace(/\bTHAT\b/g, 'that'))))

/** Words of ours as a sentence. */
export const asSentence = sentence

/** The words themselves, without what stands at their head and says nothing. */
export const trimmed = (text: string): string =>
  upper(text.replace(fillers, '').replace(hesitation, '').trim())

const isLabel = (speaker: string): boolean => /^(?:speaker[ _]?\d+|unknown)$/i.test(speaker)
export const nameOf = (speaker: string | null): string | null =>
  speaker === null || isLabel(speaker) ? null : speaker

export function quoted({ speaker, text }: Pick<Sentence, 'speaker' | 'text'>): string {
  const words = `“${trimmed(text).replace(/["“”]/g, "'")}”`
  return speaker === null ? words : `${speaker}: ${words}`
}

/** Words that mean somebody else once they stand in minutes. */
export const personal =
  /\b(?:i|me|my|mine|myself|you|your|yours|i'm|i'd|i've|i'll|he|she|him|his|her|hers)\b/i

export const plainText = (text: string): string => text.replaceAll('’', "'").replace(hesitation, '')

/** Without what stands at its head and says nothing. */
export const withoutFillers = (text: string): string => plainText(text).replace(fillers, '')

/** Names of parts of meetings, and of nothing that can be decided. */
export const general =
  /^(?:opening|discussion|any other business|aob|apologies.*|declarations? of interest.*|matters arising|next meeting|resolution.*|welcome.*|introductions?|item .*|other .*|closing.*)$/i

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

const declared = /\b(?:declared|disclosed)\b/i

export function conflictText(found: FoundConflict): string {
  const { sentence: said, about } = found
  // Somebody has minuted it already.
  if (said.speaker === null && declared.test(said.text)) return sentence(said.text)
  const words = [...about, said].map(({ text }) => trimmed(text)).join(' ')
  return `${toldOf(found)}: “${words.replace(/["“”]/g, "'")}”`
}

/** "Ann Lee declared an interest"; what others say of hers she has not declared here. */
function toldOf({ person, sentence: { speaker } }: FoundConflict): string {
  const who = nameOf(person) ?? person
  const teller = nameOf(speaker)
  if (who === null) return 'An interest was declared'
  return teller === null || person === speaker
    ? `${who} declared an interest`
    : `${teller} told the meeting of an interest of ${who}`
}

/** Under another item that it concerns; its words stand where it was declared. */
export const conflictAgain = (found: FoundConflict, heading: string): string =>
  `${toldOf(found)}, as told under ${heading}.`

const answer =
  /^(?:(?:no|yes|none|nothing|right|good|okay|thank you|thanks|so|and|then)[,.!]+\s+)+(?=\p{L})/iu
const saysWhen = /^(?:the|our|date of the) (?:date of (?:the|our) )?next meeting\b[^?“”"]* (?:is|will be)\b/i

/** "The next meeting is on …" says it by itself. */
export function nextMeetingText({ speaker, text }: Pick<Sentence, 'speaker' | 'text'>): string {
  const said = withoutFillers(text)
    .replace(answer, '')
    .replace(/^our (?=next meeting\b)/i, 'The ')
  return saysWhen.test(said) && !personal.test(said) ? sentence(said) : quoted({ speaker, text: said })
}
