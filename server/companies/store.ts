import { z } from 'zod'
import type { CompanyType, OfficerRole } from '#contract/companies.ts'
import type { Handle } from '../db/open.ts'

export type CompanyRow = {
  id: number
  name: string
  number: string | null
  type: CompanyType
  website: string | null
  registered_office: string | null
  incorporated_on: string | null
  reference_date: string | null
  last_accounts: string | null
  last_statement: string | null
  /** JSON of string[]. */
  industry_terms: string
  created_at: string
  updated_at: string
}

export type OfficerRow = {
  id: number
  company_id: number
  name: string
  role: OfficerRole
  appointed_on: string | null
  resigned_on: string | null
}

export type ChangeRow = {
  id: number
  company_id: number
  notice_on: string
  old_end: string
  new_end: string
  permitted: 0 | 1
}

export type CompanyColumns = Omit<CompanyRow, 'id' | 'created_at' | 'updated_at'>

const now = (): string => new Date().toISOString()

export const termsOf = (row: Pick<CompanyRow, 'industry_terms'>): string[] =>
  z.array(z.string()).parse(JSON.parse(row.industry_terms))

export function allCompanies(handle: Handle): Promise<CompanyRow[]> {
  return handle('company').orderByRaw('name COLLATE NOCASE, id')
}

export async function findCompany(handle: Handle, id: number): Promise<CompanyRow | null> {
  const row: CompanyRow | undefined = await handle('company').where({ id }).first()
  return row ?? null
}

/** Another company of this number. */
export async function companyOfNumber(
  handle: Handle,
  number: string,
  but: number | null,
): Promise<CompanyRow | null> {
  const row: CompanyRow | undefined = await handle('company')
    .where({ number })
    .whereNot({ id: but ?? 0 })
    .first()
  return row ?? null
}

export async function insertCompany(handle: Handle, row: CompanyColumns): Promise<number> {
  const [id] = await handle('company').insert({ ...row, created_at: now(), updated_at: now() })
  return id!
}

export async function changeCompany(
  handle: Handle,
  id: number,
  change: Partial<CompanyColumns>,
): Promise<void> {
  await handle('company')
    .where({ id })
    .update({ ...change, updated_at: now() })
}

export async function removeCompany(handle: Handle, id: number): Promise<void> {
  await handle('company').where({ id }).delete()
}

/** Those in office first, in the order of their appointment. */
export function officersOf(handle: Handle, companyId: number): Promise<OfficerRow[]> {
  return handle('company_officer')
    .where({ company_id: companyId })
    .orderByRaw('resigned_on IS NOT NULL, appointed_on, id')
}

export async function insertOfficer(handle: Handle, row: Omit<OfficerRow, 'id'>): Promise<void> {
  await handle('company_officer').insert(row)
}

/** @returns whether there is one */
export async function changeOfficer(
  handle: Handle,
  { id, company_id, ...row }: OfficerRow,
): Promise<boolean> {
  return (await handle('company_officer').where({ id, company_id }).update(row)) > 0
}

export async function removeOfficer(handle: Handle, companyId: number, id: number): Promise<boolean> {
  return (await handle('company_officer').where({ id, company_id: companyId }).delete()) > 0
}

export function changesOf(handle: Handle, companyId: number): Promise<ChangeRow[]> {
  return handle('company_reference_change').where({ company_id: companyId }).orderBy(['notice_on', 'id'])
}

export async function insertChange(handle: Handle, row: Omit<ChangeRow, 'id'>): Promise<void> {
  await handle('company_reference_change').insert(row)
}

export async function removeChange(handle: Handle, companyId: number, id: number): Promise<boolean> {
  return (await handle('company_reference_change').where({ id, company_id: companyId }).delete()) > 0
}
