import { recordEvent } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import type { JobContext } from '../jobs/define.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { TranscriptsService } from '../transcripts/service.ts'
import type { Composed, Composer } from './composer.ts'
import type { MinutesPayload } from './jobs.ts'
import { currentMinutes } from './minutes-queries.ts'
import { isAskedSince, staysBefore } from './precedence.ts'
import { readMeeting, type MinutesInput } from './minutes-input.ts'
import { findMinutes, findSame, forgetOffers, insertMinutes, writtenAgain } from './store.ts'
import { templateFor, type Template, type Templates } from './templates.ts'

export type WriteDeps = {
  db: Db
  recordings: RecordingsService
  transcripts: TranscriptsService
  templates: Templates
  compose: Composer
  timezone: string
  britishDates: (handle: Handle, userId: number) => Promise<boolean>
  /** Minutes by rules are there that nobody asked for; the language model, when there is one, may write better ones. */
  writtenByRules?: (recordingId: number) => Promise<void>
}

/** What is to be kept. */
export type Made = Composed & {
  origin: 'rules' | 'model'
  model: string | null
  /** Why the language model did not write them, or which part of them. */
  failure: string | null
}

/** What they are made of, and by which job. */
type Kept = { read: MinutesInput; template: Template; jobId: number }

/** Writes the minutes of a meeting and keeps them as a version. */
export function createWriter(deps: WriteDeps) {
  const { db, recordings, templates } = deps

  async function templateOf({ recordingId, template }: MinutesPayload, title: string): Promise<Template> {
    const chosen = template ?? (await recordings.minutesFacts(db.read, recordingId)).template
    return templates.usable(chosen ?? templateFor(title), title)
  }

  async function keep(
    wanted: MinutesPayload,
    { read, template, jobId }: Kept,
    { content, markdown, lines, origin, model, failure }: Made,
  ): Promise<void> {
    const { recordingId, personId = null } = wanted
    await transact(db, async (trx) => {
      const before = await currentMinutes(recordings, trx, recordingId)
      const why = failure ?? wanted.away ?? null
      const failed = origin === 'rules' && why !== null
      const made = { origin, personId, jobId, transcriptVersion: read.source.version }
      // It comes too late to be of use.
      const isLate = origin === 'rules' && isAskedSince(before, made)
      const stays =
        staysBefore(before, { origin, personId, over: wanted.over, failed }) ||
        // A person has chosen how they are to look meanwhile: these only wait to be chosen.
        (isAskedSince(before, made) && before?.template !== template.id)
      const words = {
        ...{ recording_id: recordingId, origin, model, template: template.id, markdown, content },
        ...{ transcript_version: read.source.version, held: read.meeting.held ?? '' },
      }
      const same = await findSame(trx, words)
      // What a person has asked for or chosen since is the same already.
      if (same && (isLate || (stays && same.id === before?.id))) return
      // Brought back by a person it stays theirs; whoever asks is told why the model wrote no other.
      const isChosen = same !== null && same.job_id === null
      if (isChosen && same.id === before?.id) {
        if (personId === null || same.failure === why) return
        await writtenAgain(trx, same, { failure: why })
        return recordEvent(trx, 'minutes', recordingId)
      }
      if (!isLate) await forgetOffers(trx, recordingId)
      const work = {
        failure: why,
        offered: stays && !isLate ? (1 as const) : (0 as const),
        person_id: personId,
        job_id: jobId,
      }
      const row =
        same && !isChosen
          ? await writtenAgain(trx, same, work)
          : await insertMinutes(trx, {
              ...{ ...work, ...words, lines, written_by: origin, edited_by: null, checked_by: null },
            })
      if (!stays && !isLate) await recordings.setMinutes(trx, recordingId, row)
      await recordEvent(trx, 'minutes', recordingId)
    })
  }

  async function write(wanted: MinutesPayload, context: JobContext): Promise<void> {
    const { id: jobId, signal, progress } = context
    progress(5, 'Writing the minutes')
    const read = await readMeeting(deps, db.read, wanted.recordingId)
    const template = await templateOf(wanted, read.meeting.title)
    await context.progressWritten()
    const composed = await deps.compose.compose({ ...read, body: template.body, said: null }, signal)
    signal.throwIfAborted()
    const made: Made = { ...composed, origin: 'rules', model: null, failure: null }
    await keep(wanted, { read, template, jobId }, made)
  }

  /** It was interrupted between its last two steps: what it is to write is there. */
  const isWritten = async (jobId: number): Promise<boolean> =>
    (await findMinutes(db.read, { job_id: jobId })) !== null

  return {
    templateOf,
    keep,

    isWritten,

    /** Whether what stands there is all of the language model, and of these very words. */
    async hasOfModel({ source }: MinutesInput, recordingId: number): Promise<boolean> {
      const row = await currentMinutes(recordings, db.read, recordingId)
      return row?.origin === 'model' && row.failure === null && row.transcript_version === source.version
    },

    async byRules(wanted: MinutesPayload, context: JobContext): Promise<void> {
      if (!(await isWritten(context.id))) await write(wanted, context)
      if (wanted.personId === undefined) await deps.writtenByRules?.(wanted.recordingId)
    },
  }
}
