import type { z } from 'zod'
import {
  personalActionsChanged,
  type addPersonalAction,
  type changePersonalAction,
  type PersonalAction,
} from '#contract/personal-actions.ts'
import { publishChange } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import * as store from './personal-store.ts'

const present = (row: store.PersonalRow): PersonalAction => ({
  id: row.id,
  title: row.title,
  notes: row.notes,
  dueDate: row.due_date,
  priority: row.priority,
  status: row.status,
  createdAt: row.created_at,
})

/** What people set themselves. */
export function createPersonalActions(db: Db) {
  async function need(handle: Handle, personId: number, id: number): Promise<PersonalAction> {
    const row = await store.findPersonal(handle, personId, id)
    if (!row) throw new AppError('not_found', 'This action does not exist, or has been deleted.')
    return present(row)
  }

  return {
    list: async (personId: number): Promise<PersonalAction[]> =>
      (await store.personalActions(db.read, personId)).map(present),

    add: (fields: z.infer<typeof addPersonalAction.body>, personId: number): Promise<PersonalAction> =>
      transact(db, async (trx) => {
        const { title, notes = '', dueDate = null, priority = 'medium', status = 'to_do' } = fields
        const row = { person_id: personId, title, notes, due_date: dueDate, priority, status }
        const id = await store.insertPersonal(trx, row)
        await publishChange(trx, personalActionsChanged, personId)
        return need(trx, personId, id)
      }),

    /** @throws AppError not_found */
    change: (
      id: number,
      { dueDate, ...fields }: z.infer<typeof changePersonalAction.body>,
      personId: number,
    ): Promise<PersonalAction> =>
      transact(db, async (trx) => {
        await need(trx, personId, id)
        await store.changePersonal(trx, id, {
          ...fields,
          ...(dueDate !== undefined && { due_date: dueDate }),
        })
        await publishChange(trx, personalActionsChanged, personId)
        return need(trx, personId, id)
      }),

    /** @throws AppError not_found */
    remove: (id: number, personId: number): Promise<void> =>
      transact(db, async (trx) => {
        await need(trx, personId, id)
        await store.deletePersonal(trx, personId, id)
        await publishChange(trx, personalActionsChanged, personId)
      }),
  }
}
