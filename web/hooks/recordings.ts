import { useEffect, useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { getRecording, listRecordings, type Recording } from '#contract/recordings.ts'
import { getTranscript } from '#contract/transcripts.ts'
import { ApiError, call, callWithHeaders, keys, userId } from '../api.ts'
import { markTrue } from '../live.ts'
import { useAction } from './busy-action.ts'
import { usePolling } from './page.ts'

/** As many as are kept on the page and searched there; older ones are fetched, and searched by the server. */
const onPage = 500
const cursorHeader = 'X-Next-Cursor'
/** Where the older ones go on; null when there are none. */
const cursorKey = 'recordings after the first'

type Page = { recordings: Recording[]; next: string | null }

async function fetchPage(query: Record<string, string>): Promise<Page> {
  const { body, headers } = await callWithHeaders(listRecordings, {
    params: { userId },
    query: { t: String(Date.now()), limit: String(onPage), ...query },
  })
  return { recordings: body, next: headers.get(cursorHeader) }
}

/**
 * The list of recordings, newest first, shared by everything that shows it.
 * @param pollEvery milliseconds between fetches besides the pushed events; 0 for none
 */
export function useRecordings({ pollEvery = 0 }: { pollEvery?: number } = {}) {
  const { mutate: mutateAny } = useSWRConfig()
  const list = useSWR(keys.recordings, async () => {
    const { recordings, next } = await fetchPage({}).catch((error: unknown) => {
      console.error('Failed to fetch recordings', error instanceof ApiError ? error.status : error)
      throw error
    })
    void mutateAny(cursorKey, next, { revalidate: false })
    markTrue()
    return recordings
  })
  const { mutate } = list
  usePolling(mutate, pollEvery)
  return list
}

/** Those that are too old to be on the page: fetched a page at a time, when they are asked for. */
export function useOlderRecordings() {
  const { data: first = null } = useSWR<string | null>(cursorKey, null)
  const [older, setOlder] = useState<Recording[]>([])
  const [next, setNext] = useState<string | null | undefined>(undefined)
  const { busy, error, run } = useAction()
  const cursor = next === undefined ? first : next
  const load = () =>
    run(async () => {
      if (cursor === null) return
      const page = await fetchPage({ cursor })
      setOlder((now) => [...now, ...page.recordings])
      setNext(page.next)
    })
  return { older, more: cursor !== null, busy, error, load }
}

/** A pause in typing that is long enough to ask the server. */
const typingPause = 250

/** What the server finds. @param words '' asks for nothing */
export function useFoundRecordings(words: string) {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words), typingPause)
    return () => clearTimeout(timer)
  }, [words])
  const found = useSWR(
    words && asked ? [keys.recordings, asked] : null,
    async () => (await fetchPage({ q: asked })).recordings,
    { keepPreviousData: true, dedupingInterval: 2000 },
  )
  return { ...found, isLoading: found.isLoading || asked !== words }
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
