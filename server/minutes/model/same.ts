import type { Evidence } from '#contract/minutes.ts'
import { months } from '../../language/calendar-words.ts'
import { figuresIn } from '../../language/figures.ts'
import { areKin } from '../../language/kindred.ts'
import { topicWords } from '../vocabulary.ts'
import { figuresDiffer } from './disagree.ts'
import { figuresNotSaid, figuresSaid } from './figures.ts'

/** Words of every decision, which say nothing about what it is. */
const ofDeciding = new Set(
  topicWords(
    'approve approved agree agreed resolve resolved decide decided carry carried reject rejected accept accepted adopt adopted pass passed defer deferred withdraw withdrawn propose proposed second seconded lost lose defeated failed fell turned down refused motion resolution decision proposal vote favour against unanimously committee directors trustees members company meeting speaker action',
  ),
)
export const isOfDeciding = (word: string): boolean => topicWords(word).every((one) => ofDeciding.has(one))

/** Of the words of the shorter one, so many stand in the other. */
const share = 0.5

const wordsOf = (text: string): Set<string> =>
  new Set(topicWords(text).filter((word) => !ofDeciding.has(word)))

/** `heading`: of the item, as it was called out; it says what "it" is. */
type Found = { text: string; evidence: readonly Evidence[]; heading?: string | undefined }

const saidOf = ({ text, evidence, heading = '' }: Found): string =>
  [heading, text, ...evidence.map(({ quote }) => quote)].join(' ')

/** Whether a claim speaks of the same thing as what was found: its words and its figures are there. */
export function sameThing(claim: string, found: Found): boolean {
  const said = saidOf(found)
  if (figuresNotSaid(claim, figuresSaid([said])).length > 0) return false
  const [own, other] = [wordsOf(claim), wordsOf(said)]
  const both = [...own].filter((word) => other.has(word) || areHeld(word, other)).length
  if (own.size === 0) return false
  // "The budget is £40,000": a figure of its own weighs as a word does.
  const figures = [...figuresIn(claim)].filter((one) => one > 3).length
  return (both + figures) / (own.size + figures) >= share && both > 0
}

/** They have a word in common that says what they are about. */
export function sharesMatter(one: string, other: string): boolean {
  const words = wordsOf(other)
  return [...wordsOf(one)].some((word) => words.has(word))
}

/** "Held over" is what "We'll hold that over" says. */
const areHeld = (word: string, others: ReadonlySet<string>): boolean => word === 'held' && others.has('hold')

/**
 * Whether a claim is about the matter of what was found, whatever figures it gives: their words are the same. Of a claim
 * without words of its own ("The motion was lost") the lines have to tell.
 */
export function sameMatter(claim: string, found: Found, sharesLines: boolean): boolean {
  const [own, other] = [wordsOf(claim), wordsOf(saidOf(found))]
  if (own.size === 0) return sharesLines
  return [...own].filter((word) => other.has(word)).length / own.size >= share
}

/** Of the minutes of the meeting before nobody says more than when that was. */
const ofRecord = new Set(
  topicWords(
    `previous prior last preceding held date dated record correct true accurate sign signed read taken circulated confirmed note noted ${months.join(' ')}`,
  ),
)
const approval =
  /\b(?:approv|agree|adopt|accept|confirm|sign|carried|true|correct|accurate|taken as read)(?:\w*)\b/i

/** Both say that the minutes of an earlier meeting were approved, however that is called: "of 3 March", "of the previous meeting". */
export function isOneApproval(claim: string, found: string): boolean {
  const [own, other] = [claim, found].map((text) => [...wordsOf(text)].filter((word) => !ofRecord.has(word)))
  return (
    [claim, found].every((text) => /\bminutes\b/i.test(text) && approval.test(text)) &&
    own!.every((word) => other!.includes(word)) &&
    !figuresDiffer(claim, found)
  )
}

type Task = Found & { owner?: string | null }

/** What is to be done: "Tom to send the report" → "send the report". */
const doingIn = ({ text, owner }: Task): string => {
  const names = new Set((owner ?? '').toLowerCase().match(wordForm) ?? [])
  return (text.match(wordForm) ?? []).filter((word) => !names.has(word.toLowerCase())).join(' ')
}
const wordForm = /[\p{L}\p{N}’']+/gu
const doing = /\b(?:to|will|shall|must|should)(?: \w+ly)? (?!be\b)(?<verb>[a-z]{2,})/

/** "To file it": what is meant stands in other words. */
const pointing = /\b(?:to|will|shall) (?:\w+ly )?[a-z]+ (?:it|them|this|that|those|these)\b/i
export const isPointing = ({ text }: { text: string }): boolean => pointing.test(text)

/** Two claims of one thing to be done, whoever is to do it: what is done is the same, not only to what. */
export function sameTask(claim: Task, found: Task): boolean {
  const [own, other] = [doingIn(claim), doingIn(found)]
  const verb = doing.exec(own)?.groups?.verb
  const same = doing.exec(other)?.groups?.verb
  const isOwners = (claim.owner ?? null) !== null && claim.owner === found.owner
  if (isOwners && isPointing(found) && verb !== undefined && same !== undefined && areKin(verb, same))
    return overlap(claim.evidence, found.evidence)
  if (!sameThing(own, { ...found, text: other })) return false
  const said = saidOf({ ...found, text: other }).match(wordForm) ?? []
  return verb === undefined || said.some((word) => areKin(word.toLowerCase(), verb))
}

export const overlap = (one: readonly Evidence[], other: readonly Evidence[]): boolean =>
  one.some((a) => other.some((b) => a.segments.some((id) => b.segments.includes(id))))
