import { Download, Trash2 } from 'lucide-react'
import { memo, Suspense } from 'react'
import { Link } from 'wouter'
import type { MeetingOverview } from '#contract/overview.ts'
import type { Recording } from '#contract/recordings.ts'
import type { EngineStatus } from '#contract/system.ts'
import { useMedia } from '../../hooks/media.ts'
import { usePlayer } from '../../hooks/player.ts'
import { useTranscriptionActions } from '../../hooks/transcription.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { toneText } from '../../ui/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import { DownloadMenu, downloadsOf } from '../../ui/DownloadMenu.tsx'
import { dateAndTime, longDate, minutesAndSeconds } from '../../ui/format.ts'
import { LazyMenu } from '../../ui/LazyMenu.tsx'
import { PlayButton } from '../../ui/PlayButton.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import {
  hasNoSound,
  noSound,
  titleOf,
  transcriptionState,
  type TranscriptionState,
} from '../../ui/transcription.ts'
import { isUnderWay, isUnfinished, UnderWay } from '../../ui/UnderWay.tsx'
import { dayOfMeeting } from './order.ts'
import { OverviewLine } from './OverviewLine.tsx'
import { Waveform } from './Waveform.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'

// With it comes the recorder, which hardly any list needs.
const ResumeActions = lazyPart(async () => (await import('../../ui/ResumeActions.tsx')).ResumeActions)

/** One grid for the row and for its skeleton, so that nothing moves when the one becomes the other. */
const grid =
  'relative grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-2.5 min-h-17 md:px-4 ' +
  'lg:grid-cols-[2.5rem_minmax(0,1fr)_auto_auto]'
const places = {
  play: 'size-11 self-start lg:size-10 lg:self-center',
  text: 'min-w-0 max-lg:col-span-2',
  sound: 'max-lg:col-span-2 max-lg:col-start-2 max-lg:mt-1.5',
  // On a phone beside the title, which leaves the room; the facts below have the whole width.
  actions: 'flex items-center max-lg:absolute max-lg:top-2 max-lg:right-1.5',
}

type RowProps = {
  recording: Recording
  /** undefined: not known yet. */
  overview: MeetingOverview | undefined
  engine: EngineStatus | undefined
  onDelete: (recording: Recording) => void
}

export const RecordingRow = memo(function RecordingRow({ recording, overview, engine, onDelete }: RowProps) {
  const title = titleOf(recording)
  const hasAudio = recording.audioFileName !== null
  const player = usePlayer(recording)
  const state = transcriptionState(recording, engine)
  const underWay = isUnderWay(recording)
  const hasFiles = hasAudio || recording.transcriptionSuccess
  const wide = useMedia('(min-width: 64rem)')
  return (
    <li className={cx(grid, 'transition-colors hover:bg-page')} data-recording={recording.id}>
      <PlayButton
        player={player}
        look="secondary"
        title={title}
        unavailable={
          hasAudio
            ? hasNoSound(recording)
              ? noSound
              : undefined
            : underWay
              ? 'Available to play once the recording has stopped'
              : 'No audio available'
        }
        className={places.play}
      />

      <div className={places.text}>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 max-lg:pr-9 md:flex-nowrap">
          <h2 className="min-w-0">
            <Link
              href={`/recordings/${recording.id}`}
              dir="auto"
              className="line-clamp-2 rounded-md text-left font-semibold break-words hover:underline md:line-clamp-none md:block md:truncate pointer-coarse:py-1.5"
              title={title}
            >
              {title}
            </Link>
          </h2>
        </div>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-3 text-sm text-ink-2 tabular-nums">
          <span title={`Added ${dateAndTime(recording.createdAt) ?? 'on an unknown date'}`}>
            {longDate(dayOfMeeting(recording)) ?? 'Unknown date'}
          </span>
          {underWay ? (
            <UnderWay recording={recording} />
          ) : (
            <>
              <span>Duration {minutesAndSeconds(recording.duration)}</span>
              {!hasAudio && <span>No audio available</span>}
              {state && <RowState recording={recording} state={state} />}
            </>
          )}
          {isUnfinished(recording) && (
            <Suspense>
              <span className="-ml-1.5 flex flex-wrap gap-x-1 max-sm:w-full max-sm:pt-1.5">
                <ResumeActions recording={recording} quiet />
              </span>
            </Suspense>
          )}
        </div>
        {overview && <OverviewLine overview={overview} href={`/recordings/${recording.id}`} />}
      </div>

      <div className={cx(places.sound, !hasAudio && 'max-lg:hidden')}>
        {hasAudio && <Waveform player={player} />}
      </div>

      <div className={places.actions}>
        {wide || !hasFiles ? (
          <>
            {hasFiles && <DownloadMenu recording={recording} />}
            <IconButton icon={Trash2} label={`Delete ${title}`} onClick={() => onDelete(recording)} />
          </>
        ) : (
          // Where there is no room for both, one menu holds them.
          <LazyMenu
            label={`More about ${title}`}
            items={[
              ...downloadsOf(recording).map((item) => ({ ...item, icon: Download })),
              {
                label: 'Delete Recording',
                icon: Trash2,
                danger: true,
                onSelect: () => onDelete(recording),
              },
            ]}
          />
        )}
      </div>

      {state?.progress != null && (
        <Progress
          value={state.progress}
          label={`${state.spoken}: ${title}`}
          className="absolute! inset-x-0 bottom-0 h-0.5! rounded-none"
        />
      )}
      <audio ref={player.audio} preload="none" className="hidden" />
    </li>
  )
})

function RowState({ recording, state }: { recording: Recording; state: TranscriptionState }) {
  const { busy, cancel, retry } = useTranscriptionActions(recording)
  return (
    <span
      className={cx(
        'inline-flex max-w-full min-w-0 items-center gap-x-1.5 max-lg:flex-wrap',
        toneText[state.tone],
      )}
    >
      <span className="inline-flex min-w-0 items-start gap-1.5">
        <state.icon
          size={16}
          strokeWidth={1.75}
          className={cx('mt-px shrink-0', state.progress !== null && 'animate-spin')}
          aria-hidden
        />
        <span className="min-w-0 break-words">{state.words}</span>
      </span>
      {state.canCancel && (
        <Button
          look="quiet"
          small
          className="-my-1 h-6! px-1.5!"
          disabled={busy}
          onClick={() => void cancel()}
        >
          Cancel
        </Button>
      )}
      {state.canRetry && (
        <Button
          look="quiet"
          small
          className="-my-1 h-6! px-1.5!"
          disabled={busy}
          onClick={() => void retry()}
        >
          Retry
        </Button>
      )}
    </span>
  )
}

export function RecordingRowSkeleton() {
  return (
    <li className={grid}>
      <Skeleton className={places.play} />
      <div className={cx(places.text, 'space-y-2')}>
        <Skeleton className="h-3.5 w-64 max-w-full" />
        <Skeleton className="h-3 w-44 max-w-full" />
      </div>
      <div className={places.sound}>
        <Skeleton className="h-6 w-32" />
      </div>
      <div className={places.actions}>
        <Skeleton className="h-8 w-9 pointer-coarse:h-11 lg:w-37" />
      </div>
    </li>
  )
}
