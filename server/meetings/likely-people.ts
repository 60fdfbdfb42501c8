import type { Handle } from '../db/open.ts'
import { currentViewer } from '../viewer.ts'
import { visibleMeetings } from './access-store.ts'
import { attendeesOf, latestAttended } from './store.ts'

const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const dates = new RegExp(`\\b(?:${months})\\b|\\d+(?:st|nd|rd|th)\\b|[\\d\\p{P}_]+`, 'gu')

/** "Board meeting, 3 April 2026" and "board-meeting_2026-05" are one name. */
export const meetingName = (title: string): string =>
  title.toLowerCase().replaceAll('_', ' ').replace(dates, ' ').replace(/\s+/g, ' ').trim()

const placeholder = /^speaker \d+$/i

/** Who was at the last meeting of this name. */
export async function likelyPeople(handle: Handle, title: string): Promise<string[]> {
  const name = meetingName(title)
  if (name === '') return []
  const meetings = await latestAttended(handle, visibleMeetings(handle, currentViewer()))
  const last = meetings.find((one) => meetingName(one.title) === name)
  if (!last) return []
  const rows = await attendeesOf(handle, last.id)
  return rows.map((row) => row.name).filter((one) => !placeholder.test(one))
}
