import type { Decision, MinutesContent, Statement } from '#contract/minutes.ts'
import Mustache from 'mustache'
import { type RefLine, statementsOf } from './statements.ts'
import { withinSentence } from './wording.ts'

export type Heading = {
  title: string
  /** As it is to stand there. */
  date: string | null
  location: string | null
  /** Whether dates are written the British way, as whoever the meeting belongs to has chosen; left out: they are. */
  british?: boolean
}

/** Private use characters, which stand around the number of the statement that a line holds until it is known which. */
const [open, close] = ['\uE000', '\uE001']
const marks = new RegExp(`${open}(\\d+)${close}`, 'g')

/** What was said may look like Markdown; in the minutes it is plain text. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\uE000\uE001]/g, '')
    .replace(/[\\`*_[\]<>|~]/g, '\\$&')
    .replace(/^([#+-]|\d+[.)])(?=\s)/, '\\$1')
}

const outcomes: Record<Decision['outcome'], [resolution: string, decision: string]> = {
  carried: ['Resolved', 'Agreed'],
  rejected: ['Not carried', 'Not agreed'],
  deferred: ['Deferred', 'Deferred'],
  withdrawn: ['Withdrawn', 'Withdrawn'],
  noted: ['Noted', 'Noted'],
}

/** Who moved it, how the vote went, on what condition. */
function detailsOf({ text, vote, condition, ...by }: Decision): string | null {
  const sentences: string[] = []
  const [proposer, seconder] = [by.proposer, by.seconder].map((name) => name && withinSentence(name))
  if (proposer && seconder) sentences.push(`Proposed by ${proposer}, seconded by ${seconder}.`)
  else if (proposer) sentences.push(`Proposed by ${proposer}.`)
  else if (seconder) sentences.push(`Seconded by ${seconder}.`)
  const counts = vote
    ? [
        vote.for !== null && `${vote.for.toLocaleString('en-GB')} for`,
        vote.against !== null && `${vote.against.toLocaleString('en-GB')} against`,
        vote.abstained !== null && `${vote.abstained.toLocaleString('en-GB')} abstained`,
      ].filter((one) => one !== false)
    : []
  if (counts.length > 0) sentences.push(`Vote: ${counts.join(', ')}.`)
  // The motion itself may say it.
  const isTold =
    condition !== null && text.toLowerCase().includes(condition.toLowerCase().replace(/[.\s]+$/, ''))
  if (condition && !isTold) sentences.push(`Condition: ${condition.replace(/[.\s]+$/, '')}.`)
  return sentences.length > 0 ? sentences.join(' ') : null
}

const longDate = (iso: string, british: boolean): string => {
  const date = new Date(iso.length === 10 ? `${iso}T00:00:00Z` : iso)
  return Number.isNaN(date.getTime()) ? iso : inWords(date, 'UTC', british)
}

/** "3 April 2026"; the specification's "April 3, 2026" where nobody has chosen British dates. */
export const inWords = (date: Date, timeZone: string, british: boolean): string =>
  date.toLocaleDateString(british ? 'en-GB' : 'en-US', {
    ...({ day: 'numeric', month: 'long', year: 'numeric' } as const),
    timeZone,
  })

/** What a template can name. */
function viewOf(content: MinutesContent, heading: Heading, refs: string[], template: string) {
  const british = heading.british ?? true
  const apart = /\binAttendance\b/.test(template)
  const marked = <S extends Statement>(statement: S, ref: string): S => {
    refs.push(ref)
    return { ...statement, text: `${open}${refs.length - 1}${close}${statement.text}` }
  }
  const items = content.items.map((item, of) => ({
    heading: item.heading,
    called: item.number,
    discussion: item.discussion.map((one, at) => marked(one, `items.${of}.discussion.${at}`)),
    decisions: item.decisions.map((one, at) => ({
      ...marked(one, `items.${of}.decisions.${at}`),
      outcome: outcomes[one.outcome][one.kind === 'resolution' ? 0 : 1],
      details: detailsOf(one),
    })),
    actions: item.actions.map((one, at) => ({
      ...marked(one, `items.${of}.actions.${at}`),
      dueDate: one.dueDate && longDate(one.dueDate, british),
    })),
    conflicts: item.conflicts.map((one, at) => marked(one, `items.${of}.conflicts.${at}`)),
  }))
  // Of an item to which doubtful things alone belong there is nothing to print.
  const shown = items
    .filter(
      (one) => one.discussion.length + one.decisions.length + one.actions.length + one.conflicts.length > 0,
    )
    .map(({ called, ...one }, at, all) => ({
      ...one,
      number: called ?? all.slice(0, at + 1).filter((before) => before.called === undefined).length,
    }))
  // A company's own template may know of those who are present alone: nobody is lost there.
  const members = content.present
    .filter(({ inAttendance }) => !apart || !inAttendance)
    .map((one) => ({ ...one, role: one.inAttendance ? (one.role ?? 'in attendance') : one.role }))
  const guests = content.present.filter(({ inAttendance }) => inAttendance)
  const allDecisions = items.flatMap(({ decisions }) => decisions)
  const allActions = items.flatMap(({ actions }) => actions)
  return {
    ...heading,
    purpose: content.purpose && marked(content.purpose, 'purpose'),
    hasPresent: members.length > 0,
    present: listed(members),
    hasInAttendance: guests.length > 0,
    inAttendance: listed(guests),
    hasApologies: content.apologies.length > 0,
    apologies: content.apologies.map((one, at) => ({
      ...marked(one, `apologies.${at}`),
      last: at === content.apologies.length - 1,
    })),
    items: shown,
    hasDecisions: allDecisions.length > 0,
    allDecisions,
    hasActions: allActions.length > 0,
    allActions,
    nextMeeting: content.nextMeeting && {
      ...marked(content.nextMeeting, 'nextMeeting'),
      date: content.nextMeeting.date && longDate(content.nextMeeting.date, british),
    },
  }
}

/** "Sarah Chen, the secretary" */
const listed = <P extends { name: string }>(people: readonly P[]): (P & { last: boolean })[] =>
  people.map((one, at) => ({
    ...one,
    name: at === 0 ? one.name : one.name.replace(/^The (?=\p{Ll})/u, 'the '),
    last: at === people.length - 1,
  }))

/** Instead of a page that is empty and does not say why. */
const nothing = ({ toCheck }: MinutesContent): string =>
  toCheck.length > 0
    ? '*Nothing was found that is beyond doubt. Doubtful statements are listed under To check.*'
    : '*Too little was said to write minutes from.*'

const passagesAlone =
  '*Without a language model, decisions and actions are found in English only. These are the passages of this meeting that say most.*'

/** Content → Markdown as the template has it, and which statements each line holds. */
export function renderMinutes(
  template: string,
  content: MinutesContent,
  heading: Heading,
): { markdown: string; lines: RefLine[] } {
  const refs: string[] = []
  const view = viewOf(content, heading, refs, template)
  const escaped = (value: unknown): string => {
    const text = String(value)
    const head = /^\uE000\d+\uE001/.exec(text)?.[0] ?? ''
    return head + escapeMarkdown(text.slice(head.length))
  }
  const raw = Mustache.render(template, view, {}, { escape: escaped })
  const holds = statementsOf(content).size > 0
  const note = holds ? (content.passagesAlone ? passagesAlone : '') : nothing(content)
  const text = `${raw}\n\n${note}`
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    // An item without a number among others that have theirs.
    .replace(/^(#+ )\. /gm, '$1')
    .trim()
  const lines: RefLine[] = []
  const markdown = text.split('\n').map((line, at) => {
    const found = [...line.matchAll(marks)].map((match) => refs[Number(match[1])]!)
    if (found.length > 0) lines.push({ line: at, refs: found })
    return line.replace(marks, '')
  })
  return { markdown: markdown.join('\n'), lines }
}
