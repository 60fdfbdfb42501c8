import { createHash, randomBytes } from 'node:crypto'
import type { CalendarItem } from '#contract/calendar.ts'
import { transact, type Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { PeopleService } from '../people/service.ts'
import { writeIcs } from '../print/ics.ts'
import { asViewer } from '../viewer.ts'
import { dayMs } from './calendar-items.ts'
import * as store from './store.ts'

const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** The address by which a calendar program subscribes to a person's calendar. */
export const createCalendarFeed = ({
  db,
  items,
  people,
}: {
  db: Db
  items: (from: string, to: string, personId: number) => Promise<CalendarItem[]>
  people: PeopleService
}) => ({
  async feedSince(personId: number): Promise<string | null> {
    return (await store.feedOf(db.read, personId))?.created_at ?? null
  },

  /** The secret is shown once; a new one replaces it. */
  async makeFeed(personId: number): Promise<string> {
    const secret = randomBytes(24).toString('base64url')
    await transact(db, (trx) => store.putFeed(trx, personId, digest(secret)))
    return secret
  },

  revokeFeed: (personId: number): Promise<void> => store.deleteFeed(db.write, personId),

  /** @throws AppError not_found */
  async feed(secret: string): Promise<string> {
    const personId = await store.personOfFeed(db.read, digest(secret))
    if (personId === null) throw new AppError('not_found', 'There is no calendar at this address.')
    const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
    const { id, email, administrator } = await people.find(db.read, { id: personId })
    // What a calendar program shows is what the person may see.
    const all = await asViewer({ id, email, administrator }, () =>
      items(day(Date.now() - 90 * dayMs), day(Date.now() + 300 * dayMs), personId),
    )
    return writeIcs(
      all.map(({ kind, id, title, at, day: on, detail }) => ({
        uid: `${kind}-${id}-${on}@meeting-appliance`,
        ...{ title, start: at ?? on, minutes: 60, location: kind === 'meeting' ? detail : null },
        ...{ description: kind === 'meeting' ? null : detail, kind: 'VEVENT' as const },
      })),
    )
  },
})
