import type {
  AgreedAction,
  Conflict,
  Decision,
  Doubtful,
  MinutesContent,
  MinutesItem,
  Statement,
} from '#contract/minutes.ts'
import { chairOf } from '../language/extract/chair.ts'
import { dayOf } from '../language/extract/dates.ts'
import type { FoundDecision } from '../language/extract/decisions.ts'
import { extract, type Extraction } from '../language/extract/extract.ts'
import type { Attendee } from '../language/extract/people.ts'
import { talkOf, type Sentence } from '../language/extract/talk.ts'
import { withBareApprovals } from './bare-approvals.ts'
import { attendance } from './attendance.ts'
import { withCalledResolutions } from './called-resolutions.ts'
import { resolutionRead } from './called-items.ts'
import { dictatedIn } from './dictated.ts'
import { endingText } from './ending-text.ts'
import { brieflyOf, discussionOf } from './discussion.ts'
import { evidenceOf, flat, type Source } from './evidence.ts'
import { partsOf, type Part } from './parts.ts'
import { decisionText, type Place } from './decision-text.ts'
import { withMotions } from './outcome-only.ts'
import { actionText } from './action-text.ts'
import { withNonVoters } from './non-voters.ts'
import { pointedText } from './pointed-text.ts'
import { pollText, withPollResults } from './poll-results.ts'
import { asSentence, conflictAgain, conflictText, nextMeetingText, quoted } from './style.ts'
import { resolvedPartsText } from './resolved-parts-text.ts'
import { outcomeInItsWords } from './refusals.ts'
import { itemsNamed } from './interest-items.ts'
import { introductionsIn } from './introductions.ts'
import { signatureLines } from './signature-lines.ts'
import { isGreeting } from './substance.ts'
import { readDescription } from './written-agenda.ts'
import { withWritten, writtenAttendance } from './written-attendance.ts'

export type MeetingFacts = {
  title: string
  description: string | null
  attendees: readonly Attendee[]
  /** ISO; null: not known. */
  held: string | null
}

/** A meeting taken apart: what the rules found, and where its items begin. */
export type Outline = { extraction: Extraction; parts: Part[] }

/** Minutes by rules: the same words give the same minutes. */
export function composeMinutes(meeting: MeetingFacts, source: Source): MinutesContent {
  return compose(outline(meeting, source), meeting, source)
}

export function outline(meeting: MeetingFacts, source: Source): Outline {
  const { attendees, held } = meeting
  const known = withWritten(attendees, talkOf(source.segments))
  const extraction = extract({ segments: source.segments, attendees: known, held })
  return { extraction, parts: partsOf(extraction.talk, { ...meeting, attendees: known }) }
}

/** @param options.whole also the items of which there is nothing to say: an item for each part */
export function compose(
  { extraction, parts }: Outline,
  meeting: MeetingFacts,
  source: Source,
  { whole = false } = {},
): MinutesContent {
  const { talk, decisions, actions, conflicts, nextMeeting } = extraction
  const toCheck: Doubtful[] = []
  const items: MinutesItem[] = parts.map(({ heading, number }) => ({
    heading,
    ...(number !== undefined && { number }),
    discussion: [],
    decisions: [],
    actions: [],
    conflicts: [],
  }))
  const itemAt = (sentence: Sentence): number =>
    parts.findIndex(({ from, to }) => sentence.index >= from && sentence.index < to)
  /** What stands elsewhere, or is the name of what follows. */
  const apart = new Set([
    ...parts.flatMap(({ dropped, title = [] }) => [...(dropped ? [dropped.sentence] : []), ...title]),
    ...writtenAttendance(talk).sentences,
    ...signatureLines(talk),
  ])
  const decided = new Set<Sentence>()
  const used = new Set([...apart].map(({ index }) => index))

  const chair = chairOf(talk, withWritten(meeting.attendees, talk))
  const placeAt = (sentence: Sentence): Place => {
    const part = parts[itemAt(sentence)]!
    return { heading: part.heading, thing: thingOf(part, sentence, talk), chair }
  }

  const called = withPollResults(withCalledResolutions(decisions, parts, talk, chair), talk, chair)
  const approved = withBareApprovals(withoutEchoes(called), parts, talk)
  for (const found of withMotions(approved, parts, talk, placeAt)) {
    if (found.sentences.every((one) => apart.has(one)) || found.about.some(isGreeting)) continue
    const first = found.about[0] ?? found.sentences[0]!
    const at = itemAt(first)
    const read = found.rule.startsWith('poll ') ? null : resolutionOf(found, parts[at]!, talk)
    const decision: Decision = {
      text: withNonVoters(
        pollText(found, talk) ??
          resolvedPartsText(found) ??
          pointedText(found, placeAt(first)) ??
          read?.text ??
          endingText(found, placeAt(first)) ??
          decisionText(found, placeAt(first), talk.slice(parts[at]!.from, first.index)),
        found,
      ),
      evidence: evidenceOf(read ? [read.sentence, ...found.sentences] : found.sentences, source),
      // Called a resolution by whoever read it.
      kind: read ? 'resolution' : found.kind,
      outcome: outcomeInItsWords(found),
      vote: found.vote,
      proposer: found.proposer,
      seconder: found.seconder,
      condition: found.condition,
    }
    for (const { index } of found.sentences) used.add(index)
    const why = found.doubt ?? commandIn(found.sentences, talk)
    if (why === null) {
      items[at]!.decisions.push(decision)
      for (const one of found.sentences) decided.add(one)
    } else toCheck.push(doubt('decision', decision, { why, item: at, decision }))
  }
  for (const found of actions) {
    // "We'll meet again on 1 December" is when they meet, and nobody's task.
    const isMeeting = found.sentences.every(({ index }) => index === nextMeeting?.sentence.index)
    if (isMeeting && (found.doubt !== null || found.owner === null)) continue
    if (found.sentences.every((one) => apart.has(one))) continue
    const item = itemAt(found.sentences[0]!)
    const action: AgreedAction = {
      text: actionText(found, parts[item]!.heading),
      evidence: evidenceOf(found.sentences, source),
      owner: found.owner,
      due: found.due && inTheirWords(found.due.said, found.sentences),
      dueDate: found.due ? dayOf(found.due.said, meeting.held) : null,
    }
    for (const { index } of found.sentences) used.add(index)
    const why = found.doubt ?? commandIn(found.sentences, talk)
    if (why === null) items[item]!.actions.push(action)
    else toCheck.push(doubt('action', action, { why, item, action }))
  }
  const who = attendance(talk, meeting.attendees, source)
  const absences = new Set(who.apologies.flatMap(({ evidence }) => evidence.map(({ quote }) => quote)))
  for (const sentence of talk) if (absences.has(flat(sentence.text))) used.add(sentence.index)
  for (const { index } of introductionsIn(talk).sentences) used.add(index)
  for (const found of conflicts) {
    const said = [...found.about, found.sentence]
    const conflict: Conflict = {
      text: conflictText(found),
      evidence: evidenceOf(said, source),
      person: found.person,
    }
    for (const { index } of said) used.add(index)
    const here = itemAt(found.sentence)
    if (found.doubt !== null) {
      toCheck.push(doubt('conflict', conflict, { why: found.doubt, item: here, conflict }))
      continue
    }
    items[here]!.conflicts.push(conflict)
    for (const at of new Set(said.flatMap((one) => itemsNamed(one, parts))))
      if (at !== here)
        items[at]!.conflicts.push({ ...conflict, text: conflictAgain(found, parts[here]!.heading) })
  }
  const { purpose: written } = readDescription(meeting.description)
  const said = saidPurpose(talk, source)
  if (said) used.add(said.sentence.index)
  parts.forEach((part, at) => {
    const doubted = toCheck.flatMap(({ item, decision }) => (item === at && decision ? [decision] : []))
    items[at]!.discussion = discussionOf(part, {
      ...{ talk, source, decisions: [...items[at]!.decisions, ...doubted] },
      isUsed: ({ index }) => used.has(index) || index === nextMeeting?.sentence.index,
      isDecided: (one) => decided.has(one),
    })
    // An item that was called does not disappear.
    const isCalled = Boolean(part.number) || /^(?:Item|Resolution) \d/.test(part.heading)
    if (isCalled && isEmpty(items[at]!) && toCheck.every(({ item }) => item !== at))
      items[at]!.discussion = brieflyOf(part, {
        ...{ talk, source },
        isUsed: ({ index }) => used.has(index) || index === nextMeeting?.sentence.index,
      })
  })
  return {
    purpose: written === null ? (said?.purpose ?? null) : { text: written, evidence: [] },
    ...who,
    ...(whole ? { items, toCheck } : withoutEmpty(items, toCheck)),
    nextMeeting: nextMeeting && {
      text: nextMeetingText(nextMeeting.sentence),
      evidence: evidenceOf([nextMeeting.sentence], source),
      date: nextMeeting.date,
    },
  }
}

/** So soon after an item was opened, "it" is the item. */
const soon = 3
/** "It was circulated." names nothing. */
const mostBetween = 4

/** What an item is about, as it was called: "the modern slavery statement". */
function thingOf({ heading, from }: Part, { index }: Sentence, talk: readonly Sentence[]): string | null {
  const opening = talk[from]
  const between = talk.slice(from + 1, index)
  // Whatever else was named meanwhile may be meant.
  const isClear = between.every((one) => one.speaker === opening?.speaker && one.words <= mostBetween)
  if (!opening || index - from > soon || !isClear) return null
  const at = opening.text.toLowerCase().indexOf(`the ${heading.toLowerCase()}`)
  return at === -1 ? null : `the ${opening.text.slice(at + 4, at + 4 + heading.length)}`
}

/** What was said to a program that may write the minutes is no decision, whatever its words. */
function commandIn(sentences: readonly Sentence[], talk: readonly Sentence[]): string | null {
  const dictated = dictatedIn(sentences, talk)
  return dictated?.isCommand ? dictated.why : null
}

/** The rules read small letters: "by friday" → "by Friday". */
function inTheirWords(said: string, sentences: readonly Sentence[]): string {
  for (const { text } of sentences) {
    const at = text.toLowerCase().replaceAll('’', "'").indexOf(said)
    if (at !== -1) return text.slice(at, at + said.length)
  }
  return said
}

/**
 * "I propose the motion" means the resolution that the chair has read, as does one that was read and carried in a breath.
 * @returns its words and where they were said; null: it says itself what it is about
 */
function resolutionOf(
  { about, sentences }: FoundDecision,
  { from }: Part,
  talk: readonly Sentence[],
): { text: string; sentence: Sentence } | null {
  const said = about.length > 0 ? about : sentences
  for (const sentence of [...said, talk[from]]) {
    const words = sentence && resolutionRead(sentence, talk)
    if (!words) continue
    const meansIt = said.every((one) => one === sentence || empty.test(one.plain))
    return meansIt ? { text: asSentence(words), sentence } : null
  }
  return null
}

const empty =
  /^(?:so |then )?(?:i (?:formally )?(?:propose|move|second|declare) (?:it|that|the (?:motion|resolution))(?: duly)?(?: carried| passed)?|proposed by .*|(?:the )?(?:motion|resolution) is .*|(?:all )?(?:those )?in favour(?! of (?!(?:it|that|this)\b(?! [a-z])|(?:the |this |that )?(?:motion|resolution)\b)).*)[.?!]*$/

/** "The motion is carried", said after the votes were told, is no second decision. */
function withoutEchoes(decisions: readonly FoundDecision[]): FoundDecision[] {
  return decisions.reduce<FoundDecision[]>((all, one) => {
    const last = all.at(-1)
    const [first] = one.sentences
    const gap = last && first ? first.index - last.sentences.at(-1)!.index : Infinity
    if (
      last &&
      one.outcome === last.outcome &&
      gap <= 2 &&
      one.sentences.length === 1 &&
      echo.test(first!.plain)
    )
      all[all.length - 1] = { ...last, sentences: [...last.sentences, ...one.sentences] }
    else all.push(one)
    return all
  }, [])
}

const echo =
  /^(?:so |then |and |right,? |okay,? |thank you,? )*(?:(?:the|that) (?:motion|resolution) is (?:therefore )?|that's |it's |that is |it is )?(?:carried|agreed|approved|passed|lost|defeated|not carried)(?: unanimously| then| accordingly)?[.!]*$/

/** @param more why, and what it would be were it beyond doubt */
export const doubt = (
  kind: Doubtful['kind'],
  { text, evidence }: Statement,
  more: Pick<Doubtful, 'why' | 'item'> & Partial<Pick<Doubtful, 'decision' | 'action' | 'conflict'>>,
): Doubtful => ({ kind, text, evidence, decision: null, action: null, conflict: null, ...more })

const isEmpty = ({ discussion, decisions, actions, conflicts }: MinutesItem): boolean =>
  discussion.length + decisions.length + actions.length + conflicts.length === 0

/** An item of which there is nothing to say is left out, unless something doubtful belongs to it. */
export function withoutEmpty(
  items: MinutesItem[],
  toCheck: Doubtful[],
): Pick<MinutesContent, 'items' | 'toCheck'> {
  const kept = items.map((item, at) => !isEmpty(item) || toCheck.some((one) => one.item === at))
  const place = items.map((_, at) => kept.slice(0, at).filter(Boolean).length)
  return {
    items: items.filter((_, at) => kept[at]),
    toCheck: toCheck.map((one) => ({ ...one, item: one.item === null ? null : (place[one.item] ?? null) })),
  }
}

const purposeForms =
  /\b(?:purpose of (?:this|today's|the|our) (?:meeting|session|call)|we(?:'re| are) (?:all )?here (?:today |this \w+ )?(?:to|for)\b|(?:this|the|today's) meeting (?:is|was|has been) (?:called|convened|held) (?:to|for)|(?:called|convened) (?:this|the|today's) meeting (?:to|for|because))\b/

/** What the meeting was called for, where somebody says so at its beginning. */
function saidPurpose(
  talk: readonly Sentence[],
  source: Source,
): { purpose: Statement; sentence: Sentence } | null {
  const opening = talk.slice(0, 25).filter(({ isQuestion }) => !isQuestion)
  const sentence = opening.find(({ plain }) => purposeForms.test(plain))
  if (sentence)
    return { purpose: { text: quoted(sentence), evidence: evidenceOf([sentence], source) }, sentence }
  for (const one of opening) {
    const kind = meetingOf.exec(one.text)?.groups?.kind
    if (kind !== undefined)
      return {
        purpose: {
          text: `${kind.charAt(0).toUpperCase()}${kind.slice(1)}.`,
          evidence: evidenceOf([one], source),
        },
        sentence: one,
      }
  }
  return null
}

/** "Welcome to the annual general meeting of Riverside Sailing Club Limited, held on …" */
const meetingOf =
  /\b(?:welcome (?:everyone |all |everybody )?to|this is|open(?:ing)?|chair(?:ing)?|call(?:ing)? to order) (?:the|this|our|today's|a|an) (?<kind>(?:[\w’'-]+ ){0,4}meeting of [^,.;]+)/i
