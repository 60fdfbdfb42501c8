import {
  type Doubtful,
  type MinutesContent,
  type MinutesItem,
  type Reason,
  type Statement,
  reasonText,
} from '#contract/minutes.ts'
import type { FoundAction } from '../language/rules/actions.ts'
import { type FoundDecision, topicOf } from '../language/rules/decisions.ts'
import { type Found, type Meeting, find } from '../language/rules/find.ts'
import { oneOf } from '../language/rules/phrases.ts'
import type { Sentence } from '../language/rules/talk.ts'
import { attendance, headsOf } from './attendance.ts'
import { type Source, evidenceOf } from './evidence.ts'
import { actionText, asSentence, decisionText, dialogue, quoted, withoutFillers } from './wording.ts'

/** Minutes by rules: the same words give the same minutes. */
export const composeMinutes = (meeting: Meeting, source: Source): MinutesContent =>
  compose(findIn(meeting, source), meeting, source)

/** What the rules find; who stands in the head of written minutes is known like those who are listed. */
export function findIn(meeting: Meeting, { segments }: Source): Found {
  const { present, inAttendance } = headsOf(segments)
  return find({ ...meeting, attendees: [...meeting.attendees, ...present, ...inAttendance] }, segments)
}

/** Beneath it an engine is not sure of a word. */
const leastConfidence = 0.35

export function compose(found: Found, meeting: Meeting, source: Source): MinutesContent {
  const { talk, items: parts, nextMeeting } = found
  const items = parts.map(({ heading, number }): MinutesItem => ({
    ...{ heading, ...(number !== undefined && { number }) },
    ...{ discussion: [], decisions: [], actions: [], conflicts: [] },
  }))
  const toCheck: Doubtful[] = []
  const itemOf = ({ index }: Sentence): number =>
    Math.max(
      0,
      parts.findIndex(({ from, to }) => index >= from && index < to),
    )
  const unsure = unsureIn(source)
  const doubtOf = ({ reason, sentences }: FoundDecision | FoundAction): Reason | null =>
    reason ?? (sentences.some(unsure) ? 'unsure_words' : null)
  const who = attendance(found, meeting.attendees, source)
  const apologies = new Set(who.apologies.flatMap(({ evidence }) => evidence.map(({ quote }) => quote)))
  // "We have received apologies from …" settles nothing.
  const decisions = found.decisions.filter(({ settled }) => !apologies.has(settled.text))
  const told = new Set([...decisions, ...found.actions, ...found.interests].flatMap((one) => one.sentences))
  if (nextMeeting) told.add(nextMeeting.sentence)

  for (const one of decisions) {
    const at = itemOf(one.settled)
    const decision = {
      text: decisionText(one, parts[at]!.heading),
      evidence: evidenceOf(one.sentences, source),
      ...{ kind: one.kind, outcome: one.outcome, vote: one.vote },
      ...{ proposer: one.proposer, seconder: one.seconder, condition: one.condition },
    }
    const reason = doubtOf(one)
    if (reason === null) items[at]!.decisions.push(decision)
    else toCheck.push({ ...doubtful(decision, reason, at), kind: 'decision', decision })
  }
  for (const one of found.actions) {
    const at = itemOf(one.said)
    const action = {
      text: actionText(one),
      evidence: evidenceOf(one.sentences, source),
      ...{ owner: one.owner, due: one.due?.said ?? null, dueDate: one.due?.date ?? null },
    }
    const reason = doubtOf(one)
    if (reason === null) items[at]!.actions.push(action)
    else toCheck.push({ ...doubtful(action, reason, at), kind: 'action', action })
  }
  for (const { sentences, person } of found.interests) {
    const words = sentences
      .map(({ text }) => withoutFillers(text))
      .join(' ')
      .replace(/["“”]/g, "'")
    const text =
      sentences[0]!.speaker === null
        ? asSentence(words)
        : `${person ?? 'Somebody'} declared an interest: “${words}”`
    items[itemOf(sentences[0]!)]!.conflicts.push({ text, person, evidence: evidenceOf(sentences, source) })
  }
  parts.forEach(({ from, to }, at) => {
    items[at]!.discussion = passagesOf(
      talk.slice(from, to),
      (one) => told.has(one) || apologies.has(one.text),
      source,
    )
  })
  return {
    ...who,
    items,
    ...(!found.english && { passagesAlone: true }),
    purpose: purposeOf(meeting, talk, source),
    nextMeeting: nextMeeting && {
      text: quoted(nextMeeting.sentence),
      date: nextMeeting.date,
      evidence: evidenceOf([nextMeeting.sentence], source),
    },
    toCheck,
  }
}

const doubtful = ({ text, evidence }: Statement, reason: Reason, item: number): Omit<Doubtful, 'kind'> => ({
  ...{ text, evidence, item, reason, decision: null, action: null, conflict: null },
  why: reasonText[reason],
  // Nobody keeps a joke with one click.
  ...(reason === 'joke' && { refuted: true }),
})

/** Whether the engine was unsure of a word that a sentence's meaning hangs on. */
function unsureIn({ segments }: Source): (sentence: Sentence) => boolean {
  const doubted = new Map(
    segments.flatMap(({ id, words }) => {
      const unsure = words
        .filter(({ confidence }) => confidence < leastConfidence)
        .map(({ text }) => bare(text))
      return unsure.length > 0 ? [[id, new Set(unsure)] as const] : []
    }),
  )
  return ({ lines, words }) =>
    lines.some(({ id }) => words.some((word) => weighs(word) && doubted.get(id)?.has(word)))
}
const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}'-]/gu, '')
const weighs = (word: string): boolean => word.length > 3 || /\d/.test(word)

const longestPurpose = 300
const purposes = oneOf(
  "we(?:'re| are) here (?:today |tonight )?to; purpose of (?:this|today's|the) meeting; " +
    'this meeting (?:is|was) (?:called )?to; called this meeting',
)
const saysPurpose = new RegExp(String.raw`\b${purposes}\b`, 'i')

function purposeOf(
  { description }: Meeting,
  talk: readonly Sentence[],
  source: Source,
): MinutesContent['purpose'] {
  const said = talk.slice(0, 15).find(({ text, isQuestion }) => !isQuestion && saysPurpose.test(text))
  if (said) return { text: dialogue([said]), evidence: evidenceOf([said], source) }
  const [line = ''] = (description ?? '').split('\n')
  return line.trim() === '' || line.length > longestPurpose || /^\s*(?:\d{1,2}[.)]|[-*•])/.test(line)
    ? null
    : { text: asSentence(line.trim()), evidence: [] }
}

/** Of so many sentences of an item one is told. */
const perPassage = 9
const length = { least: 7, most: 45 }
const telling = oneOf(
  'because; risk; concern; increase; decrease; cost; budget; deadline; overspen; problem; delay; complaint; ' +
    'thousand; million; per cent',
)
const weighty = new RegExp(String.raw`[£$€%]|\d|\b${telling}`, 'i')

/** The passages of an item that tell most of it, in their order and in their own words. */
export function passagesOf(
  talk: readonly Sentence[],
  isTold: (sentence: Sentence) => boolean,
  source: Source,
): Statement[] {
  const counts = new Map<string, number>()
  for (const sentence of talk)
    for (const word of topicOf(sentence)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const worth = (sentence: Sentence): number => {
    const words = [...topicOf(sentence)]
    const shared = words.reduce((sum, word) => sum + (counts.get(word)! > 1 ? counts.get(word)! : 0), 0)
    return shared / Math.sqrt(Math.max(4, words.length)) + (weighty.test(sentence.text) ? 2 : 0)
  }
  const left = talk.filter(
    (one) =>
      !isTold(one) && !one.isQuestion && one.words.length >= length.least && one.words.length <= length.most,
  )
  const count = Math.max(2, Math.round(talk.length / perPassage))
  return [...left]
    .sort((a, b) => worth(b) - worth(a) || a.index - b.index)
    .slice(0, count)
    .sort((a, b) => a.index - b.index)
    .map((one) => ({ text: dialogue([one]), evidence: evidenceOf([one], source) }))
}
