import useSWR from 'swr'
import { getCompany, listCompanies } from '#contract/companies.ts'
import { pathFor } from '#contract/route.ts'
import { call } from '../api.ts'

/** The companies of the Governance screen; kept true by events. */
export function useCompanies() {
  return useSWR(listCompanies.path, () => call(listCompanies))
}

export function useCompany(id: number | null) {
  return useSWR(id === null ? null : pathFor(getCompany.path, { id }), () =>
    call(getCompany, { params: { id: id ?? 0 } }),
  )
}
