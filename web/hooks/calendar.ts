import useSWR from 'swr'
import { getCalendar } from '#contract/calendar.ts'
import { call, urlOf } from '../api.ts'

/** What stands on these days; kept true by events. */
export function useCalendar(from: string, to: string) {
  return useSWR(urlOf(getCalendar, {}, { from, to }), () => call(getCalendar, { query: { from, to } }), {
    keepPreviousData: true,
  })
}
