import {
  companiesChanged,
  type Company,
  type CompanyDetails,
  type CompanyFields,
  type Deadline,
} from '#contract/companies.ts'
import type { Config } from '../config.ts'
import { publishChange } from '../db/events.ts'
import { transact, type Db, type Handle } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { today } from './days.ts'
import { allDue, type Due } from './deadlines.ts'
import { createOfficers, createReferenceChanges } from './officers-and-reference-date.ts'
import { columnsOf, factsOf, present, presentChange } from './company-rows.ts'
import * as store from './store.ts'

export { addDays, inWords, today } from './days.ts'

export type CompaniesService = ReturnType<typeof createCompanies>

export type CompanyHooks = {
  /** In the transaction that changed it. */
  changed: ((trx: Handle, companyId: number) => Promise<void>)[]
  /** In the transaction that deletes it, before it goes. */
  deleting: ((trx: Handle, companyId: number) => Promise<void>)[]
}

const unknown = (): AppError => new AppError('not_found', 'There is no such company.')

/** The companies, their officers, and what they have to file by when. */
export function createCompanies({ config, db }: { config: Pick<Config, 'timezone'>; db: Db }) {
  const hooks: CompanyHooks = { changed: [], deleting: [] }

  async function need(handle: Handle, id: number): Promise<store.CompanyRow> {
    const row = await store.findCompany(handle, id)
    if (!row) throw unknown()
    return row
  }

  async function details(handle: Handle, id: number): Promise<CompanyDetails> {
    const row = await need(handle, id)
    const changes = await store.changesOf(handle, id)
    const facts = factsOf(row, changes)
    return {
      ...present(row, facts),
      officers: (await store.officersOf(handle, id)).map((officer) => ({
        id: officer.id,
        name: officer.name,
        role: officer.role,
        appointedOn: officer.appointed_on,
        resignedOn: officer.resigned_on,
      })),
      referenceChanges: changes.map(presentChange),
      deadlines: nextOfEach(allDue(facts, today(config.timezone))).map((due) => ofCompany(row, due)),
    }
  }

  /** Changes a company, publishes the change, and answers with what it is now. */
  function change(
    id: number,
    work: (trx: Handle, row: store.CompanyRow) => Promise<void>,
  ): Promise<CompanyDetails> {
    return transact(db, async (trx) => {
      await work(trx, await need(trx, id))
      await publish(trx, id)
      return details(trx, id)
    })
  }

  async function publish(trx: Handle, id: number): Promise<void> {
    for (const hook of hooks.changed) await hook(trx, id)
    await publishChange(trx, companiesChanged, id)
  }

  async function checkNumber(trx: Handle, number: string | null | undefined, id: number | null) {
    if (number == null) return
    const other = await store.companyOfNumber(trx, number, id)
    if (other) throw new AppError('invalid_input', `${other.name} has this company number already.`)
  }

  function checkIncorporation(day: string | null | undefined): void {
    if (day != null && day > today(config.timezone))
      throw new AppError('invalid_input', 'The date of incorporation is in the future.')
  }

  return {
    hooks,
    ...createOfficers(change),
    ...createReferenceChanges(change),

    list: async (handle: Handle): Promise<Company[]> => {
      const all: Company[] = []
      for (const row of await store.allCompanies(handle))
        all.push(present(row, factsOf(row, await store.changesOf(handle, row.id))))
      return all
    },

    /** @throws AppError not_found */
    get: details,

    ids: async (handle: Handle): Promise<number[]> => (await store.allCompanies(handle)).map(({ id }) => id),

    /** @throws AppError invalid_input */
    add: (fields: CompanyFields & { name: string }): Promise<CompanyDetails> =>
      transact(db, async (trx) => {
        const columns = columnsOf(fields)
        checkIncorporation(columns.incorporated_on)
        await checkNumber(trx, columns.number, null)
        const id = await store.insertCompany(trx, { ...nothingKnown, name: fields.name, ...columns })
        await publish(trx, id)
        return details(trx, id)
      }),

    /** @throws AppError not_found, invalid_input */
    update: (id: number, fields: CompanyFields): Promise<CompanyDetails> =>
      change(id, async (trx) => {
        const columns = columnsOf(fields)
        checkIncorporation(columns.incorporated_on)
        await checkNumber(trx, columns.number, id)
        await store.changeCompany(trx, id, columns)
      }),

    /** @throws AppError not_found */
    remove: (id: number): Promise<void> =>
      transact(db, async (trx) => {
        await need(trx, id)
        for (const hook of hooks.deleting) await hook(trx, id)
        await store.removeCompany(trx, id)
        await publishChange(trx, companiesChanged, id)
      }),

    /** What is due between two days, of all companies, the soonest first; what is late comes with a day of its own. */
    deadlines: (handle: Handle, period: Period = {}): Promise<Deadline[]> =>
      deadlinesIn(handle, period, today(config.timezone)),
  }
}

type Period = { from?: string | undefined; to?: string | undefined }

async function deadlinesIn(handle: Handle, { from, to }: Period, day: string): Promise<Deadline[]> {
  const all: Deadline[] = []
  for (const row of await store.allCompanies(handle))
    for (const due of allDue(factsOf(row, await store.changesOf(handle, row.id)), day))
      if ((from === undefined || due.due >= from) && (to === undefined || due.due <= to))
        all.push(ofCompany(row, due))
  return all.sort((a, b) => a.due.localeCompare(b.due))
}

/** Of a new company only its name must be known. */
const nothingKnown: Omit<store.CompanyColumns, 'name'> = {
  ...{ type: 'private', industry_terms: '[]', number: null, website: null },
  ...{ registered_office: null, incorporated_on: null, reference_date: null },
  ...{ last_accounts: null, last_statement: null },
}

/** The first of each kind. */
function nextOfEach(all: Due[]): Due[] {
  return (['accounts', 'confirmation_statement'] as const)
    .flatMap((kind) => all.filter((one) => one.kind === kind).slice(0, 1))
    .sort((a, b) => a.due.localeCompare(b.due))
}

const ofCompany = (row: store.CompanyRow, due: Due): Deadline => ({
  companyId: row.id,
  companyName: row.name,
  ...due,
})
