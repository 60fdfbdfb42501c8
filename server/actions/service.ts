import type { z } from 'zod'
import type {
  Action,
  extractActions,
  getRecordingActions,
  listActions,
  mattersArising,
  updateAction,
} from '#contract/actions.ts'
import type { CalendarItem } from '#contract/calendar.ts'
import { recordEvent } from '../db/events.ts'
import { currentViewer } from '../viewer.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { JobDefinition } from '../jobs/define.ts'
import { enqueue, isActive, latestJobs } from '../jobs/queue.ts'
import { earlierInSeries, labelsOf, seriesIdOf } from '../meetings/service.ts'
import type { PeopleService } from '../people/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { TranscriptsService } from '../transcripts/service.ts'
import type { ExtractPayload } from './jobs.ts'
import { actionsCsv, actionsIcs } from './export.ts'
import { judgeAction, type Judgement, type Meeting } from './judge.ts'
import type { Moved } from './search-source.ts'
import { createPersonalActions } from './personal.ts'
import { nameOwners, type NamingOf } from './owners.ts'
import {
  actionsOf,
  actionsPage,
  changeAction,
  evidenceOf,
  findAction,
  findExtraction,
  idsOfRecording,
  nameMeeting,
  outliveRecording,
  wantExtraction,
  type ActionRow,
} from './store.ts'

export type ActionsService = ReturnType<typeof createActions>

export function createActions({
  db,
  recordings,
  transcripts,
  people,
  job,
  naming,
  before,
  moved,
}: {
  db: Db
  recordings: RecordingsService
  /** Asked for when it is needed: its own jobs know of this slice. */
  transcripts: () => TranscriptsService
  people: PeopleService
  job: JobDefinition<ExtractPayload>
  naming: NamingOf
  /** Names of the jobs whose end is waited for: they change the words, or who said them. */
  before: string[]
  moved: Moved
}) {
  async function requireAction(handle: Handle, id: number): Promise<ActionRow> {
    const row = await findAction(handle, id)
    if (!row) throw new AppError('not_found', 'This action does not exist, or has been deleted.')
    return row
  }

  /** Rows → API shapes. */
  async function present(handle: Handle, rows: ActionRow[]): Promise<Action[]> {
    const ids = [...new Set(rows.flatMap(({ changed_by }) => changed_by ?? []))]
    const names = await people.namesOf(handle, ids)
    const gone = await recordings.inBin(
      handle,
      rows.flatMap(({ recording_id }) => recording_id ?? []),
    )
    const shown = rows.map((row) =>
      row.recording_id !== null && gone.includes(row.recording_id)
        ? { ...row, recording_id: null, evidence: '[]', owner_speaker: null }
        : row,
    )
    return shown.map((row) => ({
      id: row.id,
      recordingId: row.recording_id,
      meetingTitle: row.meeting_title,
      meetingDate: row.meeting_date,
      title: row.title,
      owner: row.owner,
      ownerSpeaker: row.owner_speaker,
      due: row.due,
      dueDate: row.due_date,
      status: row.status,
      doubt: row.doubt,
      origin: row.origin,
      model: row.model,
      evidence: evidenceOf(row),
      transcriptVersion: row.transcript_version,
      start: row.start_ms / 1000,
      end: row.end_ms / 1000,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      changedBy: row.changed_by === null ? null : (names.get(row.changed_by) ?? null),
    }))
  }

  /** A person changes it: from now on it is theirs. */
  async function change(
    trx: Handle,
    row: ActionRow,
    changes: Parameters<typeof changeAction>[2],
    personId: number,
  ): Promise<void> {
    await changeAction(trx, row.id, { ...changes, changed_by: personId })
    await moved(trx, row.recording_id, row.id)
  }

  async function meetingOf(handle: Handle, recordingId: number): Promise<Meeting> {
    const { title, meetingDate, createdAt } = await recordings.get(handle, recordingId)
    return { meeting_title: title, meeting_date: meetingDate ?? createdAt }
  }

  async function look(trx: Handle, recordingId: number, version: number): Promise<number> {
    await wantExtraction(trx, recordingId, version)
    return enqueue(trx, job, { recordingId })
  }

  /** Whether something is still changing the words, or who said them. */
  async function isChanging(trx: Handle, recordingId: number): Promise<boolean> {
    for (const name of before) if (await isActive(trx, name, recordingId)) return true
    return false
  }

  /** Looks through words that have not been looked through; what people have edited in them is no reason. */
  async function wordsMoved(trx: Handle, recordingId: number): Promise<void> {
    const words = await transcripts().wordsOf(trx, recordingId)
    if (!words || (await findExtraction(trx, recordingId))?.asked_version === words.made) return
    if (!(await isChanging(trx, recordingId))) await look(trx, recordingId, words.made)
  }

  const personal = createPersonalActions(db)
  const seen = () => ({ visible: recordings.visible(db.read, { bin: true }), viewer: currentViewer() })

  async function arising(meetingId: number): Promise<z.infer<typeof mattersArising.response>> {
    const seriesId = await seriesIdOf(db.read, meetingId)
    if (seriesId === null) return { series: null, actions: [] }
    const { series } = await labelsOf(db.read, meetingId)
    const meetings = earlierInSeries(db.read, meetingId)
    const rows = await actionsPage(db.read, { ...seen(), arising: { meetings, seriesId }, limit: 200 })
    return { series, actions: await present(db.read, rows) }
  }

  return {
    personal,

    /** What is due on these days: of meetings, and a person's own; for the calendar. */
    async dueBetween(days: { from: string; to: string; personId: number }): Promise<CalendarItem[]> {
      const rows = await actionsPage(db.read, { ...seen(), due: { from: days.from, to: days.to } })
      const own = await personal.list(days.personId)
      return [
        ...rows.map((row): CalendarItem => ({
          ...{ kind: 'action', id: row.id, title: row.title, at: null, day: row.due_date! },
          ...{ href: '/actions', detail: row.owner },
        })),
        ...own
          .filter(({ dueDate, status }) => status !== 'completed' && isBetween(dueDate, days))
          .map(({ id, title, dueDate }): CalendarItem => ({
            ...{ kind: 'action', id, title, at: null, day: dueDate! },
            ...{ href: '/actions', detail: 'Personal' },
          })),
      ]
    },

    /** Those of all meetings that are agreed, and a person's own. */
    async exported(format: 'csv' | 'ics', personId: number): Promise<string> {
      const rows = (await actionsPage(db.read, seen())).filter(({ doubt }) => doubt === null)
      const write = format === 'csv' ? actionsCsv : actionsIcs
      return write(await present(db.read, rows), await personal.list(personId))
    },

    /** @returns one page, and where the next one begins (null: there is none) */
    async page({
      limit,
      cursor,
      ...filter
    }: z.infer<typeof listActions.query>): Promise<{ actions: Action[]; next: number | null }> {
      // One more than asked for tells whether there is more.
      const rows = await actionsPage(db.read, {
        ...filter,
        visible: recordings.visible(db.read, { bin: true }),
        viewer: currentViewer(),
        before: cursor,
        limit: limit === undefined ? undefined : limit + 1,
      })
      const page = limit === undefined ? rows : rows.slice(0, limit)
      const next = rows.length > page.length ? page.at(-1)!.id : null
      return { actions: await present(db.read, page), next }
    },

    /** What earlier meetings of its series have left open. */
    arising,

    /** @throws AppError not_found */
    async arisingIn(recordingId: number): Promise<z.infer<typeof mattersArising.response>> {
      const meetingId = await recordings.meetingOf(db.read, recordingId)
      if (meetingId === null)
        throw new AppError('not_found', 'This recording does not exist, or has been deleted.')
      return arising(meetingId)
    },

    /** @throws AppError not_found */
    async ofRecording(recordingId: number): Promise<z.infer<typeof getRecordingActions.response>> {
      await recordings.get(db.read, recordingId)
      const rows = await actionsOf(db.read, recordingId)
      const last = (await latestJobs(db.read, job.name, [recordingId])).get(recordingId)
      const done = (await findExtraction(db.read, recordingId))?.done ?? 0
      return {
        actions: await present(
          db.read,
          rows.filter(({ dismissed }) => dismissed === 0),
        ),
        extracted: done > 0,
        job: last && last.state !== 'done' && last.state !== 'cancelled' ? last : null,
      }
    },

    /** Has them looked for, whatever was found before. @throws AppError not_found, no_transcript */
    async extract(recordingId: number): Promise<z.infer<typeof extractActions.response>> {
      await recordings.get(db.read, recordingId)
      await transact(db, async (trx) => {
        const words = await transcripts().wordsOf(trx, recordingId)
        if (!words)
          throw new AppError(
            'no_transcript',
            'This recording has no transcript yet, so there are no actions to find.',
          )
        await look(trx, recordingId, words.made)
      })
      const queued = (await latestJobs(db.write, job.name, [recordingId])).get(recordingId)
      if (!queued) throw new AppError('not_found', 'The recording has since been deleted.')
      return { job: queued }
    },

    /** @throws AppError not_found */
    async change(
      id: number,
      { status, title, owner, dueDate, doubtful }: z.infer<typeof updateAction.body>,
      personId: number,
    ): Promise<Action> {
      const row = await transact(db, async (trx) => {
        const changes = {
          ...(status !== undefined && { status }),
          ...(title !== undefined && { title }),
          ...(owner !== undefined && { owner: owner === '' ? null : owner, owner_speaker: null }),
          ...(dueDate !== undefined && { due_date: dueDate, due: null, due_by_person: 1 as const }),
        }
        const found = await requireAction(trx, id)
        // Who works with it has no doubt that it was agreed.
        if (doubtful === false || Object.keys(changes).length > 0)
          await change(trx, found, { ...changes, doubt: null }, personId)
        return requireAction(trx, id)
      })
      return (await present(db.read, [row]))[0]!
    },

    /** @throws AppError not_found */
    async dismiss(id: number, personId: number): Promise<void> {
      await transact(db, async (trx) => change(trx, await requireAction(trx, id), { dismissed: 1 }, personId))
    },

    judged: (trx: Handle, recordingId: number, judgement: Judgement) =>
      judgeAction(trx, recordingId, judgement, { meetingOf, change, moved }),

    wordsMoved,

    /** Minutes of it were written that it may have other actions by. */
    async minutesWritten(trx: Handle, recordingId: number): Promise<void> {
      const words = await transcripts().wordsOf(trx, recordingId)
      if (words) await look(trx, recordingId, words.made)
    },

    /** A job that looks has moved; what came while it read is looked at by another. */
    async extractionMoved(trx: Handle, recordingId: number): Promise<void> {
      await recordEvent(trx, 'actions', recordingId)
      const last = (await latestJobs(trx, job.name, [recordingId])).get(recordingId)
      const extraction = await findExtraction(trx, recordingId)
      if (last?.state === 'done' && extraction && extraction.done < extraction.wanted)
        await enqueue(trx, job, { recordingId })
    },

    /** It has other words, or is called something else. */
    async recordingChanged(trx: Handle, recordingId: number): Promise<void> {
      const renamed = await nameMeeting(trx, recordingId, await meetingOf(trx, recordingId))
      const named = await nameOwners(trx, recordingId, naming)
      if (renamed || named) await moved(trx, recordingId)
      await wordsMoved(trx, recordingId)
    },

    /** What decides who may see it: its recording, or whose that was; null: there is no such action. */
    async placeOf(
      handle: Handle,
      id: number,
    ): Promise<{ recordingId: number | null; onlyFor: number | null } | null> {
      const row = await findAction(handle, id)
      return row && { recordingId: row.recording_id, onlyFor: row.only_for }
    },

    /** They stay when it goes, with a line that says where they came from. */
    async recordingGoes(trx: Handle, recordingId: number): Promise<void> {
      const meetingId =
        (await recordings.meetingOf(trx, recordingId)) ?? (await recordings.binnedMeeting(trx, recordingId))
      const ids = await idsOfRecording(trx, recordingId)
      await outliveRecording(trx, recordingId, {
        onlyFor: await recordings.onlyFor(trx, recordingId),
        seriesId: meetingId === null ? null : await seriesIdOf(trx, meetingId),
      })
      await moved(trx, recordingId)
      for (const id of ids) await moved(trx, null, id)
    },
  }
}

const isBetween = (day: string | null, { from, to }: { from: string; to: string }): boolean =>
  day !== null && day >= from && day <= to
