import type {
  AgreedAction,
  Conflict,
  Decision,
  Doubtful,
  Evidence,
  MinutesItem,
  Statement,
} from '#contract/minutes.ts'
import { because } from '../../language/extract/floor.ts'
import { doubt } from '../compose.ts'
import type { Source } from '../evidence.ts'
import { overlap, sameThing } from './same.ts'
import { isDenied, notHappened, type Hall, type Verified } from './verify.ts'

/**
 * What the model claims, beside what the rules have found. The two are one only where they rest on the same lines and speak
 * of the same thing; a decision that the model alone has found, or of which the rules say that nobody agreed, is to be checked.
 */
export type Lists = { items: MinutesItem[]; toCheck: Doubtful[] }

type Claimed<S> = { claimed: S; item: number; found: Verified; hall: Hall; lines: readonly number[] }

/** Somebody was heard to agree: what is doubtful is whether that was enough, or to what, and that the model tells as well. */
const assented: ReadonlySet<string> = new Set([because.onlyOne, because.before])

/** @returns whether it stands in the minutes */
export function joinDecision(
  lists: Lists,
  { claimed, item, found, hall, lines }: Claimed<Decision>,
): boolean {
  const { items, toCheck } = lists
  const rests = restsOn(found, hall, lines)
  const isSame = (one: Pick<Decision, 'text' | 'evidence'>): boolean =>
    overlap(one.evidence, [rests]) && sameThing(claimed.text, one)
  const why = found.why ?? notHappened(rests, found.evidence, hall)
  const all = items.flatMap((one) => one.decisions)
  const sure = all.find(isSame)
  if (sure) {
    if (sure.outcome === claimed.outcome && why === null && /^[^“]*“/.test(sure.text))
      sure.text = claimed.text
    return true
  }
  // What carried a motion and what it was may stand in lines of their own: said once is enough.
  if (all.some((one) => near(one.evidence, rests, hall.source, 3) && sameThing(claimed.text, one)))
    return false
  if (claimed.outcome === 'carried' && isDenied(rests, hall)) return false
  const doubted = toCheck.find((one) => one.kind === 'decision' && isSame(one))
  if (!doubted) {
    const own = why ?? 'Only the language model took this for a decision.'
    sayDoubtful(lists, doubt('decision', claimed, { why: own, item, decision: claimed }))
    return false
  }
  const { decision } = doubted
  if (why !== null || decision?.outcome !== claimed.outcome || !assented.has(doubted.why)) return false
  toCheck.splice(toCheck.indexOf(doubted), 1)
  items[doubted.item ?? item]!.decisions.push({ ...decision, text: claimed.text })
  return true
}

/** A point of the discussion that says what was decided stands only where that was found: there it is a repetition. */
export function joinAsserted(lists: Lists, { claimed, item, found, hall, lines }: Claimed<Statement>): void {
  const rests = restsOn(found, hall, lines)
  const known = [
    ...lists.items.flatMap((one) => one.decisions),
    ...lists.toCheck.filter(({ kind }) => kind === 'decision'),
  ]
  if (known.some((one) => near(one.evidence, rests, hall.source, 3) && sameThing(claimed.text, one))) return
  if (isDenied(rests, hall)) return
  const why = found.why ?? notHappened(rests, found.evidence, hall)
  sayDoubtful(
    lists,
    doubt('discussion', claimed, { why: why ?? 'Only the language model took this for a decision.', item }),
  )
}

export function joinConflict(lists: Lists, { claimed, item, found, hall }: Claimed<Conflict>): void {
  const known = lists.items
    .flatMap((one) => one.conflicts)
    .some((one) => near(one.evidence, found.evidence, hall.source, 3))
  const why = found.why ?? 'Only the language model took this for a declaration.'
  if (!known) sayDoubtful(lists, doubt('conflict', claimed, { why, item, conflict: claimed }))
}

/** @returns whether it stands in the minutes */
export function joinAction(
  lists: Lists,
  { claimed, item, found, hall, lines }: Claimed<AgreedAction>,
): boolean {
  const { items, toCheck } = lists
  const rests = restsOn(found, hall, lines)
  const isSame = (one: Pick<AgreedAction, 'text' | 'evidence'>): boolean =>
    near(one.evidence, rests, hall.source, 1) && sameThing(claimed.text, one)
  const why = found.why ?? notHappened(rests, found.evidence, hall)
  const sure = items.flatMap((one) => one.actions).find(isSame)
  if (sure) {
    if (why === null && sure.owner === claimed.owner && sure.text.includes('“')) sure.text = claimed.text
    return true
  }
  const doubted = toCheck.find((one) => one.kind === 'action' && isSame(one))
  const holds = why === null && claimed.owner !== null
  if (holds) {
    if (doubted) toCheck.splice(toCheck.indexOf(doubted), 1)
    const dueDate = claimed.dueDate ?? doubted?.action?.dueDate ?? null
    items[doubted?.item ?? item]!.actions.push({ ...claimed, dueDate })
    return true
  }
  if (!doubted)
    sayDoubtful(
      lists,
      doubt('action', claimed, { why: why ?? 'Nobody was named for it.', item, action: claimed }),
    )
  return false
}

/** Once: what an overlap of two windows brought twice is one. */
export function sayDoubtful({ toCheck }: Lists, one: Doubtful): void {
  const known = toCheck.some(
    (other) => other.kind === one.kind && overlap(other.evidence, one.evidence) && sameThing(one.text, other),
  )
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
