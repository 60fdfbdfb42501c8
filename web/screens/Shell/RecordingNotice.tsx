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
  const { phase, title } = recorder
  const unsaved = phase === 'unsaved'
  return (
    <Banner
      strip
      tone={unsaved ? 'warn' : 'neutral'}
      icon={unsaved ? TriangleAlert : CircleDot}
      action={
        <Link href="/record" className={buttonClass('secondary', true)}>
          Back to the recorder
        </Link>
      }
    >
      <span className="font-semibold">
        {unsaved ? 'Not saved yet' : phase === 'saving' ? 'Saving' : 'Recording'}
      </span>{' '}
      <span className="tabular-nums">
        · {title}, {position(elapsed(recorder))}
      </span>
    </Banner>
  )
}
