import { useMemo } from 'react'
import useSWR from 'swr'
import { listOverviews, mostOverviews, type MeetingOverview } from '#contract/overview.ts'
import { call } from '../api.ts'

const refreshEvery = 10_000

/** Attendees, open actions and statements to check of the recordings that a list shows, by recording. */
export function useOverviews(ids: readonly number[]): ReadonlyMap<number, MeetingOverview> {
  const asked = ids.slice(0, mostOverviews).join(',')
  const { data } = useSWR(
    asked === '' ? null : [listOverviews.path, asked],
    () => call(listOverviews, { query: { ids: asked } }),
    { keepPreviousData: true, refreshInterval: refreshEvery },
  )
  return useMemo(() => new Map(data?.map((one) => [one.id, one])), [data])
}
