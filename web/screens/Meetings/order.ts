import type { Recording } from '#contract/recordings.ts'
import { titleOf } from '../../ui/transcription.ts'

/** How the list may be sorted; the first is how it comes. */
export const orders = [
  { value: 'added', label: 'Newest first' },
  { value: 'date', label: 'Meeting date' },
  { value: 'title', label: 'Title' },
  { value: 'length', label: 'Length' },
] as const
export type Order = (typeof orders)[number]['value']

export const orderOf = (text: string | null): Order =>
  orders.find(({ value }) => value === text)?.value ?? 'added'

/** When the meeting was; where nobody has said so, when it was added. */
export const dayOfMeeting = ({ meetingDate, createdAt }: Recording): string => meetingDate ?? createdAt

const compare: Record<Exclude<Order, 'added'>, (a: Recording, b: Recording) => number> = {
  date: (a, b) => dayOfMeeting(b).localeCompare(dayOfMeeting(a)),
  title: (a, b) => titleOf(a).localeCompare(titleOf(b), 'en-GB', { numeric: true, sensitivity: 'base' }),
  length: (a, b) => b.duration - a.duration,
}

export const sorted = (recordings: Recording[], order: Order): Recording[] =>
  order === 'added' ? recordings : [...recordings].sort(compare[order])
