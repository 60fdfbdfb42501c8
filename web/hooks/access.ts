import useSWR from 'swr'
import { getMeetingAccess, getStandardAudience, listBin, listColleagues } from '#contract/meetings.ts'
import { call, urlOf } from '../api.ts'
import { useMe } from './people.ts'
import { atEachVisit } from './system.ts'

/** Whether people sign in here: where they do not, there is one person, who sees everything. */
export function useSignsIn(): boolean {
  const access = useMe().data?.access
  return access !== undefined && access !== 'local' && access !== 'open'
}

/** Who may see a meeting; kept true by events. @param wanted false fetches nothing */
export function useMeetingAccess(meetingId: number, wanted: boolean) {
  const params = { id: meetingId }
  return useSWR(wanted ? urlOf(getMeetingAccess, params) : null, () => call(getMeetingAccess, { params }))
}

/** Who can be named. */
export function useColleagues() {
  return useSWR(listColleagues.path, () => call(listColleagues), atEachVisit)
}

/** Whom new meetings are open to. */
export function useStandardAudience() {
  return useSWR(getStandardAudience.path, () => call(getStandardAudience), atEachVisit)
}

/** What was deleted in the last 30 days; kept true by events. */
export function useBin() {
  return useSWR(listBin.path, () => call(listBin))
}
