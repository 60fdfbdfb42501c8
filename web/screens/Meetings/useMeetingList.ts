import { useMemo } from 'react'
import type { Recording } from '#contract/recordings.ts'
import { useFiledRecordings, type Filed } from '../../hooks/labels.ts'
import { useFoundRecordings, useOlderRecordings } from '../../hooks/recordings.ts'
import { titleOf } from '../../ui/transcription.ts'
import { sorted, type Order } from './order.ts'

const matches = (recording: Recording, words: string): boolean => {
  const text = `${titleOf(recording)} ${recording.description ?? ''}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

type Wanted = { recordings: Recording[]; filed: Filed; words: string; order: Order }

/** The meetings that the list shows: the newest and older ones loaded so far, or those that match the filters and the search. */
export function useMeetingList({ recordings, filed, words, order }: Wanted) {
  const older = useOlderRecordings()
  const beyond = older.more || older.older.length > 0
  // What is on the page is searched here; where there is more than that, the server is asked as well.
  const found = useFoundRecordings(beyond ? words : '')

  const narrowed = Object.keys(filed).length > 0
  const under = useFiledRecordings(filed)
  const all = useMemo(
    () => (narrowed ? (under.data ?? []) : merged(recordings, older.older)),
    [narrowed, under.data, recordings, older.older],
  )
  const listed = useMemo(() => {
    if (!words) return sorted(all, order)
    const here = all.filter((recording) => matches(recording, words))
    return sorted(narrowed ? here : merged(here, found.data ?? []), order)
  }, [all, words, found.data, order, narrowed])
  return { listed, found, under, older, beyond, narrowed }
}

/** Newest first, each once; where both have one, the first list's is the fresher. */
function merged(fresh: Recording[], others: Recording[]): Recording[] {
  if (others.length === 0) return fresh
  const known = new Set(fresh.map(({ id }) => id))
  return [...fresh, ...others.filter(({ id }) => !known.has(id))]
}
