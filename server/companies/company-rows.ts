import type { Company, CompanyFields } from '#contract/companies.ts'
import { AppError } from '../errors.ts'
import { addDays } from './days.ts'
import { currentReference, type Facts } from './deadlines.ts'
import * as store from './store.ts'

export const presentChange = (row: store.ChangeRow) => ({
  id: row.id,
  noticeOn: row.notice_on,
  oldEnd: row.old_end,
  newEnd: row.new_end,
  permitted: row.permitted === 1,
})

export const factsOf = (row: store.CompanyRow, changes: store.ChangeRow[]): Facts => ({
  type: row.type,
  incorporatedOn: row.incorporated_on,
  referenceDate: row.reference_date,
  lastAccounts: row.last_accounts,
  lastStatement: row.last_statement,
  changes: changes.map(presentChange),
})

export const present = (row: store.CompanyRow, facts: Facts): Company => ({
  id: row.id,
  name: row.name,
  number: row.number,
  type: row.type,
  website: row.website,
  registeredOffice: row.registered_office,
  incorporatedOn: row.incorporated_on,
  referenceDate: row.reference_date,
  currentReferenceDate: currentReference(facts),
  lastAccounts: row.last_accounts,
  lastStatement: row.last_statement,
  industryTerms: store.termsOf(row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Only what was given. @throws AppError invalid_input */
export function columnsOf(fields: CompanyFields): Partial<store.CompanyColumns> {
  const { industryTerms, referenceDate } = fields
  if (referenceDate && !isDayOfYear(referenceDate))
    throw new AppError('invalid_input', 'There is no such day in the calendar.')
  const all = {
    name: fields.name,
    number: fields.number == null ? fields.number : companyNumber(fields.number),
    type: fields.type,
    website: fields.website,
    registered_office: fields.registeredOffice,
    incorporated_on: fields.incorporatedOn,
    reference_date: referenceDate,
    last_accounts: fields.lastAccounts,
    last_statement: fields.lastStatement,
    industry_terms: industryTerms && JSON.stringify([...new Set(industryTerms)]),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

const isDayOfYear = (day: string): boolean => addDays(`2024-${day}`, 0) === `2024-${day}`

/** Companies House writes eight characters; people leave away the zeros in front. */
function companyNumber(given: string): string {
  const bare = given.replace(/\s/g, '').toUpperCase()
  const number = /^\d{1,7}$/.test(bare) ? bare.padStart(8, '0') : bare
  if (!/^(\d{8}|[A-Z]{2}\d{6}|R\d{7})$/.test(number))
    throw new AppError(
      'invalid_input',
      'A company number has eight digits, or two letters and six digits: 01234567, SC123456.',
    )
  return number
}
