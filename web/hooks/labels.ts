import useSWR from 'swr'
import { getLabels, listLabels } from '#contract/labels.ts'
import { meetingMattersArising, mattersArising } from '#contract/actions.ts'
import { listRecordings } from '#contract/recordings.ts'
import { pathFor } from '#contract/route.ts'
import { call, userId } from '../api.ts'

/** The series and tags that there are. */
export const useAllLabels = () => useSWR(listLabels.path, () => call(listLabels))

export const useLabels = (id: number) =>
  useSWR(pathFor(getLabels.path, { id }), () => call(getLabels, { params: { id } }))

export type Filed = { series?: string; tag?: string; company?: string }

/** The meetings that are filed under something; nothing is fetched where nothing is chosen. */
export function useFiledRecordings(filed: Filed) {
  const key = new URLSearchParams(filed).toString()
  return useSWR(
    key === '' ? null : [listRecordings.path, 'filed', key],
    () => call(listRecordings, { params: { userId }, query: { ...filed, limit: '500' } }),
    { keepPreviousData: true, refreshInterval: 10_000 },
  )
}

/** What the earlier meetings of its series have left open. */
export const useMattersArising = (recordingId: number) =>
  useSWR(pathFor(mattersArising.path, { id: recordingId }), () =>
    call(mattersArising, { params: { id: recordingId } }),
  )

export const useMeetingMatters = (id: number | null) =>
  useSWR(id === null ? null : pathFor(meetingMattersArising.path, { id }), () =>
    call(meetingMattersArising, { params: { id: id ?? 0 } }),
  )
