import { CircleDot, TriangleAlert } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { elapsed, isBusy, useRecorder } from '../../capture/state.ts'
import { useNow } from '../../hooks/page.ts'
import { Banner } from '../../ui/Banner.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { position } from '../../ui/format.ts'

/** The recorder goes on while another screen is looked at, and says so. */
export function RecordingNotice() {
  const recorder = useRecorder()
  const [location] = useLocation()
  return isBusy(recorder) && location !== '/record' ? <Strip /> : null
}

function Strip() {
  const recorder = useRecorder()
  useNow(1000)
  const { phase, title, paused, silent, queue, stream } = recorder
  const unsaved = phase === 'unsaved'
  const trouble =
    phase === 'recording' && stream === null
      ? 'There is nothing to record from'
      : phase === 'recording' && queue.trouble === 'network'
        ? `The server cannot be reached; ${Math.round(queue.waiting)} seconds wait in this browser`
        : silent
          ? 'Nothing has been heard for 10 seconds'
          : null
  return (
    <Banner
      strip
      tone={unsaved || trouble ? 'warn' : 'neutral'}
      icon={unsaved || trouble ? TriangleAlert : CircleDot}
      action={
        <Link href="/record" className={buttonClass('secondary', true)}>
          Back to the recorder
        </Link>
      }
    >
      <span className="font-semibold">
        {unsaved ? 'Not saved yet' : phase === 'saving' ? 'Saving' : paused ? 'Paused' : 'Recording'}
      </span>{' '}
      <span className="tabular-nums">
        · {title}, {position(elapsed(recorder))}
        {trouble && `. ${trouble}`}
      </span>
    </Banner>
  )
}
