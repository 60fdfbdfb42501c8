import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import { isBusy, useRecorder, type Recorder } from '../../capture/state.ts'
import { useTabMark } from '../../hooks/page.ts'

/** It holds the recorder's own buttons, which most visits never need: fetched at Start, while the server is there. */
const load = () => import('../Record/RecordingStrip.tsx')
const RecordingStrip = lazy(async () => ({ default: (await load()).RecordingStrip }))

/** "● Board meeting" while it is recorded, "❚❚ …" in a pause, "○ …" while there is nothing to record from. */
function markOf({ phase, paused, stream, title }: Recorder): string | null {
  if (phase !== 'recording' && phase !== 'stopping') return null
  const sign = paused ? '❚❚' : stream === null ? '○' : '●'
  return `${sign} ${title}`
}

/** The recorder goes on while another screen is looked at, and says so, there and in the browser's tab. */
export function RecordingNotice() {
  const recorder = useRecorder()
  const [location] = useLocation()
  useTabMark(markOf(recorder))
  const busy = isBusy(recorder)
  const begun = busy && recorder.recordingId !== null
  useEffect(() => {
    if (begun)
      load().catch((error: unknown) => console.error('The strip of the recorder was not fetched', error))
  }, [begun])
  return (
    busy &&
    location !== '/record' && (
      <Suspense>
        <RecordingStrip />
      </Suspense>
    )
  )
}
