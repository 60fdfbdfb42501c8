import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { searchAll, type Passage } from '#contract/search.ts'
import { call } from '../api.ts'

/** A pause in typing that is long enough to ask the server. */
const typingPause = 300
const shortest = 3

/** Passages of meetings in which these words, or what they mean, were said. @param words too few letters ask for nothing */
export function useTranscriptMatches(words: string) {
  const [asked, setAsked] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words), typingPause)
    return () => clearTimeout(timer)
  }, [words])
  const isLong = words.length >= shortest && asked.length >= shortest
  const found = useSWR(
    isLong ? [searchAll.path, asked] : null,
    async (): Promise<Passage[]> => {
      const query = { q: asked, kind: 'transcript', limit: '20' }
      return (await call(searchAll, { query })).passages
    },
    { keepPreviousData: true, dedupingInterval: 2000 },
  )
  return {
    passages: isLong ? found.data : undefined,
    isLoading: isLong && found.isLoading,
    error: found.error as unknown,
    retry: () => void found.mutate(),
  }
}
