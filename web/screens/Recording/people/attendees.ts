import type { Attendee, Location, Transcript } from '#contract/transcripts.ts'
import { labelsOf } from '../transcript/speakers.ts'

export type MeetingInfo = { attendees: Attendee[]; location: Location }

export const online: Location = { type: 'online', name: 'Online Meeting' }

/** What was saved; before that one row per detected speaker, online. */
export function infoOf({
  attendees,
  location,
  ...said
}: Pick<Transcript, 'attendees' | 'segments' | 'speakers' | 'location'>): MeetingInfo {
  const detected = labelsOf(said).map((label) => ({
    speakerId: label,
    name: said.speakers[label] || label,
    role: '',
    email: '',
  }))
  return { attendees: attendees.length > 0 ? attendees : detected, location: location ?? online }
}

/** What a draft holds; null when the browser kept something else. */
export function infoFrom(draft: string): MeetingInfo | null {
  try {
    const { attendees, location } = JSON.parse(draft) as Partial<MeetingInfo>
    return Array.isArray(attendees) && location ? { attendees, location } : null
  } catch {
    return null
  }
}

/** A row that nobody filled in is nobody. What is optional and blank is left out. */
export function filledIn(attendees: readonly Attendee[]): Attendee[] {
  return attendees.flatMap(({ speakerId, name, role, email }) => {
    const [trimmed, as, at] = [name.trim(), role?.trim(), email?.trim()]
    if (!trimmed && !as && !at) return []
    return [{ speakerId, name: trimmed, ...(as && { role: as }), ...(at && { email: at }) }]
  })
}

/** An id that none of the rows has. */
export function freshId(attendees: readonly Attendee[]): string {
  const taken = new Set(attendees.map(({ speakerId }) => speakerId))
  let number = attendees.length + 1
  while (taken.has(`attendee-${number}`)) number += 1
  return `attendee-${number}`
}
