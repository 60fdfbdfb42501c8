import type { MeetingOverview } from '#contract/overview.ts'
import type { Db } from '../db/open.ts'
import type { RecordingsService } from '../recordings/service.ts'
import { overviewsOf } from './store.ts'

export type OverviewService = ReturnType<typeof createOverview>

export const createOverview = ({ db, recordings }: { db: Db; recordings: RecordingsService }) => ({
  /** Of those recordings that whoever asks may see. */
  list: (ids: readonly number[]): Promise<MeetingOverview[]> =>
    overviewsOf(db.read, ids, recordings.visible(db.read)),
})
