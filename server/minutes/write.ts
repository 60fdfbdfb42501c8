import type { MinutesContent } from '#contract/minutes.ts'
import { recordEvent } from '../db/events.ts'
import { transact, type Db } from '../db/open.ts'
import type { JobContext } from '../jobs/define.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { TranscriptsService } from '../transcripts/service.ts'
import { composeMinutes } from './compose.ts'
import type { MinutesPayload } from './jobs.ts'
import { readMeeting } from './read.ts'
import { renderMinutes } from './render.ts'
import { findMinutes, forgetOffers, insertMinutes } from './store.ts'
import { templateFor, type Templates } from './templates.ts'

export type WriteDeps = {
  db: Db
  recordings: RecordingsService
  transcripts: TranscriptsService
  templates: Templates
  timezone: string | null
}

/** Writes the minutes of a meeting and keeps them as a version. */
export function createWriter(deps: WriteDeps) {
  const { db, recordings, templates } = deps

  return async (wanted: MinutesPayload, { signal, progress }: JobContext): Promise<void> => {
    const { recordingId, personId = null } = wanted
    progress(1, 'Reading the transcript')
    const read = await readMeeting(deps, db.read, recordingId)
    const { template: chosen } = await recordings.minutesFacts(db.read, recordingId)
    const template = await templates.get(wanted.template ?? chosen ?? templateFor(read.meeting.title))
    const content: MinutesContent = composeMinutes(read.meeting, read.source)
    signal.throwIfAborted()
    const { markdown, lines } = renderMinutes(template.body, content, read.heading)

    await transact(db, async (trx) => {
      const { current } = await recordings.minutesFacts(trx, recordingId)
      const before = current === null ? null : await findMinutes(trx, current)
      // What a person has written stays until a person puts something else in its place.
      const stays = personId === null && before?.origin === 'edit'
      await forgetOffers(trx, recordingId)
      const row = await insertMinutes(trx, {
        recording_id: recordingId,
        origin: 'rules',
        model: null,
        template: template.id,
        markdown,
        content,
        lines,
        transcript_version: read.source.version,
        demo: read.demo ? 1 : 0,
        failure: null,
        offered: stays ? 1 : 0,
        person_id: personId,
      })
      if (!stays) await recordings.setMinutes(trx, recordingId, row)
      await recordEvent(trx, 'minutes', recordingId)
    })
  }
}
