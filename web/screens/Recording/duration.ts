import { useEffect, useRef } from 'react'
import { useSWRConfig } from 'swr'
import { putDuration, type Recording } from '#contract/recordings.ts'
import { call, keys } from '../../api.ts'
import type { Player } from '../../hooks/player.ts'
import { putRecording } from '../../live.ts'

/** The specification's, in seconds. */
const tolerance = 1

/** Tells the server how long the sound is when the player finds it to be longer or shorter than what is stored. */
export function useDurationSync({ id, duration: stored }: Recording, { audio }: Player): void {
  const { cache, mutate } = useSWRConfig()
  const latest = useRef(stored)
  useEffect(() => {
    latest.current = stored
  }, [stored])

  useEffect(() => {
    const element = audio.current
    if (!element) return
    /** What has been told already: a server that knows better is not told twice. */
    let told = 0
    const compare = () => {
      const { duration } = element
      if (!Number.isFinite(duration) || duration <= 0 || Math.abs(duration - told) <= tolerance) return
      if (latest.current !== 0 && Math.abs(duration - latest.current) <= tolerance) return
      told = duration
      call(putDuration, { params: { id }, body: { duration } })
        .then((recording) => {
          putRecording({ cache, mutate }, recording)
          void mutate(keys.recordings)
        })
        .catch((error: unknown) => console.error('The duration was not stored', error))
    }
    element.addEventListener('durationchange', compare)
    compare()
    return () => element.removeEventListener('durationchange', compare)
  }, [audio, id, cache, mutate])
}
