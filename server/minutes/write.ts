import type { MinutesContent } from '#contract/minutes.ts'
import { recordEvent } from '../db/events.ts'
import { transact, type Db } from '../db/open.ts'
import type { JobContext } from '../jobs/define.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { TranscriptsService } from '../transcripts/service.ts'
import { composeMinutes } from './compose.ts'
import type { MinutesPayload } from './jobs.ts'
import { forgetParts } from './parts-store.ts'
import { staysBefore } from './precedence.ts'
import { readMeeting, type Read } from './read.ts'
import { renderMinutes } from './render.ts'
import { findMinutes, forgetOffers, insertMinutes } from './store.ts'
import { templateFor, type Template, type Templates } from './templates.ts'

export type WriteDeps = {
  db: Db
  recordings: RecordingsService
  transcripts: TranscriptsService
  templates: Templates
  timezone: string
  /** Minutes by rules are there that nobody asked for; the language model, when there is one, may write better ones. */
  writtenByRules?: (recordingId: number) => Promise<void>
}

/** What is to be kept beside the content. */
export type Made = {
  content: MinutesContent
  origin: 'rules' | 'model'
  model: string | null
  /** Why the language model did not write them. */
  failure: string | null
}

/** Writes the minutes of a meeting and keeps them as a version. */
export function createWriter(deps: WriteDeps) {
  const { db, recordings, templates } = deps

  async function templateOf({ recordingId, template }: MinutesPayload, title: string): Promise<Template> {
    const chosen = template ?? (await recordings.minutesFacts(db.read, recordingId)).template
    return templates.get(chosen ?? templateFor(title))
  }

  async function keep(wanted: MinutesPayload, read: Read, template: Template, made: Made): Promise<void> {
    const { recordingId, personId = null } = wanted
    const { markdown, lines } = renderMinutes(template.body, made.content, read.heading)
    await transact(db, async (trx) => {
      const { current } = await recordings.minutesFacts(trx, recordingId)
      const before = current === null ? null : await findMinutes(trx, current)
      const stays = staysBefore(before, { origin: made.origin, personId })
      await forgetOffers(trx, recordingId)
      // A model that has failed goes on where it was when it is asked again.
      if (made.origin === 'model') await forgetParts(trx, recordingId)
      const row = await insertMinutes(trx, {
        recording_id: recordingId,
        origin: made.origin,
        model: made.model,
        template: template.id,
        markdown,
        content: made.content,
        lines,
        transcript_version: read.source.version,
        demo: read.demo ? 1 : 0,
        failure: made.failure ?? (stays ? (wanted.away ?? null) : null),
        offered: stays ? 1 : 0,
        person_id: personId,
      })
      if (!stays) await recordings.setMinutes(trx, recordingId, row)
      await recordEvent(trx, 'minutes', recordingId)
    })
  }

  return {
    templateOf,
    keep,

    async byRules(wanted: MinutesPayload, { signal, progress }: JobContext): Promise<void> {
      progress(5, 'Writing the minutes')
      const read = await readMeeting(deps, db.read, wanted.recordingId)
      const template = await templateOf(wanted, read.meeting.title)
      const content = composeMinutes(read.meeting, read.source)
      signal.throwIfAborted()
      await keep(wanted, read, template, { content, origin: 'rules', model: null, failure: null })
      if (wanted.personId === undefined) await deps.writtenByRules?.(wanted.recordingId)
    },
  }
}
