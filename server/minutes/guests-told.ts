import type { Sentence } from '../language/extract/talk.ts'
import { name } from '../language/names.ts'

/** Who is said to be there for others, or for one item: "and Louise from the managing agents", "Tessa, our solicitor". */

/** Sentences from the beginning. */
const opening = 20
const bodies = String.raw`(?:[a-z]+ )?(?:managing agents?|auditors?|solicitors?|lawyers?|accountants?|bank|bankers|brokers?|architects?|surveyors?|consultants?|agents?|advis[eo]rs?|insurers?|actuar(?:y|ies))`
const offices = String.raw`(?:[a-z]+ )?(?:solicitor|lawyer|accountant|auditor|banker|broker|architect|surveyor|consultant|managing agent|agent|advis[eo]r|actuary|manager|bursar|clerk|minute[- ]taker|company secretary|secretary|scrutineer)`
const notetakers = String.raw`(?:(?:company |minutes? )?secretary|clerk|minute[- ]taker)`
const there = String.raw`(?:['’]s| is| are)?(?: also)?(?: here| with us| joining us| on the (?:line|call))?`
const forms = [
  // "Our general manager, Ewan Reid, is with us and Nisha Patel is secretary."
  new RegExp(
    String.raw`\b(?:[Oo]ur|[Tt]he) ${offices},? (?<name>${name})(?=[,.;]| and\b| is\b| here\b|$)`,
    'gu',
  ),
  new RegExp(
    String.raw`(?<name>${name})(?:['’]s| is) (?:our |the )?${notetakers}(?=[,.;]| and\b|$| today\b| tonight\b| as (?:always|usual|ever)\b)`,
    'gu',
  ),
  new RegExp(
    String.raw`(?:(?<other>${name}) and )?(?<name>${name})${there},? from (?:the|our) ${bodies}\b`,
    'gu',
  ),
  new RegExp(
    String.raw`(?<name>${name})(?:,? (?:from|of|at) [^,.;]{2,40}?)?,? (?:who(?:['’]s| is) )?(?:our|the) ${offices}(?=[,.;]| and\b| here\b|$)`,
    'gu',
  ),
  new RegExp(
    String.raw`(?<name>${name})${there} as (?:our |the |company )?${offices}(?=[,.;]| and\b|$)`,
    'gu',
  ),
  new RegExp(
    String.raw`(?<name>${name})(?:, (?:our |the )?[a-z][a-z ]{2,40},| as (?:our |the )?[a-z][a-z ]{2,40}?)? (?:for (?:agenda )?items? (?:\d+|[a-z]+)\b|in attendance\b)`,
    'gu',
  ),
]
/** It tells who is there. */
const presence =
  /\b(?:we have|we've|we've got|with us|with me|joined by|joining|here|in attendance|welcome|present|and me|me,|on the (?:call|line)|for (?:agenda )?items?)\b|^[\p{L} ,'’-]+ with me\b/u
/** "James Arbuthnot is the company secretary today." */
const officiates = new RegExp(
  String.raw`\bis (?:our |the )?${notetakers} (?:today|tonight|as (?:always|usual|ever)|for (?:this|the) meeting)\b`,
)
const elsewhere =
  /\b(?:apologies|absent|not here|unable|can't|cannot|if|unless|letter|email|e-mail|report from|advice from|quote|heard|spoke|said|wrote|last (?:time|month|meeting)|next (?:time|month|meeting))\b/

/** As they are called there; first names alone may do. */
export function guestsTold(talk: readonly Sentence[]): string[] {
  return talk.slice(0, opening).flatMap(({ text, plain, speaker, isQuestion }, at) => {
    const before = talk[at - 1]
    // "We've got me and Raj. And Simon from Moorgate, who's our managing agent."
    const goesOn =
      plain.startsWith('and ') && before?.speaker === speaker && presence.test(before?.plain ?? '')
    const tells = presence.test(plain) || officiates.test(plain) || goesOn
    if (speaker === null || isQuestion || !tells || elsewhere.test(plain)) return []
    return forms.flatMap((form) =>
      [...text.matchAll(form)].flatMap(({ groups }) =>
        [groups!.name, groups!.other].flatMap((one) => one?.replace(/^(?:And|Also|Then|With) /, '') ?? []),
      ),
    )
  })
}
