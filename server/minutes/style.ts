import type { FoundAction } from '../language/extract/actions.ts'
import type { FoundConflict } from '../language/extract/conflicts.ts'
import type { Sentence } from '../language/extract/talk.ts'
import { isCalled } from '../language/names.ts'
import { asMoney } from './money.ts'

/**
 * What was said, in the manner of minutes: where a form can be turned without a word's meaning changing it is; else the
 * words themselves, in quotation marks and with their speaker.
 */

const fillers =
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

const promise =
  /^(?:(?:action|yes|yep|yeah|sure|of course|certainly|okay|no problem|happy to|and|then|so|well)[,.:]? )*i(?:'ll| will| shall|'m going to| am going to| can|'m happy to) (?:also |then |just |gladly |certainly |happily )*(?<rest>.+)$/i
const ask =
  /(?:^|[,.] )(?:(?:could|can|would|will) (?:i ask )?you(?: please| perhaps| also| possibly)* |please )(?<rest>.+)$/i

const style =
  /^(?:(?:[Ss]o|[Aa]nd|[Tt]hen|[Aa]ctions?|[Aa]greed|[Oo]kay|[Rr]ight)[,:]? )*(?<who>\p{Lu}[\p{L}\p{M}'-]+(?: \p{Lu}[\p{L}\p{M}'-]*)*) to (?<rest>[a-z].+)$/u
const told =
  /^(?:(?:so|and|then|action|agreed|okay|right)[,:.]? )*(?<who>(?:the |our |this )?\p{L}[\p{L}\p{M}.'-]*(?: \p{L}[\p{L}\p{M}.'-]*){0,3}?)(?:'ll| will| shall| is going to| is to| are to| has agreed to| agreed to| has offered to)(?: also| then| now| therefore| kindly| just)* (?<rest>[a-z].+)$/iu
const object = /^\w+ (?:that|it|this|them|those|these)\b/i

/** Who does what; words that cannot be turned are quoted. @param heading of the item, which may be what "it" is */
export function actionText(
  { sentences, owner }: Pick<FoundAction, 'sentences' | 'owner'>,
  heading: string | null = null,
): string {
  const first = sentences[0]!
  const who = nameOf(owner)
  const bare = plainText(first.text)
  if (who !== null)
    for (const form of [promise, ask, style, told]) {
      const found = form.exec(form === style || form === told ? bare : bare.replace(fillers, ''))?.groups
      if (form === told && found && !isCalled(who, found.who!.replace(/^(?:mr|mrs|ms|miss|dr)\.? /i, '')))
        continue
      const rest = found?.rest
        ?.replace(/[?.!]+$/, '')
        .replace(/,? (?:please|then|if (?:that's|that is) (?:okay|all right|alright))$/i, '')
      if (rest === undefined || personal.test(rest) || !/^[a-z]/.test(rest) || /[.?!] /.test(rest)) continue
      if (!object.test(rest)) return sentence(`${who} to ${rest}`)
      if (sentences.length === 1 && heading !== null && !general.test(heading))
        return `${heading}: ${sentence(`${who} to ${rest.replace(/,(?= by\b)/, '')}`)}`
    }
  const taken = sentences.find(({ speaker, index }) => speaker === owner && index > first.index)
  // "I'll do it" and what was to be done.
  if (taken && object.test(promise.exec(plainText(taken.text).replace(fillers, ''))?.groups?.rest ?? ''))
    return dialogue([first, taken])
  const words = quoted({ speaker: first.speaker, text: first.text })
  return who !== null && who !== first.speaker ? `${who}. ${words}` : words
}

const declared = /\b(?:declared|disclosed)\b/i

export function conflictText({ person, sentence: said }: FoundConflict): string {
  const who = nameOf(person) ?? person
  // Somebody has minuted it already.
  if (said.speaker === null && declared.test(said.text)) return sentence(said.text)
  const words = `“${trimmed(said.text).replace(/["“”]/g, "'")}”`
  return who === null ? `An interest was declared: ${words}` : `${who} declared an interest: ${words}`
}

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
