import type { Action, ActionStatus } from '#contract/actions.ts'
import type { PersonalAction } from '#contract/personal-actions.ts'
import { addDays } from '../Calendar/days.ts'

/** An action as a card shows it, of either kind. */
export type Card = {
  key: string
  id: number
  kind: 'meeting' | 'personal'
  title: string
  status: ActionStatus
  dueDate: string | null
  /** The owner and the meeting, or the priority. */
  facts: string[]
  notes: string
  /** Where it was said. */
  href: string | null
}

export const statusWords: Record<ActionStatus, string> = {
  to_do: 'To Do',
  in_progress: 'In Progress',
  completed: 'Completed',
}

const priorityWords = { high: 'High priority', medium: 'Medium priority', low: 'Low priority' }

export const meetingCard = (action: Action): Card => ({
  key: `meeting ${action.id}`,
  ...{ id: action.id, kind: 'meeting', title: action.title, status: action.status, dueDate: action.dueDate },
  facts: [
    action.owner ?? 'Nobody named',
    action.dueDate === null ? action.due : null,
    action.meetingTitle,
  ].filter((one) => one !== null),
  notes: '',
  href:
    action.recordingId === null ? null : `/recordings/${action.recordingId}?t=${Math.floor(action.start)}`,
})

export const personalCard = (action: PersonalAction): Card => ({
  key: `personal ${action.id}`,
  ...{ id: action.id, kind: 'personal', title: action.title, status: action.status, dueDate: action.dueDate },
  facts: [priorityWords[action.priority]],
  notes: action.notes,
  href: null,
})

/** "Today" holds what is overdue as well, below what is due today; a week ends on Sunday. */
export function timeline(cards: readonly Card[], now: string): { name: string; cards: Card[] }[] {
  const toSunday = (7 - new Date(`${now}T00:00:00Z`).getUTCDay()) % 7
  const weekEnds = addDays(now, toSunday)
  const open = cards
    .filter(({ status, dueDate }) => status !== 'completed' && dueDate !== null)
    .sort((a, b) => a.dueDate!.localeCompare(b.dueDate!))
  const within = (after: string, until: string) =>
    open.filter(({ dueDate }) => dueDate! > after && dueDate! <= until)
  return [
    { name: 'Today', cards: open.filter(({ dueDate }) => dueDate! <= now).reverse() },
    { name: 'This Week', cards: within(now, weekEnds) },
    { name: 'Next Week', cards: within(weekEnds, addDays(weekEnds, 7)) },
  ]
}
