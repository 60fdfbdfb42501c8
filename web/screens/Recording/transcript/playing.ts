import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Segment } from '#contract/transcripts.ts'
import type { Player } from '../../../hooks/player.ts'
import { playingAt } from './words.ts'

type Playing = ReturnType<typeof playingAt>

/** What is being said; changes only when the word does, although the position changes 60 times a second. */
export function usePlaying(player: Player, segments: Segment[]): Playing {
  const [playing, setPlaying] = useState<Playing>(null)
  const { onTime } = player
  useEffect(
    () =>
      onTime((seconds) => {
        setPlaying((before) => {
          const now = playingAt(segments, seconds)
          return now?.segment === before?.segment && now?.word === before?.word ? before : now
        })
      }),
    [onTime, segments],
  )
  return playing
}

/** True while the page is being printed; the page is rendered so before the browser takes its picture. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const print = matchMedia('print')
    const change = () => flushSync(() => setPrinting(print.matches))
    const before = () => flushSync(() => setPrinting(true))
    const after = () => setPrinting(false)
    print.addEventListener('change', change)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      print.removeEventListener('change', change)
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  return printing
}
