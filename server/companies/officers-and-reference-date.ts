import type { ChangeFields, CompanyDetails, OfficerFields } from '#contract/companies.ts'
import type { Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { whyNotChange } from './deadlines.ts'
import { factsOf } from './company-rows.ts'
import * as store from './store.ts'

/** Changes a company in a transaction, publishes the change, and returns the company as it is now. */
export type Change = (
  id: number,
  work: (trx: Handle, row: store.CompanyRow) => Promise<void>,
) => Promise<CompanyDetails>

/** Directors, secretary and members. */
export function createOfficers(change: Change) {
  return {
    addOfficer: (id: number, fields: OfficerFields): Promise<CompanyDetails> =>
      change(id, (trx) => store.insertOfficer(trx, { company_id: id, ...officerColumns(fields) })),

    updateOfficer: (id: number, officerId: number, fields: OfficerFields): Promise<CompanyDetails> =>
      change(id, async (trx) => {
        const row = { id: officerId, company_id: id, ...officerColumns(fields) }
        if (!(await store.changeOfficer(trx, row)))
          throw new AppError('not_found', 'There is no such officer.')
      }),

    removeOfficer: (id: number, officerId: number): Promise<CompanyDetails> =>
      change(id, async (trx) => {
        if (!(await store.removeOfficer(trx, id, officerId)))
          throw new AppError('not_found', 'There is no such officer.')
      }),
  }
}

/** Changes of the accounting reference date. */
export function createReferenceChanges(change: Change) {
  return {
    /** @throws AppError invalid_input with the reason, where the Act does not allow it */
    addReferenceChange: (id: number, fields: ChangeFields): Promise<CompanyDetails> =>
      change(id, async (trx, row) => {
        const facts = factsOf(row, await store.changesOf(trx, id))
        const reason = whyNotChange(facts, fields)
        if (reason) throw new AppError('invalid_input', reason)
        await store.insertChange(trx, {
          company_id: id,
          notice_on: fields.noticeOn,
          old_end: fields.oldEnd,
          new_end: fields.newEnd,
          permitted: fields.permitted ? 1 : 0,
        })
      }),

    removeReferenceChange: (id: number, changeId: number): Promise<CompanyDetails> =>
      change(id, async (trx) => {
        if (!(await store.removeChange(trx, id, changeId)))
          throw new AppError('not_found', 'There is no such change.')
      }),
  }
}

const officerColumns = ({ name, role, appointedOn, resignedOn }: OfficerFields) => ({
  name,
  role,
  appointed_on: appointedOn,
  resigned_on: resignedOn,
})
