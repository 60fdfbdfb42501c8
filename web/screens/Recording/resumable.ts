import { useEffect, useState } from 'react'
import { heldSeconds } from '#contract/capture.ts'
import type { Recording } from '#contract/recordings.ts'
import { heldCaptures } from '../../capture/lock.ts'
import { canRecord } from '../../capture/microphone.ts'
import { isBusy, useRecorder } from '../../capture/state.ts'
import { unfinishedCaptures } from '../../capture/unfinished.ts'
import { useMe } from '../../hooks/people.ts'

const lookEvery = 2000

/**
 * What this browser has to do with a recording: another tab of it records it (`held`), or a page of it did that is gone
 * (`left`) and may come back at once.
 */
function useBrowsersPart(id: number): 'held' | 'left' | null {
  const personId = useMe().data?.id
  const [part, setPart] = useState<'held' | 'left' | null>(null)
  useEffect(() => {
    let shown = true
    const look = async () => {
      const held = (await heldCaptures()).has(id)
      const left = held || personId === undefined ? [] : await unfinishedCaptures(personId)
      const isLeft = left.some(({ recordingId }) => recordingId === id)
      if (shown) setPart(held ? 'held' : isLeft ? 'left' : null)
    }
    const lookNow = () =>
      void look().catch((error: unknown) => console.error('This browser could not be checked', error))
    lookNow()
    const timer = setInterval(lookNow, lookEvery)
    return () => {
      shown = false
      clearInterval(timer)
    }
  }, [id, personId])
  return part
}

/**
 * Why a recording under way cannot be resumed on this page just now; null: it can.
 * @param unheardFor seconds since its recorder was last heard; null while it is
 */
export function useWhyNotResume({ id }: Recording, unheardFor: number | null): string | null {
  const recorder = useRecorder()
  const part = useBrowsersPart(id)
  if (!canRecord())
    return 'To resume here, open the appliance over HTTPS. This page cannot use the microphone.'
  if (isBusy(recorder)) return 'To resume here, first stop the recording in progress on this page.'
  if (part === 'held')
    return 'It is being recorded in another tab of this browser. Continue there, or close that tab.'
  if (part === 'left' || (unheardFor !== null && unheardFor >= heldSeconds)) return null
  return unheardFor === null
    ? `It can be resumed here once the recording device has been out of contact for ${heldSeconds} seconds.`
    : `It can be resumed here in ${Math.ceil(heldSeconds - unheardFor)} s, unless the recording device reconnects.`
}
