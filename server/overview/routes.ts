import type Router from '@koa/router'
import {
  changeLabels,
  deleteSeries,
  getLabels,
  listLabels,
  mergeSeries,
  putLabels,
  renameSeries,
} from '#contract/labels.ts'
import { listOverviews } from '#contract/overview.ts'
import type { Db } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { mount, type Handlers } from '../http/routes.ts'
import type { AccessService, LabelsService } from '../meetings/service.ts'
import type { RecordingsService } from '../recordings/service.ts'
import type { OverviewService } from './service.ts'

export function overviewRoutes(router: Router, { overview }: { overview: OverviewService }): void {
  mount(router, { listOverviews }, { listOverviews: ({ query }) => overview.list(query.ids) })
}

const labelled = {
  ...{ changeLabels, getLabels, listLabels, putLabels },
  ...{ deleteSeries, mergeSeries, renameSeries },
}

type Needs = { db: Db; access: AccessService; labels: LabelsService; recordings: RecordingsService }

/** What a recording's meeting is filed under. */
export function labelRoutes(router: Router, { db, access, labels, recordings }: Needs): void {
  async function meetingOf(recordingId: number): Promise<number> {
    const meetingId = await recordings.meetingOf(db.read, recordingId)
    if (meetingId === null)
      throw new AppError('not_found', 'This recording does not exist, or has been deleted.')
    return meetingId
  }

  mount(router, labelled, {
    getLabels: async ({ params }) => labels.of(await meetingOf(params.id)),

    putLabels: async ({ params, body }) => labels.put(await meetingOf(params.id), body),

    listLabels: () => labels.all(),

    changeLabels: async ({ body: { ids, ...change }, person }) => {
      const refused: number[] = []
      const meetings: number[] = []
      for (const id of new Set(ids)) {
        const may = await access.standing(db.read, person, 'recording', id)
        if (may === 'hidden') refused.push(id)
        else meetings.push(await meetingOf(id))
      }
      await labels.change(meetings, change)
      return { changed: meetings.length, refused }
    },

    renameSeries: ({ params, body }) => labels.renameSeries(params.id, body.name),

    mergeSeries: async ({ params, body }) => {
      await labels.mergeSeries(params.id, body.into)
      return { success: true }
    },

    deleteSeries: async ({ params }) => {
      await labels.deleteSeries(params.id)
      return { success: true }
    },
  } satisfies Handlers<typeof labelled>)
}
