import useSWR, { useSWRConfig } from 'swr'
import { getRecording, listRecordings, type Recording } from '#contract/recordings.ts'
import { getTranscript } from '#contract/transcripts.ts'
import { call, keys, userId } from '../api.ts'
import { markTrue } from '../live.ts'
import { usePolling } from './page.ts'

/**
 * The list of recordings, newest first, shared by everything that shows it.
 * @param pollEvery milliseconds between fetches besides the pushed events; 0 for none
 */
export function useRecordings({ pollEvery = 0 }: { pollEvery?: number } = {}) {
  const list = useSWR(keys.recordings, async () => {
    const recordings = await call(listRecordings, { params: { userId }, query: { t: String(Date.now()) } })
    markTrue()
    return recordings
  })
  const { mutate } = list
  usePolling(mutate, pollEvery)
  return list
}

/** One recording; shows at once what the list knows of it. @param id null fetches nothing */
export function useRecording(id: number | null) {
  const { cache } = useSWRConfig()
  const list = cache.get(keys.recordings)?.data as Recording[] | undefined
  return useSWR(
    id === null ? null : keys.recording(id),
    () => call(getRecording, { params: { id: id ?? 0 } }),
    { fallbackData: list?.find((recording) => recording.id === id) },
  )
}

/** @param id null fetches nothing */
export function useTranscript(id: number | null) {
  return useSWR(id === null ? null : keys.transcript(id), () =>
    call(getTranscript, { params: { id: id ?? 0 } }),
  )
}
