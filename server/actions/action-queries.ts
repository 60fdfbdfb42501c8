import type { z } from 'zod'
import type { Action, getRecordingActions, listActions, mattersArising } from '#contract/actions.ts'
import type { CalendarItem } from '#contract/calendar.ts'
import type { Db, Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import type { JobDefinition } from '../jobs/define.ts'
import { latestJobs } from '../jobs/queue.ts'
import { earlierInSeries, labelsOf, seriesIdOf } from '../meetings/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import { currentViewer } from '../viewer.ts'
import { actionsCsv, actionsIcs } from './export.ts'
import type { ExtractPayload } from './jobs.ts'
import type { createPersonalActions } from './personal.ts'
import type { PresentActions } from './present-actions.ts'
import { actionsOf, actionsPage, findAction, findExtraction } from './store.ts'

/** The actions as they are listed, exported, and shown beside a meeting. */
export function createActionQueries({
  db,
  recordings,
  personal,
  present,
  job,
}: {
  db: Db
  recordings: RecordingsService
  personal: ReturnType<typeof createPersonalActions>
  present: PresentActions
  job: JobDefinition<ExtractPayload>
}) {
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

    /** What decides who may see it: its recording, or whose that was; null: there is no such action. */
    async placeOf(
      handle: Handle,
      id: number,
    ): Promise<{ recordingId: number | null; onlyFor: number | null } | null> {
      const row = await findAction(handle, id)
      return row && { recordingId: row.recording_id, onlyFor: row.only_for }
    },
  }
}

const isBetween = (day: string | null, { from, to }: { from: string; to: string }): boolean =>
  day !== null && day >= from && day <= to
