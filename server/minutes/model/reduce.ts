import type {
  AgreedAction,
  Conflict,
  Decision,
  Doubtful,
  Evidence,
  MinutesContent,
  MinutesItem,
  Statement,
} from '#contract/minutes.ts'
import { dayOf } from '../../language/extract/dates.ts'
import { compose, doubt, withoutEmpty, type MeetingFacts, type Outline, type Part } from '../compose.ts'
import type { Source } from '../evidence.ts'
import { fillGaps, type Gap } from './gaps.ts'
import type { WindowAnswer } from './schema.ts'
import { moodOf, verify, type Hall, type Verified } from './verify.ts'

/** The answer to one window; its line numbers are indexes of the transcript's segments. */
export type Answered = WindowAnswer

const mostPoints = 6

/**
 * The model's answers and the rules' findings → minutes. What the model says stands when its quote was said and nothing in
 * it goes beyond what was said; a decision stands when both have found it, or the rules are sure by themselves.
 */
export function reduce(
  answers: readonly Answered[],
  {
    outline,
    meeting,
    source,
    gaps = [],
  }: { outline: Outline; meeting: MeetingFacts; source: Source; gaps?: readonly Gap[] },
): MinutesContent {
  const { extraction } = outline
  const names = [
    ...meeting.attendees.map(({ name }) => name.replace(/\s*\(.*?\)\s*$/, '')),
    ...source.segments.flatMap(({ speaker }) => speaker ?? []),
  ]
  const hall: Hall = { source, talk: extraction.talk, names: [...new Set(names)] }
  const parts = outline.parts.length > 1 ? outline.parts : partsOfModel(answers, hall, outline.parts)
  const rules = compose({ extraction, parts }, meeting, source, { whole: true })
  const items: MinutesItem[] = rules.items.map((item) => ({ ...item, discussion: [] }))
  const toCheck: Doubtful[] = [...rules.toCheck]
  const placeOf = (evidence: Evidence): number => Math.max(0, partAt(parts, hall, evidence))

  for (const { topics } of answers)
    for (const topic of topics) {
      for (const claim of topic.discussion) {
        const found = verify(claim, claim.lines, hall)
        if (!found) continue
        const statement: Statement = { text: tidy(claim.text), evidence: [found.evidence] }
        const item = placeOf(found.evidence)
        const { discussion } = items[item]!
        if (discussion.length >= mostPoints || repeats(discussion, statement)) continue
        if (found.why === null) discussion.push(statement)
      }
      for (const claim of topic.decisions) {
        const found = verify(claim, claim.lines, hall)
        if (!found) continue
        const item = placeOf(found.evidence)
        const decision: Decision = {
          text: tidy(claim.text),
          evidence: [found.evidence],
          kind: 'decision',
          outcome: claim.outcome,
          vote: null,
          proposer: claim.proposer,
          seconder: claim.seconder,
          condition: null,
        }
        joinDecision({ items, toCheck }, { decision, item, found, hall, lines: claim.lines })
      }
      for (const claim of topic.actions) {
        const found = verify(claim, claim.lines, hall, claim)
        if (!found) continue
        const item = placeOf(found.evidence)
        const action: AgreedAction = {
          text: tidy(claim.text),
          evidence: [found.evidence],
          owner: claim.owner,
          due: claim.due,
          dueDate: claim.due === null ? null : dayOf(claim.due, meeting.held),
        }
        joinAction({ items, toCheck }, { action, item, found, hall })
      }
      for (const claim of topic.conflicts) {
        const found = verify(claim, claim.lines, hall, { owner: claim.person })
        if (!found) continue
        const conflict: Conflict = {
          text: tidy(claim.text),
          evidence: [found.evidence],
          person: claim.person,
        }
        const known = items
          .flatMap((one) => one.conflicts)
          .some((one) => near(one.evidence, found.evidence, source))
        const why = found.why ?? 'Only the language model took this for a declaration.'
        if (!known)
          add(toCheck, doubt('conflict', conflict, { why, item: placeOf(found.evidence), conflict }))
      }
    }
  fillGaps(items, gaps, { parts, talk: extraction.talk, source })
  for (const [at, item] of items.entries()) {
    item.discussion.sort((a, b) => (a.evidence[0]?.start ?? 0) - (b.evidence[0]?.start ?? 0))
    // The model had nothing to say of it: the rules' key sentences stand.
    if (item.discussion.length === 0) item.discussion = rules.items[at]!.discussion
  }
  return { ...rules, ...withoutEmpty(items, toCheck) }
}

type Lists = { items: MinutesItem[]; toCheck: Doubtful[] }

/** Found by both it stands, in the rules' words for who moved it and how it went; by the model alone it is doubtful. */
function joinDecision(
  { items, toCheck }: Lists,
  {
    decision,
    item,
    found,
    hall,
    lines,
  }: { decision: Decision; item: number; found: Verified; hall: Hall; lines: number[] },
): void {
  const evidence = lines.flatMap((one) => hall.source.segments[one]?.id ?? [])
  const rests = { ...found.evidence, segments: [...new Set([...found.evidence.segments, ...evidence])] }
  const sure = items.flatMap((one) => one.decisions).find((one) => near(one.evidence, rests, hall.source))
  if (sure) {
    if (sure.outcome === decision.outcome && found.why === null && /^[^“]*“/.test(sure.text))
      sure.text = decision.text
    return
  }
  const doubted = toCheck.find((one) => one.kind === 'decision' && near(one.evidence, rests, hall.source))
  const why = found.why ?? moodOf(found.evidence, hall.talk)
  if (doubted) {
    if (why !== null || doubted.decision?.outcome !== decision.outcome) return
    toCheck.splice(toCheck.indexOf(doubted), 1)
    const both = { ...doubted.decision, text: decision.text }
    items[doubted.item ?? item]!.decisions.push(both)
    return
  }
  add(
    toCheck,
    doubt('decision', decision, {
      why: why ?? 'Only the language model took this for a decision.',
      item,
      decision,
    }),
  )
}

function joinAction(
  { items, toCheck }: Lists,
  { action, item, found, hall }: { action: AgreedAction; item: number; found: Verified; hall: Hall },
): void {
  const sure = items
    .flatMap((one) => one.actions)
    .find((one) => near(one.evidence, found.evidence, hall.source, 1))
  if (sure) {
    if (found.why === null && sure.owner === action.owner && sure.text.includes('“')) sure.text = action.text
    return
  }
  const why = found.why ?? moodOf(found.evidence, hall.talk)
  const doubted = toCheck.find(
    (one) => one.kind === 'action' && near(one.evidence, found.evidence, hall.source, 1),
  )
  if (doubted && why === null && action.owner !== null) {
    toCheck.splice(toCheck.indexOf(doubted), 1)
    items[doubted.item ?? item]!.actions.push({
      ...action,
      dueDate: action.dueDate ?? doubted.action?.dueDate ?? null,
    })
  } else if (!doubted && why === null && action.owner !== null) items[item]!.actions.push(action)
  else if (!doubted)
    add(toCheck, doubt('action', action, { why: why ?? 'Nobody was named for it.', item, action }))
}

const add = (toCheck: Doubtful[], one: Doubtful): void => {
  if (!toCheck.some((other) => other.kind === one.kind && overlap(other.evidence, one.evidence)))
    toCheck.push(one)
}

const overlap = (one: readonly Evidence[], other: readonly Evidence[]): boolean =>
  one.some((a) => other.some((b) => a.segments.some((id) => b.segments.includes(id))))

/** They rest on the same words, or on words next to them: one names the motion and the other what carried it. */
function near(of: readonly Evidence[], evidence: Evidence, { segments }: Source, reach = 3): boolean {
  const place = new Map(segments.map(({ id }, at) => [id, at]))
  const places = evidence.segments.flatMap((id) => place.get(id) ?? [])
  return of
    .flatMap((one) => one.segments.flatMap((id) => place.get(id) ?? []))
    .some((at) => places.some((other) => Math.abs(at - other) <= reach))
}

const tidy = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return /[.!?…”"]$/.test(line) ? line : `${line}.`
}

/** What an overlap of two windows brought twice. */
function repeats(list: readonly Statement[], { text, evidence }: Statement): boolean {
  const words = (of: string): Set<string> => new Set(of.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])
  const own = words(text)
  return list.some((one) => {
    const both = [...words(one.text)].filter((word) => own.has(word)).length
    return both / Math.max(1, own.size) > (overlap(one.evidence, evidence) ? 0.4 : 0.7)
  })
}

function partAt(parts: readonly Part[], { talk }: Hall, evidence: Evidence): number {
  const sentence = talk.find(({ segments }) => segments.some(({ id }) => evidence.segments.includes(id)))
  return sentence ? parts.findIndex(({ from, to }) => sentence.index >= from && sentence.index < to) : -1
}

/** Where nobody called out the items, the model's own topics are the items, in the order of what they rest on. */
function partsOfModel(answers: readonly Answered[], hall: Hall, otherwise: Part[]): Part[] {
  const begins = answers.flatMap(({ topics }) =>
    topics.flatMap(({ heading, discussion, decisions, actions, conflicts }) => {
      const held = [...discussion, ...decisions, ...actions, ...conflicts].flatMap((claim) => {
        const found = verify(claim, claim.lines, hall)
        const sentence =
          found &&
          hall.talk.find(({ segments }) => segments.some(({ id }) => found.evidence.segments.includes(id)))
        return sentence ? [sentence.index] : []
      })
      return held.length === 0 ? [] : [{ heading: tidy(heading).replace(/\.$/, ''), from: Math.min(...held) }]
    }),
  )
  begins.sort((a, b) => a.from - b.from)
  const own = begins.filter(
    ({ heading, from }, at) =>
      at === 0 || (begins[at - 1]!.heading !== heading && begins[at - 1]!.from !== from),
  )
  if (own.length === 0) return otherwise
  return own.map(({ heading, from }, at) => ({
    heading,
    from: at === 0 ? 0 : from,
    to: own[at + 1]?.from ?? hall.talk.length,
  }))
}
