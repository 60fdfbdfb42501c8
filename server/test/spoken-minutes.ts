import type { Decision, MinutesContent } from '#contract/minutes.ts'
import { composeMinutes } from '../minutes/compose.ts'
import { segmentsOfText } from '../transcripts/versions/revise.ts'

/** The minutes that the rules make of these lines. */
export function minutesFrom(...lines: string[]): MinutesContent {
  const segments = segmentsOfText(lines.join('\n'), 0).map((one, id) => ({
    ...{ id, text: one.text, speaker: one.speaker ?? null, words: [] },
    ...{ start: one.startMs / 1000, end: one.endMs / 1000, timestamp: one.startMs / 1000 },
  }))
  const meeting = { title: 'Board', description: null, held: '2026-11-19T10:00:00Z', attendees: [] }
  return composeMinutes(meeting, { version: 1, segments })
}

const told = ({ outcome, vote, text }: Decision): string => {
  const counts = vote ? ` ${[vote.for, vote.against, vote.abstained].map((one) => one ?? '-').join(':')}` : ''
  return `${outcome}${counts} ${text}`
}

/** Decisions and actions, as fact and to check. */
export function found(...lines: string[]) {
  const { items, toCheck, ...rest } = minutesFrom(...lines)
  const actions = items.flatMap((item) => item.actions)
  return {
    ...rest,
    facts: items.flatMap(({ decisions }) => decisions.map(told)),
    doubts: toCheck.flatMap(({ decision }) => (decision ? [told(decision)] : [])),
    actions: actions.map(({ text, owner, dueDate }) => `${owner ?? '?'} ${dueDate ?? '-'} ${text}`),
    doubtfulActions: toCheck.flatMap(({ action }) => (action ? [action.text] : [])),
    interests: items.flatMap(({ conflicts }) => conflicts.map(({ person }) => person)),
    headings: items.map(({ heading }) => heading),
  }
}
