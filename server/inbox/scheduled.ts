import type { Handle } from '../db/open.ts'
import { meetingsBetween, scheduledMeeting } from '../meetings/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { Facts } from './facts.ts'

const dayMs = 86_400_000
/** What tells one name of a meeting from another. */
const plain = (title: string): string =>
  title
    .toLowerCase()
    .replace(/\b(?:agenda|minutes|the|of|for)\b/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * The meeting of that day and title that was scheduled and has no recording yet; null: there is none, or it is not certain
 * which is meant.
 */
export async function scheduledFor(
  handle: Handle,
  recordings: Pick<RecordingsService, 'ofMeeting'>,
  facts: Pick<Facts, 'title' | 'day' | 'companyId'>,
  timezone: string,
): Promise<number | null> {
  if (facts.day === null) return null
  const at = Date.parse(`${facts.day}T12:00:00Z`)
  const iso = (ms: number): string => new Date(ms).toISOString()
  const near = await meetingsBetween(handle, iso(at - 2 * dayMs), iso(at + 2 * dayMs))
  const dayHere = new Intl.DateTimeFormat('en-CA', { timeZone: timezone })
  const fits: number[] = []
  for (const { id, title, at: heldAt } of near) {
    if (dayHere.format(new Date(heldAt)) !== facts.day || plain(title) !== plain(facts.title)) continue
    const meeting = await scheduledMeeting(handle, id)
    const other =
      facts.companyId !== null && meeting?.companyId != null && meeting.companyId !== facts.companyId
    if (meeting?.startsAt == null || meeting.minutes === null || other) continue // nobody scheduled it
    if ((await recordings.ofMeeting(handle, id)).length === 0) fits.push(id)
  }
  return fits.length === 1 ? fits[0]! : null
}
