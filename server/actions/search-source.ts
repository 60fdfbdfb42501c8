import type { Handle } from '../db/open.ts'
import { recordEvent } from '../db/events.ts'
import { labelsOf } from '../meetings/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { SearchService, SearchSource } from '../search/service.ts'
import { currentViewer } from '../viewer.ts'
import * as store from './store.ts'

type Deps = { recordings: Pick<RecordingsService, 'visible' | 'meetingOf'> }

/** One whose recording has gone stands alone: the number of the action, below nothing. */
const alone = (actionId: number): string => String(-actionId)

/** Actions of a recording (null: of one that has gone) have changed: pages and the index follow. */
export function createMoved(search: Pick<SearchService, 'refresh'>) {
  return async (trx: Handle, recordingId: number | null, actionId?: number): Promise<void> => {
    await recordEvent(trx, 'actions', recordingId ?? undefined)
    if (recordingId !== null) await search.refresh(trx, 'action', String(recordingId))
    else if (actionId !== undefined) await search.refresh(trx, 'action', alone(actionId))
  }
}
export type Moved = ReturnType<typeof createMoved>

const textOf = (row: store.ActionRow): string =>
  [
    row.title,
    row.owner && `Owner: ${row.owner}.`,
    (row.due_date ?? row.due) && `Due: ${row.due_date ?? row.due}.`,
  ]
    .filter(Boolean)
    .join('\n')

/** What was agreed in meetings, a meeting at a time. What people set themselves is nobody else's, and is not indexed. */
export function agreedActions({ recordings }: Deps): SearchSource {
  return {
    kind: 'action',
    async ids(handle) {
      const { recordingIds, orphans } = await store.placesOfActions(handle)
      return [...recordingIds.map(String), ...orphans.map(alone)]
    },
    async hidden(handle) {
      const viewer = currentViewer()
      if (viewer === null || viewer.administrator) return []
      const visible = recordings.visible(handle, { bin: true })
      const { recordingIds, orphans } = await store.hiddenActions(handle, visible, viewer)
      return [...recordingIds.map(String), ...orphans.map(alone)]
    },
    async read(handle, id) {
      const number = Number(id)
      const gone = number < 0 ? await store.findAction(handle, -number) : null
      const all = number < 0 ? (gone ? [gone] : []) : await store.actionsOf(handle, number)
      const rows = all.filter(({ dismissed, doubt }) => dismissed === 0 && doubt === null)
      const [first] = rows
      if (!first) return null
      const meetingId = number < 0 ? null : await recordings.meetingOf(handle, number)
      return {
        title: first.meeting_title,
        date: first.meeting_date,
        // Also while its recording is in the bin.
        href: meetingId === null ? '/actions' : `/recordings/${number}`,
        companyId: meetingId === null ? null : (await labelsOf(handle, meetingId)).companyId,
        passages: rows.map((row) => ({
          text: textOf(row),
          ...{ at: meetingId === null ? null : row.start_ms / 1000, page: null, speaker: row.owner },
        })),
      }
    },
  }
}
