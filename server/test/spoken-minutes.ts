import type { Decision, MinutesContent } from '#contract/minutes.ts'
import { composeMinutes } from '../minutes/compose.ts'
import { segmentsOfText } from '../transcripts/revise.ts'

/** The minutes that the rules make of these lines. */
export function minutesFrom(...lines: string[]): MinutesContent {
  const segments = segmentsOfText(lines.join('\n'), 0).map((one, id) => ({
    ...{ id, text: one.text, speaker: one.speaker ?? null, words: [] },
    ...{ start: one.startMs / 1000, end: one.endMs / 1000, timestamp: one.startMs / 1000 },
  }))
  const meeting = { title: 'Board', description: null, held: '2026-11-21T10:00:00Z', attendees: [] }
  return composeMinutes(meeting, { version: 1, segments })
}
export const opening = ['Chair: Welcome to the meeting of Pell plc.', 'Ann Bell: Good morning.']
const told = ({ outcome, vote, text }: Decision): string => {
  const counts = vote ? ` ${[vote.for, vote.against, vote.abstained].map((one) => one ?? '-').join(':')}` : ''
  return `${outcome}${counts} ${text}`
}
/** Decisions as fact, and to check with the reason. */
export const found = (...lines: string[]): { facts: string[]; doubts: string[] } => {
  const { items, toCheck } = minutesFrom(...opening, ...lines)
  return {
    facts: items.flatMap(({ decisions }) => decisions.map(told)),
    doubts: toCheck.flatMap(({ decision, why }) => (decision ? [`${told(decision)} << ${why}`] : [])),
  }
}
