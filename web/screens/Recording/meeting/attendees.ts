import type { Attendee, Location, Transcript } from '#contract/transcripts.ts'

export type MeetingInfo = { attendees: Attendee[]; location: Location }

export const online: Location = { type: 'online', name: 'Online Meeting' }

/** What was saved; before that one row per detected speaker, online. */
export function infoOf({
  attendees,
  speakers,
  location,
}: Pick<Transcript, 'attendees' | 'speakers' | 'location'>): MeetingInfo {
  const detected = Object.entries(speakers)
    .sort(([a], [b]) => a.localeCompare(b, 'en-GB', { numeric: true }))
    .map(([label, name]) => ({ speakerId: label, name: name || label, role: '', email: '' }))
  return { attendees: attendees.length > 0 ? attendees : detected, location: location ?? online }
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
