import { LoaderCircle, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Recording } from '#contract/recordings.ts'
import { elapsed, useRecorder, type Recorder } from '../capture/state.ts'
import { cx } from './cx.ts'
import { minutesAndSeconds } from './format.ts'
import { toneText } from './Chip.tsx'
import { underWay } from './transcription.ts'

/** The server says how much there is every few seconds; a clock that has not heard from it stops soon. */
const tickAtMost = 6

/** Its sound is still to come, so there is no length to name and nothing to play. */
export const isUnderWay = ({ status }: Recording): boolean => status === 'recording'

/** Nobody has been heard to record it for a while. */
export const isUnfinished = (recording: Recording): boolean =>
  isUnderWay(recording) && recording.capture?.now?.state === 'unheard'

/** Of a recording under way: what the server has, and the seconds since it said so while sound comes. Null: not known. */
export function useSecondsRecorded({ capture }: Recording): number | null {
  const now = capture?.now ?? null
  const [passed, setPassed] = useState({ since: now, seconds: 0 })
  useEffect(() => {
    if (now?.state !== 'coming') return
    const from = performance.now()
    const timer = setInterval(() => {
      setPassed({ since: now, seconds: Math.min(tickAtMost, (performance.now() - from) / 1000) })
    }, 1000)
    return () => clearInterval(timer)
  }, [now])
  if (now?.seconds == null) return null
  return now.seconds + (passed.since === now ? passed.seconds : 0)
}

/** Seconds since its recorder was last heard; null while it is. */
export function useUnheardFor({ capture }: Recording): number | null {
  const now = capture?.now ?? null
  const [passed, setPassed] = useState({ since: now, seconds: 0 })
  useEffect(() => {
    if (now?.unheardFor == null) return
    const from = performance.now()
    const timer = setInterval(
      () => setPassed({ since: now, seconds: (performance.now() - from) / 1000 }),
      1000,
    )
    return () => clearInterval(timer)
  }, [now])
  if (now?.unheardFor == null) return null
  return now.unheardFor + (passed.since === now ? passed.seconds : 0)
}

/** What this tab's own recorder does it knows before the server says so, in the recorder's own words. */
function stateHere({ phase, paused, recordingId }: Recorder, id: number) {
  if (recordingId !== id) return null
  if (phase === 'saving') return { icon: LoaderCircle, tone: 'neutral', words: 'Saving' } as const
  if (phase === 'unsaved') return { icon: TriangleAlert, tone: 'warn', words: 'Not saved yet' } as const
  if (phase !== 'recording' && phase !== 'stopping') return null
  return underWay({ state: paused ? 'quiet' : 'coming', seconds: null, unheardFor: null })
}

/** "Being recorded 03:12" with the red dot, "Paused 03:12", "Nothing heard for 12 s" or "Not finished 03:12". */
export function UnderWay({ recording, small }: { recording: Recording; small?: boolean }) {
  const told = useSecondsRecorded(recording)
  const unheardFor = useUnheardFor(recording)
  const recorder = useRecorder()
  const here = stateHere(recorder, recording.id)
  // One clock on the page: what the server has is a moment behind.
  const seconds = here && told !== null ? Math.max(elapsed(recorder), 0) : told
  const now = recording.capture?.now ?? null
  const state = here ?? underWay(now && { ...now, unheardFor })
  if (!isUnderWay(recording)) return null
  return (
    <span className={cx('inline-flex items-center gap-1.5', toneText[state.tone])}>
      <state.icon size={small ? 12 : 16} strokeWidth={2} className="shrink-0" aria-hidden />
      <span className="font-medium">{state.words}</span>
      {seconds !== null && (here || now?.state !== 'missing') && (
        <span className="tabular-nums" aria-label={`${minutesAndSeconds(seconds)} recorded so far`}>
          {minutesAndSeconds(seconds)}
        </span>
      )}
    </span>
  )
}
