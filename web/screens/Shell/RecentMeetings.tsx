import { RefreshCw, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Recording } from '#contract/recordings.ts'
import { useNow } from '../../hooks/page.ts'
import { useRecordings } from '../../hooks/recordings.ts'
import { IconButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { DeleteRecording } from '../../ui/DeleteRecording.tsx'
import { minutesAndSeconds, relativeTime } from '../../ui/format.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { savedWithoutTranscript, titleOf } from '../../ui/transcription.ts'
import { isUnderWay, UnderWay } from '../../ui/UnderWay.tsx'

const newFor = 10_000
/** All of them are on the Meetings screen; a column is for the last few. */
const shownAtMost = 30

/** The ids that came since the list was first there, each for ten seconds. */
function useNewIds(recordings: Recording[] | undefined): ReadonlySet<number> {
  const known = useRef<Set<number> | null>(null)
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    if (!recordings) return
    const ids = recordings.map((recording) => recording.id)
    const before = known.current
    known.current = new Set([...(before ?? []), ...ids])
    const arrived = before ? ids.filter((id) => !before.has(id)) : []
    if (arrived.length === 0) return
    setFresh((now) => new Set([...now, ...arrived]))
    // Not cleared when the list changes again: each badge has its own ten seconds.
    setTimeout(() => setFresh((now) => new Set([...now].filter((id) => !arrived.includes(id)))), newFor)
  }, [recordings])
  return fresh
}

/** @param onFollow called when a link is followed, to close the drawer */
export function RecentMeetings({ onFollow }: { onFollow?: () => void }) {
  const { data: recordings, error, isLoading, isValidating, mutate } = useRecordings()
  const [asked, setAsked] = useState(false)
  const [doomed, setDoomed] = useState<Recording | null>(null)
  const now = useNow()
  const fresh = useNewIds(recordings)
  const refreshing = asked && isValidating

  const refresh = async () => {
    setAsked(true)
    await mutate()
    setAsked(false)
  }

  return (
    <section aria-labelledby="recent-meetings" className="flex min-h-0 flex-1 flex-col border-t border-line">
      <div className="flex items-center justify-between pt-2 pr-2 pb-1 pl-4">
        <h2 id="recent-meetings" className="text-sm font-semibold text-ink-2">
          Recent Meetings
        </h2>
        <IconButton
          icon={RefreshCw}
          label="Refresh"
          onClick={() => void refresh()}
          disabled={refreshing}
          className={cx((refreshing || isLoading) && 'animate-pulse')}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {recordings ? (
          recordings.length === 0 ? (
            <p className="px-2.5 py-2 text-ink-3">No recordings yet</p>
          ) : (
            <ul className="space-y-0.5">
              {recordings.slice(0, shownAtMost).map((recording) => (
                <Item
                  key={recording.id}
                  recording={recording}
                  now={now}
                  isNew={fresh.has(recording.id)}
                  onFollow={onFollow}
                  onDelete={() => setDoomed(recording)}
                />
              ))}
            </ul>
          )
        ) : error && !isValidating ? (
          <p className="px-2.5 py-2 text-ink-3">The list could not be loaded.</p>
        ) : (
          <div aria-label="Loading" role="status" className="space-y-0.5">
            {[0, 1, 2].map((row) => (
              <div key={row} className="h-12 space-y-2 px-2.5 py-2">
                <Skeleton className="h-3.5 w-40" />
                <Skeleton className="h-2.5 w-24" />
              </div>
            ))}
          </div>
        )}
      </div>
      <DeleteRecording recording={doomed} onClose={() => setDoomed(null)} />
    </section>
  )
}

type ItemProps = {
  recording: Recording
  now: number
  isNew: boolean
  onFollow: (() => void) | undefined
  onDelete: () => void
}

function Item({ recording, now, isNew, onFollow, onDelete }: ItemProps) {
  const title = titleOf(recording)
  return (
    <li
      className={cx(
        'group relative rounded-md transition-colors hover:bg-pressed',
        isNew && 'bg-surface outline -outline-offset-1 outline-line-strong',
      )}
    >
      <Link
        href="/history"
        onClick={onFollow}
        className="block min-h-12 rounded-md py-1.5 pr-9 pl-2.5 pointer-coarse:pr-12"
      >
        <span className="flex items-center gap-1.5">
          <span dir="auto" className="truncate" title={title}>
            {title}
          </span>
          {isNew && (
            <span className="shrink-0 rounded-md border border-line-strong px-1 text-xs leading-4 font-medium text-ink-2">
              New
            </span>
          )}
          {savedWithoutTranscript(recording) && (
            <span title="Audio saved, transcription failed" className="shrink-0 text-warn">
              <TriangleAlert size={16} strokeWidth={1.75} aria-hidden />
              <span className="sr-only">Audio saved, transcription failed</span>
            </span>
          )}
        </span>
        <span className="block text-xs text-ink-3 tabular-nums">
          {isUnderWay(recording) ? (
            <UnderWay recording={recording} small />
          ) : (
            [
              relativeTime(recording.createdAt, now) ?? 'Recent',
              // A text has no length.
              (recording.audioFileName !== null || recording.duration > 0) &&
                minutesAndSeconds(recording.duration),
            ]
              .filter(Boolean)
              .join(' · ')
          )}
        </span>
      </Link>
      <IconButton
        icon={X}
        label={`Delete ${title}`}
        onClick={onDelete}
        className="absolute top-2 right-1 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:top-0.5 pointer-coarse:right-0 pointer-coarse:opacity-100"
      />
    </li>
  )
}
