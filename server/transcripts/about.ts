import type { Attendee, AboutMeeting, Location } from '#contract/transcripts.ts'
import { recordEvent } from '../db/events.ts'
import { transact, type Db } from '../db/open.ts'
import type { JobDefinition } from '../jobs/define.ts'
import { enqueue, isActive } from '../jobs/queue.ts'
import { meetingInfo, saveMeetingInfo } from '../meetings/service.ts'
import type { PlacesService } from '../places/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { DiarisePayload } from './runs/jobs.ts'
import { findDiarisation } from './speakers/diarisation-store.ts'
import type { SpeakersService } from './speakers/service.ts'

const folded = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** The list with those who are not on it yet. */
function withPeople(attendees: readonly Attendee[], people: readonly string[]): Attendee[] {
  const rows = [...attendees]
  for (const given of people) {
    const name = given.replace(/\s+/g, ' ').trim()
    if (rows.some((row) => folded(row.name) === folded(name))) continue
    let number = rows.length + 1
    while (rows.some(({ speakerId }) => speakerId === `attendee-${number}`)) number += 1
    rows.push({ speakerId: `attendee-${number}`, name })
  }
  return rows
}

/** What a person says of a meeting when its sound comes. */
export function createAbout({
  db,
  recordings,
  speakers,
  diarisation,
  diarisationOn,
  places,
}: {
  db: Db
  recordings: RecordingsService
  speakers: Pick<SpeakersService, 'nameFromList'>
  diarisation: JobDefinition<DiarisePayload>
  diarisationOn: boolean
  places: Pick<PlacesService, 'remember'>
}) {
  return {
    /** Attendees and location belong to the meeting, and show on all of its recordings. @throws AppError not_found, invalid_input */
    async saveMeetingInfo(
      recordingId: number,
      info: { attendees: Attendee[]; location: Location | null },
      personId: number,
    ): Promise<void> {
      await transact(db, async (trx) => {
        const { meetingId } = await recordings.get(trx, recordingId)
        const before = (await meetingInfo(trx, meetingId)).attendees
        await saveMeetingInfo(trx, meetingId, info)
        await speakers.nameFromList(trx, { recordingId, before, personId })
        if (info.location?.type === 'physical') await places.remember(trx, info.location)
        for (const id of await recordings.publishMeetingChanged(trx, meetingId))
          await recordEvent(trx, 'transcript', id)
      })
    },

    /** @throws AppError not_found, invalid_input */
    saveAbout: (recordingId: number, about: AboutMeeting, personId: number): Promise<void> =>
      transact(db, async (trx) => {
        const { meetingId } = await recordings.get(trx, recordingId)
        const { meetingDate, people = [], speakers: count } = about
        // The list first: whatever the date makes anew knows who was there.
        if (people.length > 0) {
          const { attendees: before, location } = await meetingInfo(trx, meetingId)
          await saveMeetingInfo(trx, meetingId, { attendees: withPeople(before, people), location })
          await speakers.nameFromList(trx, { recordingId, before, personId })
          for (const id of await recordings.publishMeetingChanged(trx, meetingId))
            await recordEvent(trx, 'transcript', id)
        }
        if (meetingDate) await recordings.changeIn(trx, recordingId, { meetingDate })
        if (count === undefined) return
        await recordings.setSpeakerCount(trx, recordingId, count)
        const done = await findDiarisation(trx, recordingId)
        // While it works it looks itself what was said.
        if (!diarisationOn || !done || done.speakers === count) return
        if (!(await isActive(trx, diarisation.name, recordingId)))
          await enqueue(trx, diarisation, { recordingId })
      }),
  }
}
