import useSWR from 'swr'
import { listModels } from '#contract/models.ts'
import { getSystemReport, getSystemStatus } from '#contract/system.ts'
import { call, keys } from '../api.ts'
import { usePolling } from './page.ts'

/** Speech engine, queue and disk; kept true by events. */
export function useSystemStatus() {
  return useSWR(keys.status, () => call(getSystemStatus))
}

/** An administrator's screens are fetched anew at each visit: nobody pushes what they show. */
export const atEachVisit = { dedupingInterval: 2000 }

const pollEvery = 10_000

/** All that an administrator wants to see of the appliance. */
export function useSystemReport() {
  const report = useSWR(getSystemReport.path, () => call(getSystemReport), atEachVisit)
  usePolling(report.mutate, pollEvery)
  return report
}

/** The speech models, for administrators; kept true by events. */
export function useModels() {
  return useSWR(listModels.path, () => call(listModels), atEachVisit)
}
