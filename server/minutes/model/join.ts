import type {
  AgreedAction,
  Conflict,
  Decision,
  Doubtful,
  Evidence,
  MinutesItem,
  Statement,
} from '#contract/minutes.ts'
import { because as ofFloor } from '../../language/extract/found.ts'
import { namesDiffer } from '../../language/names.ts'
import { doubt } from '../compose.ts'
import type { Source } from '../evidence.ts'
import { because, doubtOf, mayBeWithdrawn, type Why } from '../grounds.ts'
import { figuresDiffer, leavesOut, withoutVotes } from './disagree.ts'
import { isOneApproval, isPointing, overlap, sameMatter, sameTask, sameThing } from './same.ts'
import { isBorneOutInFull } from './stands-alone.ts'
import {
  acceptedBy,
  asked,
  isDenied,
  notHappened,
  withoutOwnYear,
  type Hall,
  type Verified,
} from './verify.ts'

/**
 * What the model claims, beside what the rules have found. The two are one only where they rest on the same lines and speak
 * of the same thing; a decision that the model alone has found, or of which the rules say that nobody agreed, is to be checked.
 * Where they read one matter differently neither stands: both are to be checked.
 */
export type Lists = { items: MinutesItem[]; toCheck: Doubtful[] }

type Claimed<S> = {
  claimed: S
  item: number
  found: Verified
  hall: Hall
  lines: readonly number[]
  /** Why the words that it rests on do not say it; null: they do. */
  unborne?: Why | null
}

/** Somebody was heard to agree: what is doubtful is whether that was enough, or to what, and that the model tells as well. */
const assented: ReadonlySet<string> = new Set([ofFloor.onlyOne, ofFloor.before])

/** The rules have nothing against it: they could only not tell. */
const untold: ReadonlySet<string> = new Set([ofFloor.unclear, ofFloor.weak, ofFloor.closing])

/** @returns whether it stands in the minutes */
export function joinDecision(
  lists: Lists,
  { claimed, item, found, hall, lines, unborne = null }: Claimed<Decision>,
): boolean {
  const { items, toCheck } = lists
  const rests = restsOn(found, hall, lines)
  const heading = headingAt(lists, item, hall)
  const text = withoutOwnYear(claimed.text, hall)
  const isSame = (one: Pick<Decision, 'text' | 'evidence'>): boolean =>
    overlap(one.evidence, [rests]) && (sameThing(text, { ...one, heading }) || isOneApproval(text, one.text))
  const happened = found.why ?? notHappened(rests, found.evidence, hall)
  // "That was not approved" is how a rejection sounds.
  const against = happened?.ground === 'negated' && claimed.outcome !== 'carried' ? null : happened
  const why = against ?? unborne
  const all = items.flatMap((one) => one.decisions)
  const agrees = (one: Decision): boolean =>
    sameOutcome(claimed.outcome, one.outcome) && !figuresDiffer(claimed.text, one.text)
  // What an item is called says nothing of what was decided in the next.
  const headOf = (one: Decision): string | undefined =>
    items.some(({ decisions }, at) => at !== item && decisions.includes(one)) ? undefined : heading
  const tells = (one: Decision): boolean =>
    sameThing(text, { text: one.text, evidence: [], heading: headOf(one) }) ||
    asGood(one, claimed, headOf(one)) ||
    isOneApproval(text, one.text)
  const denied = claimed.outcome === 'carried' && isDenied(claimed.text, rests, hall) ? because.denied : null
  const isTold = why === null && denied === null && isBorneOutInFull(claimed, found.evidence, rests, hall)
  const same = all.filter((one) => isSame(one) && agrees(one))
  const sure = same.find(tells)
  if (sure) {
    if (why === null && !leavesOut(claimed.text, sure.text)) sure.text = claimed.text
    return why === null
  }
  // The words that decided it were found, and what they decided was not: “Page three, it says forty.”
  const quoting = same.find((one) => isQuotedIn(found.evidence, one) && one.text.includes('“'))
  if (quoting && isTold) {
    quoting.text = claimed.text
    return true
  }
  const here = items[item]!.decisions
  const other =
    against === null ? here.find((one) => isReadDifferently(one, claimed, rests, hall)) : undefined
  if (other) {
    unsettleDecision(lists, other)
    sayDoubtful(lists, doubt('decision', claimed, { ...doubtOf(because.readings), item, decision: claimed }))
    return false
  }
  // What carried a motion and what it was may stand in lines of their own: said once is enough.
  if (all.some((one) => agrees(one) && near(one.evidence, rests, hall.source, 3) && tells(one))) return false
  const doubted = toCheck.find(
    (one) => one.kind === 'decision' && (isSame(one) || isWithdrawal(one, claimed, rests, hall)),
  )
  if (!doubted) {
    if (isTold) {
      items[item]!.decisions.push(claimed)
      return true
    }
    const own = denied ?? why ?? because.decisionOfModel
    sayDoubtful(lists, doubt('decision', claimed, { ...doubtOf(own), item, decision: claimed }))
    return false
  }
  const { decision } = doubted
  if (why === null && decision && claimed.outcome === 'withdrawn' && mayBeWithdrawn(doubted)) {
    toCheck.splice(toCheck.indexOf(doubted), 1)
    const evidence = [...decision.evidence, ...claimed.evidence]
    items[doubted.item ?? item]!.decisions.push({ ...claimed, evidence })
    return true
  }
  // The rules had the words of it, and not what it is about.
  const isMute = decision !== null && (agrees(decision) || isPutOff(decision, claimed)) && !tells(decision)
  if (decision && why === null && denied === null && (isMute || isPutOff(decision, claimed))) {
    if (isTold && doubted.why === ofMatter) {
      toCheck.splice(toCheck.indexOf(doubted), 1)
      items[doubted.item ?? item]!.decisions.push({ ...decision, text: claimed.text })
      return true
    }
    doubted.text = claimed.text
    doubted.decision = { ...decision, text: claimed.text, outcome: claimed.outcome }
    return false
  }
  if (decision && !agrees(decision))
    sayDoubtful(
      lists,
      doubt('decision', claimed, { ...doubtOf(denied ?? why ?? because.readings), item, decision: claimed }),
    )
  else if (why === null && decision && (assented.has(doubted.why) || (isTold && untold.has(doubted.why)))) {
    toCheck.splice(toCheck.indexOf(doubted), 1)
    items[doubted.item ?? item]!.decisions.push({ ...decision, text: claimed.text })
    return true
  }
  return false
}

/** What was taken note of was not decided otherwise; what was carried may be told as taken note of. */
const sameOutcome = (claimed: Decision['outcome'], found: Decision['outcome']): boolean =>
  claimed === found || (claimed === 'noted' && found === 'carried')

/** "That this be deferred" was carried: it was put off. */
const isPutOff = (one: Decision, claimed: Decision): boolean =>
  claimed.outcome === 'deferred' && /\b(?:defer|postpon|adjourn|held over|put off|put back)/.test(one.text)

const ofMatter = 'What it is about was not said in so many words.'

/** Of a deferral or withdrawal of an item the item's name is enough. */
const asGood = (one: Decision, claimed: Decision, heading: string | undefined): boolean =>
  heading !== undefined &&
  one.outcome === claimed.outcome &&
  (one.outcome === 'deferred' || one.outcome === 'withdrawn') &&
  sameThing(claimed.text, { ...one, heading })

const isQuotedIn = ({ quote }: Evidence, { evidence }: Decision): boolean => {
  const words = quote.replace(/[.!?…]+$/, '')
  return evidence.some((one) => one.quote.includes(words))
}

/** As the meeting called it; the model's own topics say nothing of what was said. */
const headingAt = ({ items }: Lists, item: number, { isCalled }: Hall): string | undefined =>
  isCalled ? items[item]?.heading : undefined

/** Both say that it was withdrawn, one after the other. */
const isWithdrawal = (one: Doubtful, claimed: Decision, rests: Evidence, { source }: Hall): boolean =>
  claimed.outcome === 'withdrawn' && mayBeWithdrawn(one) && near(one.evidence, rests, source, 1)

/** One matter with another figure, or with another outcome. With both it is another motion: an amendment that was lost. */
function isReadDifferently(
  one: Decision,
  claimed: Statement & { outcome?: Decision['outcome'] },
  rests: Evidence,
  { source }: Hall,
): boolean {
  if (!near(one.evidence, rests, source, 3)) return false
  if (!sameMatter(claimed.text, one, overlap(one.evidence, [rests]))) return false
  const [mine, theirs] = [claimed.outcome, one.outcome]
  const otherOutcome = mine !== undefined && mine !== theirs && mine !== 'noted' && theirs !== 'noted'
  return otherOutcome !== figuresDiffer(withoutVotes(claimed.text), withoutVotes(one.text))
}

/** What stood as a fact is to be checked. */
function unsettleDecision(lists: Lists, decision: Decision): void {
  const item = lists.items.findIndex((one) => one.decisions.includes(decision))
  const { decisions } = lists.items[item]!
  decisions.splice(decisions.indexOf(decision), 1)
  lists.toCheck.push(doubt('decision', decision, { ...doubtOf(because.readings), item, decision }))
}

/** A point of the discussion that says what was decided stands only where that was found: there it is a repetition. */
export function joinAsserted(
  lists: Lists,
  { claimed, item, found, hall, lines, unborne = null }: Claimed<Statement>,
): void {
  const rests = restsOn(found, hall, lines)
  const decisions = lists.items.flatMap((one) => one.decisions)
  const known = [...decisions, ...lists.toCheck.filter(({ kind }) => kind === 'decision')]
  const why = found.why ?? notHappened(rests, found.evidence, hall)
  const other =
    why === null
      ? lists.items[item]!.decisions.find((one) => isReadDifferently(one, claimed, rests, hall))
      : undefined
  if (other) {
    unsettleDecision(lists, other)
    sayDoubtful(lists, doubt('discussion', claimed, { ...doubtOf(because.readings), item }))
    return
  }
  const isSaid = known.some(
    (one) =>
      near(one.evidence, rests, hall.source, 3) &&
      (sameThing(withoutOwnYear(claimed.text, hall), one) || isOneApproval(claimed.text, one.text)),
  )
  if (isSaid && unborne?.ground !== 'negated') return
  const denied = isDenied(claimed.text, rests, hall) && !refuses.test(claimed.text) ? because.denied : null
  const own = denied ?? why ?? unborne ?? because.decisionOfModel
  sayDoubtful(lists, doubt('discussion', claimed, { ...doubtOf(own), item }))
}

const refuses = /\b(?:not|never|no|rejected|declined|refused|withdrawn|withdrew|lost|deferred|rescinded)\b/

export function joinConflict(lists: Lists, { claimed, item, found, hall }: Claimed<Conflict>): void {
  const known = lists.items
    .flatMap((one) => one.conflicts)
    .some(
      (one) => near(one.evidence, found.evidence, hall.source, 3) && !namesDiffer(one.person, claimed.person),
    )
  const why = doubtOf(found.why ?? because.conflictOfModel)
  if (!known) sayDoubtful(lists, doubt('conflict', claimed, { ...why, item, conflict: claimed }))
}

/** @returns whether it stands in the minutes */
export function joinAction(
  lists: Lists,
  { claimed, item, found, hall, lines, unborne = null }: Claimed<AgreedAction>,
): boolean {
  const { items, toCheck } = lists
  const rests = restsOn(found, hall, lines)
  const isSame = (one: Pick<AgreedAction, 'text' | 'evidence'> & { owner?: string | null }): boolean =>
    near(one.evidence, rests, hall.source, 1) && sameTask(claimed, one)
  const happened = found.why ?? notHappened(rests, found.evidence, hall)
  const against =
    happened === asked && acceptedBy(claimed.owner, found.evidence, hall.talk) !== null ? null : happened
  const why = against ?? unborne
  const sure = items.flatMap((one) => one.actions).find(isSame)
  if (sure && givesOtherwise(claimed, sure)) {
    if (why === null) unsettleAction(lists, sure)
    const own = doubtOf(why ?? because.readings)
    sayDoubtful(lists, doubt('action', claimed, { ...own, item, action: claimed }))
    return false
  }
  if (sure) {
    // What the rules could only quote, or point at, the model says.
    const isBare = sure.text.includes('“') || (isPointing(sure) && !isPointing(claimed))
    if (why === null && sure.owner === claimed.owner && isBare) sure.text = claimed.text
    return why === null
  }
  const doubted = toCheck.find((one) => one.kind === 'action' && isSame({ ...one, owner: one.action?.owner }))
  const holds = why === null && claimed.owner !== null && doubted?.why !== because.readings.says
  if (holds) {
    if (doubted) toCheck.splice(toCheck.indexOf(doubted), 1)
    const dueDate = claimed.dueDate ?? doubted?.action?.dueDate ?? null
    items[doubted?.item ?? item]!.actions.push({ ...claimed, dueDate })
    return true
  }
  const own = (claimed.owner === null ? against : why) ?? because.nobodyNamed
  if (!doubted) sayDoubtful(lists, doubt('action', claimed, { ...doubtOf(own), item, action: claimed }))
  return false
}

/** To somebody else, or for another day. */
const givesOtherwise = (claimed: AgreedAction, sure: AgreedAction): boolean =>
  namesDiffer(claimed.owner, sure.owner) ||
  (claimed.dueDate !== null && sure.dueDate !== null && claimed.dueDate !== sure.dueDate)

/** What stood as a fact is to be checked. */
function unsettleAction(lists: Lists, action: AgreedAction): void {
  const item = lists.items.findIndex((one) => one.actions.includes(action))
  const { actions } = lists.items[item]!
  actions.splice(actions.indexOf(action), 1)
  lists.toCheck.push(doubt('action', action, { ...doubtOf(because.readings), item, action }))
}

/** Once: what an overlap of two windows brought twice is one. Two readings of one thing are two. */
export function sayDoubtful({ toCheck }: Lists, one: Doubtful): void {
  const isSaid = (other: Doubtful): boolean =>
    other.kind === one.kind &&
    overlap(other.evidence, one.evidence) &&
    isAlike(other) &&
    other.decision?.outcome === one.decision?.outcome &&
    !(one.decision && figuresDiffer(one.text, other.text)) &&
    !(one.action && other.action && givesOtherwise(one.action, other.action))
  const isAlike = (other: Doubtful): boolean =>
    one.kind === 'action'
      ? sameTask({ ...one, owner: one.action?.owner }, { ...other, owner: other.action?.owner })
      : sameThing(one.text, other) && sameThing(other.text, one)
  const known = toCheck.some(isSaid)
  if (!known) toCheck.push(one)
}

/** All the lines that a claim names, beside those of its quote. */
function restsOn({ evidence }: Verified, { source }: Hall, lines: readonly number[]): Evidence {
  const named = lines.flatMap((one) => source.segments[one]?.id ?? [])
  return { ...evidence, segments: [...new Set([...evidence.segments, ...named])] }
}

/** They rest on the same lines, or on lines next to them. */
function near(of: readonly Evidence[], evidence: Evidence, { segments }: Source, reach: number): boolean {
  const place = new Map(segments.map(({ id }, at) => [id, at]))
  const places = evidence.segments.flatMap((id) => place.get(id) ?? [])
  return of
    .flatMap((one) => one.segments.flatMap((id) => place.get(id) ?? []))
    .some((at) => places.some((other) => Math.abs(at - other) <= reach))
}
