import useSWR from 'swr'
import { getSystemStatus } from '#contract/system.ts'
import { call, keys } from '../api.ts'

/** Speech engine, queue and disk; kept true by events. */
export function useSystemStatus() {
  return useSWR(keys.status, () => call(getSystemStatus))
}
