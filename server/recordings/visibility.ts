import type { Handle, Subquery } from '../db/open.ts'
import { maySee, meetingsById, onlyFor, visibleMeetings } from '../meetings/service.ts'
import { currentViewer } from '../viewer.ts'
import {
  binnedAmong,
  bundledTranscribed,
  findRecording,
  hasFolder,
  hiddenRecordings,
  recordingIds,
  visibleRecordings,
} from './store.ts'

/** Tells other slices which recordings there are, and who may see them. */
export const visibility = {
  /** The meeting of a recording that is not in the bin; null: there is none. */
  async meetingOf(handle: Handle, id: number): Promise<number | null> {
    const row = await findRecording(handle, id)
    return row && row.deleted_at === null ? row.meeting_id : null
  },

  /** What its meeting is called; null: whoever asks may not know, or it is in the bin. */
  async titleFor(handle: Handle, id: number): Promise<string | null> {
    const row = await findRecording(handle, id)
    if (!row || row.deleted_at !== null || !(await maySee(handle, row.meeting_id))) return null
    return (await meetingsById(handle, [row.meeting_id])).get(row.meeting_id)?.title ?? null
  },

  /** Whose it is when its meeting is not open to everybody (0: the administrators'); null: it is. */
  async onlyFor(handle: Handle, id: number): Promise<number | null> {
    const row = await findRecording(handle, id)
    return row ? onlyFor(handle, row.meeting_id) : null
  },

  /** Ids of those that whoever asks may see, as part of a query of another slice's own. */
  visible: (handle: Handle, { bin = false } = {}): Subquery =>
    visibleRecordings(handle, visibleMeetings(handle, currentViewer(), { bin }), { bin }),

  /** Which of these are in the bin. */
  inBin: (handle: Handle, ids: number[]): Promise<number[]> => binnedAmong(handle, ids),

  /** Those that they may not see, or that are in the bin. */
  hidden: (handle: Handle): Promise<number[]> =>
    hiddenRecordings(handle, visibleMeetings(handle, currentViewer())),

  /** Whether a recording's files lie in the folder of this name. */
  hasFolder: (handle: Handle, folder: string): Promise<boolean> => hasFolder(handle, folder),

  /** Ids of all of them, and of those that have a transcript. */
  all: (handle: Handle): Promise<number[]> => recordingIds(handle),
  summarised: (handle: Handle): Promise<number[]> => recordingIds(handle, { summarised: true }),
  transcribed: (handle: Handle): Promise<number[]> => recordingIds(handle, { transcribed: true }),

  bundledTranscribed: (handle: Handle): Promise<number[]> => bundledTranscribed(handle),
}
