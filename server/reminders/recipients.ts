import type { Config } from '../config.ts'
import type { Db, Handle } from '../db/open.ts'
import { meetingsSoon, type SoonMeeting } from '../meetings/service.ts'
import { firstPersonId, type Person } from '../people/service.ts'
import type { ProfileService } from '../profile/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import { asViewer } from '../viewer.ts'

const hourMs = 3_600_000

/** Which meetings a person is to be reminded of, and the addresses that the reminders go to. */
export function createRecipients({
  config,
  db,
  profile,
  recordings,
}: {
  config: Pick<Config, 'access'>
  db: Db
  profile: ProfileService
  recordings: RecordingsService
}) {
  async function addressesOf(
    handle: Handle,
    person: Person,
  ): Promise<{ main: string | null; other: string | null }> {
    const own = await profile.ofPerson(handle, person.id)
    return { main: person.email ?? (own?.email || null), other: own?.secondaryEmail || null }
  }

  /** Meetings within the hour that the person scheduled or is invited to. */
  async function soonFor(person: Person): Promise<SoonMeeting[]> {
    const now = Date.now()
    const range = { from: new Date(now).toISOString(), to: new Date(now + hourMs).toISOString() }
    const all = await asViewer(person, () => meetingsSoon(db.read, range))
    const { main, other } = await addressesOf(db.read, person)
    const alone = (config.access === 'local' || config.access === 'open') && person.id === firstPersonId
    const concerned = all.filter(
      ({ scheduledBy, emails }) =>
        alone ||
        scheduledBy === person.id ||
        [main, other].some((one) => one && emails.includes(one.toLowerCase())),
    )
    const begun = new Set(
      (
        await recordings.ofMeetings(
          db.read,
          concerned.map(({ id }) => id),
        )
      ).map((one) => one.meeting_id),
    )
    return concerned.filter(({ id }) => !begun.has(id))
  }

  return { addressesOf, soonFor }
}
