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
import { chairOf } from '../../language/extract/chair.ts'
import { dayOf } from '../../language/extract/dates.ts'
import { compose, doubt, withoutEmpty, type MeetingFacts, type Outline } from '../compose.ts'
import { withoutRole } from '../../language/names.ts'
import type { Part } from '../parts.ts'
import type { Source } from '../evidence.ts'
import { doubtOf, isDropped } from '../grounds.ts'
import { frame } from './frame.ts'
import { fillGaps, type Gap } from './gaps.ts'
import { attendanceClaimed } from './present.ts'
import type { DecisionClaim, WindowAnswer } from './schema.ts'
import { joinAction, joinAsserted, joinConflict, joinDecision, sayDoubtful, type Lists } from './join.ts'
import { overlap } from './same.ts'
import { notBorneOut } from './borne.ts'
import { asserts, heardIn, verify, type Hall } from './verify.ts'

/** The answer to one window; its line numbers are indexes of the transcript's segments. */
export type Answered = Pick<WindowAnswer, 'topics'> & Partial<WindowAnswer>

const mostPoints = 6

export type Reduced = {
  content: MinutesContent
  /** How much of what the model said is borne out by what was said; 0: they are the rules' alone. */
  used: number
  /** Of how much at least the quote was said. */
  quoted: number
}

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
): Reduced {
  const { extraction } = outline
  const names = [
    ...meeting.attendees.map(({ name }) => withoutRole(name)),
    ...source.segments.flatMap(({ speaker }) => speaker ?? []),
  ]
  const hall: Hall = {
    ...{ source, whole: heardIn(source.segments), talk: extraction.talk, names: [...new Set(names)] },
    held: meeting.held,
    chair: chairOf(extraction.talk, meeting.attendees),
    isCalled: outline.parts.length > 1,
  }
  const parts = hall.isCalled ? outline.parts : partsOfModel(answers, hall, outline.parts)
  const rules = compose({ extraction, parts }, meeting, source, { whole: true })
  const items: MinutesItem[] = rules.items.map((item) => ({ ...item, discussion: [] }))
  const toCheck: Doubtful[] = [...rules.toCheck]
  const placeOf = (evidence: Evidence): number => Math.max(0, partAt(parts, hall, evidence))

  const headingOf = (item: number): string | null => (hall.isCalled ? items[item]!.heading : null)

  const lists: Lists = { items, toCheck }
  let used = 0
  let quoted = 0

  for (const { topics } of answers)
    for (const topic of topics) {
      for (const claim of topic.discussion) {
        const found = verify(claim, claim.lines, hall)
        if (!found) continue
        quoted++
        const statement: Statement = { text: tidy(claim.text), evidence: [found.evidence] }
        const item = placeOf(found.evidence)
        const present = attendanceClaimed(claim.text, rules)
        if (present === 'said') continue
        if (present !== null) {
          sayDoubtful(lists, doubt('discussion', statement, { ...doubtOf(present), item }))
          continue
        }
        const unborne = notBorneOut(claim, found, hall, { of: 'point' })
        if (unborne && isDropped(unborne)) continue
        // A decision is none the less one for standing among what was discussed.
        if (asserts(claim.text, found.evidence, hall)) {
          joinAsserted(lists, { claimed: statement, item, found, hall, lines: claim.lines, unborne })
          continue
        }
        const { discussion } = items[item]!
        const why = found.why ?? unborne
        if (why !== null) {
          sayDoubtful(lists, doubt('discussion', statement, { ...doubtOf(why), item }))
          continue
        }
        if (discussion.length >= mostPoints || repeats(discussion, statement)) continue
        discussion.push(statement)
        used++
      }
      for (const claim of topic.decisions) {
        const found = verify(claim, claim.lines, hall)
        if (!found) continue
        quoted++
        const claimed: Decision = {
          text: tidy(claim.text),
          evidence: [found.evidence],
          kind: 'decision',
          outcome: outcomeOf(claim),
          vote: null,
          proposer: claim.proposer,
          seconder: claim.seconder,
          condition: null,
        }
        const item = placeOf(found.evidence)
        const unborne = notBorneOut(claim, found, hall, { of: 'decision', heading: headingOf(item) })
        if (unborne && isDropped(unborne)) continue
        const stands = joinDecision(lists, { claimed, item, found, hall, lines: claim.lines, unborne })
        // Beside another reading, or beside doubts of the rules, it mends the minutes as well.
        if (stands || (found.why === null && unborne === null)) used++
      }
      for (const claim of topic.actions) {
        const found = verify(claim, claim.lines, hall, claim)
        if (!found) continue
        quoted++
        const claimed: AgreedAction = {
          text: tidy(claim.text),
          evidence: [found.evidence],
          owner: claim.owner,
          due: claim.due,
          dueDate: claim.due === null ? null : dayOf(claim.due, meeting.held),
        }
        const item = placeOf(found.evidence)
        const unborne = notBorneOut(claim, found, hall, { of: 'action' })
        if (unborne && isDropped(unborne)) continue
        if (joinAction(lists, { claimed, item, found, hall, lines: claim.lines, unborne })) used++
      }
      for (const claim of topic.conflicts) {
        const found = verify(claim, claim.lines, hall, { owner: claim.person })
        if (!found) continue
        quoted++
        const claimed: Conflict = { text: tidy(claim.text), evidence: [found.evidence], person: claim.person }
        joinConflict(lists, {
          ...{ claimed, item: placeOf(found.evidence), found, hall, lines: claim.lines },
        })
      }
    }
  fillGaps(items, gaps, { parts, talk: extraction.talk, source })
  for (const [at, item] of items.entries()) {
    item.discussion.sort((a, b) => (a.evidence[0]?.start ?? 0) - (b.evidence[0]?.start ?? 0))
    // The model had nothing to say of it: the rules' key sentences stand.
    if (item.discussion.length === 0) item.discussion = rules.items[at]!.discussion
  }
  const { purpose, nextMeeting, ...around } = frame(answers, rules, { hall, tidy })
  return {
    content: { ...rules, purpose, nextMeeting, ...withoutEmpty(items, [...toCheck, ...around.toCheck]) },
    used: used + around.used,
    quoted: quoted + around.quoted,
  }
}

/** The model has no word of its own for what was only taken note of. */
const outcomeOf = ({ text, outcome }: DecisionClaim): Decision['outcome'] =>
  outcome === 'carried' && takesNote.test(text) && !decides.test(text) ? 'noted' : outcome
const takesNote = /\b(?:noted|notes|received|taken note of)\b/i
const decides = /\b(?:approv|adopt|agree|resolv|accept|authoris|appoint|elect|award|carried)/i

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
