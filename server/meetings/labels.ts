import { labelsChanged, type changeLabels, type Labels } from '#contract/labels.ts'
import type { z } from 'zod'
import { publishChange } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { currentViewer } from '../viewer.ts'
import { visibleMeetings } from './access-store.ts'
import * as store from './labels-store.ts'

export { earlierInSeries, filedUnder, labelsOf, putSeries, seriesIdOf } from './labels-store.ts'

type Change = Omit<z.output<typeof changeLabels.body>, 'ids'>

/** In which series meetings stand, which tags they carry, and whose they are. */
export function createLabels({
  db,
  changed,
}: {
  db: Db
  /** In the transaction that files a meeting anew. */
  changed: (trx: Handle, meetingId: number) => Promise<unknown>
}) {
  async function requireSeries(trx: Handle, id: number): Promise<void> {
    if (!(await store.findSeries(trx, id))) throw new AppError('not_found', 'There is no such series.')
  }

  /** @throws AppError not_found */
  async function rename(trx: Handle, id: number, name: string): Promise<void> {
    await requireSeries(trx, id)
    const other = await store.seriesNamed(trx, name)
    if (other && other.id !== id)
      throw new AppError('invalid_input', `There is a series called ${name} already.`)
    await store.nameSeries(trx, id, name)
  }

  return {
    of: (meetingId: number): Promise<Labels> => store.labelsOf(db.read, meetingId),

    async all() {
      const visible = () => visibleMeetings(db.read, currentViewer())
      return {
        series: await store.allSeries(db.read, visible()),
        tags: await store.allTags(db.read, visible()),
      }
    },

    put: (meetingId: number, { series, tags, companyId }: Labels): Promise<Labels> =>
      transact(db, async (trx) => {
        await store.putSeries(trx, meetingId, series)
        await store.putCompany(trx, meetingId, companyId)
        await store.clearTags(trx, meetingId)
        await store.addTags(trx, meetingId, tags)
        await store.dropEmptySeries(trx)
        await changed(trx, meetingId)
        await publishChange(trx, labelsChanged)
        return store.labelsOf(trx, meetingId)
      }),

    change: (
      meetingIds: readonly number[],
      { series, companyId, addTags, removeTags }: Change,
    ): Promise<void> =>
      transact(db, async (trx) => {
        for (const id of meetingIds) {
          if (series !== undefined) await store.putSeries(trx, id, series)
          if (companyId !== undefined) await store.putCompany(trx, id, companyId)
          await store.addTags(trx, id, addTags)
          await store.removeTags(trx, id, removeTags)
          await changed(trx, id)
        }
        await store.dropEmptySeries(trx)
        await publishChange(trx, labelsChanged)
      }),

    /** @throws AppError not_found, invalid_input */
    renameSeries: (id: number, name: string): Promise<{ id: number; name: string }> =>
      transact(db, async (trx) => {
        await rename(trx, id, name)
        await publishChange(trx, labelsChanged)
        return { id, name }
      }),

    /** @throws AppError not_found, invalid_input */
    mergeSeries: (id: number, into: number): Promise<void> =>
      transact(db, async (trx) => {
        if (id === into) throw new AppError('invalid_input', 'Choose another series.')
        await requireSeries(trx, id)
        await requireSeries(trx, into)
        await store.mergeSeries(trx, id, into)
        await publishChange(trx, labelsChanged)
      }),

    /** @throws AppError not_found */
    deleteSeries: (id: number): Promise<void> =>
      transact(db, async (trx) => {
        await requireSeries(trx, id)
        await store.deleteSeries(trx, id)
        await publishChange(trx, labelsChanged)
      }),
  }
}

export type LabelsService = ReturnType<typeof createLabels>
