import { useState } from 'react'
import { Link } from 'wouter'
import { change, useRecorder } from '../../capture/state.ts'
import { useRecording } from '../../hooks/recordings.ts'
import { useSettings } from '../../hooks/settings.ts'
import { useConsentNotice } from '../../hooks/consent-notice.ts'
import { Switch } from '../../ui/Switch.tsx'

/**
 * What is said of the meeting that is next, or of the one under way. It begins with "no" each time: at another meeting
 * others may be present, and a yes that is remembered would be a statement that nobody has made.
 */
export function useTold() {
  const { phase, recordingId, peopleTold } = useRecorder()
  const [next, setNext] = useState(false)
  const { data: recording } = useRecording(recordingId)
  const { busy, error, say } = useConsentNotice(recordingId)
  const underWay = phase !== 'ready' && phase !== 'starting'
  return {
    underWay,
    told: underWay ? (recording?.capture?.peopleTold ?? peopleTold) : next,
    busy,
    error,
    tell: async (told: boolean) => {
      if (!underWay) setNext(told)
      else if (await say(told)) change({ peopleTold: told })
    },
    /** The next meeting begins with "no". */
    reset: () => setNext(false),
  }
}

type PeopleToldProps = Omit<ReturnType<typeof useTold>, 'reset'>

/** What may be read out, and whether that was done; it can still be said while the meeting is recorded. */
export function PeopleTold({ underWay, told, busy, error, tell }: PeopleToldProps) {
  const notice = useSettings().data?.settings.recordingNotice
  return (
    <div className="mt-3 rounded-md border border-line bg-sunken px-3 py-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="text-sm font-semibold">
          {underWay ? 'Tell everyone present' : 'Before you start, tell everyone present'}
        </h3>
        <Link
          href="/settings"
          aria-label="Change the notice in Settings"
          className="touch-room rounded-md text-sm text-ink-2 underline underline-offset-2 hover:text-ink"
        >
          Change
        </Link>
      </div>
      <blockquote className="mt-1 min-h-10 max-h-32 overflow-y-auto break-words whitespace-pre-line">
        {notice}
      </blockquote>
      <div className="mt-2 border-t border-line pt-2">
        <Switch
          label="Everyone present has been told"
          checked={told}
          disabled={busy}
          onChange={(told) => void tell(told)}
        />
        {error && (
          <p role="alert" className="mt-1 text-sm text-bad">
            That was not saved: {error.message}
          </p>
        )}
      </div>
    </div>
  )
}
