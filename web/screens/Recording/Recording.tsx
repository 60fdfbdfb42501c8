import { ArrowLeft, CircleAlert } from 'lucide-react'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useParams, useSearch } from 'wouter'
import type { Recording } from '#contract/recordings.ts'
import { useTabTitle } from '../../hooks/page.ts'
import { usePlayer, type Player } from '../../hooks/player.ts'
import { TranscriptLines } from '../../hooks/transcript-lines.ts'
import { useRecording, useTranscript } from '../../hooks/recordings.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { DeleteRecording } from '../../ui/DeleteRecording.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Fetched, NotFetched } from '../../ui/Screen.tsx'
import { StaleBanner } from '../../ui/StaleBanner.tsx'
import { hasNoSound, tabTitle, titleOf } from '../../ui/transcription.ts'
import { isUnderWay } from '../../ui/UnderWay.tsx'
import { Details } from './Details.tsx'
import { ModelNote } from './ModelNote.tsx'
import { LiveWordsNote } from './LiveWordsNote.tsx'
import { DownloadAudio } from './DownloadAudio.tsx'
import { useDurationSync } from './duration.ts'
import { Facts } from './Facts.tsx'
import { shortcuts, useShortcuts } from './keyboard.ts'
import { OnThisPage } from './OnThisPage.tsx'
import { MissingEnd } from './MissingEnd.tsx'
import { keptSpeed, PlayerBar } from './PlayerBar.tsx'
import { useRetry } from './retry.ts'
import { SpeakersNote } from './SpeakersNote.tsx'
import { Timeline } from './speakers/Timeline.tsx'
import { Summary } from './Summary.tsx'
import { TranscriptComing } from './transcript/TranscriptComing.tsx'
import { StillRecording } from './StillRecording.tsx'
import { useEndOfWork, Work } from './Work.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'

// Shown when the transcript has come, and fetched beside it.
const TranscriptCard = lazyPart(async () => (await import('./transcript/TranscriptCard.tsx')).TranscriptCard)
const ActionsCard = lazyPart(async () => (await import('./actions/ActionsCard.tsx')).ActionsCard)
const MattersArising = lazyPart(async () => (await import('./actions/MattersArising.tsx')).MattersArising)
const FiledUnder = lazyPart(async () => (await import('./meeting/FiledUnder.tsx')).FiledUnder)
const PeopleCard = lazyPart(async () => (await import('./people/PeopleCard.tsx')).PeopleCard)

export function RecordingDetail() {
  const { id: text } = useParams<{ id: string }>()
  const id = /^\d+$/.test(text) ? Number(text) : null
  const { data: recording, error, mutate, isLoading } = useRecording(id)
  // The list, from which it comes first, knows no summaries.
  const awaited = error ? (recording?.summary === null ? 'failed' : null) : isLoading ? 'loading' : null

  return (
    <div className="max-w-7xl px-4 py-4 md:px-8 md:py-5">
      <Link
        href="/history"
        className="-ml-1 inline-flex items-center gap-1.5 rounded-md px-1 py-1 text-sm text-ink-2 hover:text-ink pointer-coarse:min-h-11 print:hidden"
      >
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
        Back to Meetings
      </Link>
      {recording && !isGone(error) ? (
        <Loaded
          key={recording.id}
          recording={recording}
          awaited={awaited}
          error={error}
          onRetry={() => void mutate()}
        />
      ) : id === null ? (
        <NotLoaded reason={`“${text}” is not the number of a recording.`} />
      ) : error ? (
        <NotLoaded
          reason={
            (error instanceof Error && error.message) || 'Failed to load recording details. Please try again.'
          }
          canRetry={!isGone(error)}
        />
      ) : (
        <Loading />
      )}
    </div>
  )
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 404
}

function Loading() {
  useTabTitle('Loading')
  return (
    <p role="status" className="mt-4 text-ink-2">
      Loading recording details...
    </p>
  )
}

/** @param canRetry another try may end otherwise */
function NotLoaded({ reason, canRetry }: { reason: string; canRetry?: boolean }) {
  useTabTitle('Error Loading Recording')
  return (
    <div className="mt-3 rounded-md border border-line bg-surface px-5 py-6">
      <CircleAlert size={20} strokeWidth={1.75} className="text-bad" aria-hidden />
      <h1 className="mt-3 text-lg font-semibold">Error Loading Recording</h1>
      <p role="alert" className="mt-1 text-ink-2">
        {reason}
      </p>
      {canRetry ? (
        <Button className="mt-4" onClick={() => location.reload()}>
          Retry
        </Button>
      ) : (
        <Link href="/history" className={cx(buttonClass(), 'mt-4')}>
          See all meetings
        </Link>
      )}
    </div>
  )
}

/**
 * One below the other, the minutes first. In a wide window the transcript has a column of its own beside all the others,
 * whose last row takes what room is left.
 */
const columns =
  'grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-4 print:block xl:grid-cols-[minmax(0,34rem)_minmax(25rem,1fr)] xl:grid-rows-[repeat(5,auto)_1fr]'

type LoadedProps = {
  recording: Recording
  /** Its summary is still to come, or did not. */
  awaited: 'loading' | 'failed' | null
  error: unknown
  onRetry: () => void
}

function Loaded({ recording, awaited, error, onRetry }: LoadedProps) {
  useTabTitle(tabTitle(recording))
  const [, navigate] = useLocation()
  const answer = useTranscript(recording.id)
  const transcript = answer.data
  const segments = transcript?.segments
  const lines = useMemo(() => new Map(segments?.map(({ id }, at) => [id, at + 1])), [segments])
  const hasAudio = recording.audioFileName !== null
  const underWay = isUnderWay(recording)
  const player = usePlayer(recording, { eager: hasAudio, speed: keptSpeed() })
  const { retrying, retry } = useRetry(recording.id)
  const [deleting, setDeleting] = useState(false)
  const [help, setHelp] = useState(false)
  const [notDownloaded, setNotDownloaded] = useState(false)
  const canPlay = hasAudio && !(hasNoSound(recording) && player.duration === 0)
  useShortcuts(canPlay ? player : null, () => setHelp(true))
  useDurationSync(recording, player)
  usePlayFrom(canPlay ? player : null)
  useEndOfWork(recording)

  useWholeText(recording, answer.mutate)

  // Failed and cancelled work has its button in the banner above the transcript.
  const { status } = recording
  const canRetry = hasAudio && (status === 'done' || status === 'none') && !retrying
  return (
    <TranscriptLines value={lines}>
      <StaleBanner what="What you see here" error={error} onRetry={onRetry} className="mb-3" />
      <Details
        recording={recording}
        download={
          (hasAudio || underWay) && (
            <DownloadAudio
              recordingId={recording.id}
              unavailable={
                hasAudio ? undefined : 'There is no audio to download before the recording is stopped'
              }
              onFailure={setNotDownloaded}
            />
          )
        }
        onDelete={() => setDeleting(true)}
        onShortcuts={() => setHelp(true)}
      />
      <OnThisPage
        recordingId={recording.id}
        said={transcript !== undefined && transcript.content.trim() !== ''}
      />
      {notDownloaded && (
        <Banner tone="bad" icon={CircleAlert} live className="mt-3">
          Failed to download audio. Please try again.
        </Banner>
      )}
      <div className="mt-3 space-y-4">
        <audio ref={player.audio} preload="none" className="hidden" />
        {hasAudio ? (
          <PlayerBar
            player={player}
            title={titleOf(recording)}
            canPlay={canPlay}
            timeline={transcript && <Timeline transcript={transcript} player={player} />}
          />
        ) : (
          !underWay && <p className="text-ink-2 print:hidden">No audio available</p>
        )}
        <StillRecording recording={recording} />
        <MissingEnd recording={recording} />
        <Work
          recording={recording}
          again={recording.transcriptionSuccess && transcript?.complete === false}
          retrying={retrying}
          onRetry={retry}
        />
        <Cards
          recording={recording}
          awaited={awaited}
          answer={answer}
          player={player}
          canPlay={canPlay}
          onRetry={canRetry ? retry : null}
        />
      </div>
      <DeleteRecording
        recording={deleting ? recording : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => navigate('/history')}
      />
      <Shortcuts open={help} onClose={() => setHelp(false)} />
    </TranscriptLines>
  )
}

type CardsProps = {
  recording: Recording
  awaited: LoadedProps['awaited']
  answer: ReturnType<typeof useTranscript>
  player: Player
  canPlay: boolean
  /** Null while it cannot be transcribed again. */
  onRetry: (() => void) | null
}

/** All that is known of the meeting, card by card. */
function Cards({ recording, awaited, answer, player, canPlay, onRetry }: CardsProps) {
  const transcript = answer.data
  const notLoaded = transcript === undefined && answer.error !== undefined
  const hasAudio = recording.audioFileName !== null
  const [following, setFollowing] = useState(true)
  /** Whoever asks for what was said wants to read it too, wherever they have scrolled to. */
  const playSaid = (seconds: number) => {
    setFollowing(true)
    player.playFrom(seconds)
  }
  return (
    <div className={columns}>
      <Summary
        recording={recording}
        awaited={awaited}
        transcript={
          transcript ? (transcript.content.trim() ? 'there' : 'none') : notLoaded ? 'failed' : 'loading'
        }
        onPlay={canPlay ? playSaid : null}
      />
      <div
        className={cx(
          'min-w-0 space-y-4 xl:col-start-2 xl:row-[1/-1] xl:self-stretch',
          awaited === 'loading' && 'max-xl:hidden',
          recording.summary && 'not-with-minutes',
        )}
      >
        {transcript && <SpeakersNote recording={recording} diarisation={transcript.diarisation} />}
        {transcript && !transcript.complete && transcript.segments.some(({ id }) => id < 0) && (
          <LiveWordsNote />
        )}
        {transcript?.bundled && transcript.model !== null && transcript.segments.length > 0 && (
          <ModelNote model={transcript.model} />
        )}
        <div className={cx('beside-minutes', hasAudio && 'below-player')}>
          <Fetched answer={answer} what="The transcript" rows={8} coming={<TranscriptComing />}>
            {(transcript) => (
              <Suspense fallback={<TranscriptComing />}>
                <TranscriptCard
                  recording={recording}
                  transcript={transcript}
                  player={player}
                  following={following}
                  onFollow={setFollowing}
                  onRetry={onRetry}
                />
              </Suspense>
            )}
          </Fetched>
        </div>
      </div>
      {/* Nothing stands below minutes that are still to come: it would be pushed away. */}
      {transcript && awaited !== 'loading' && transcript.content.trim() !== '' && (
        <Suspense fallback={<div className="h-40" />}>
          <ActionsCard
            recordingId={recording.id}
            transcript={transcript}
            onPlay={canPlay ? playSaid : null}
          />
        </Suspense>
      )}
      {awaited !== 'loading' && (
        <Suspense>
          <MattersArising recordingId={recording.id} />
          <FiledUnder recordingId={recording.id} />
        </Suspense>
      )}
      <Suspense fallback={<div className="h-80" />}>
        {transcript && awaited !== 'loading' && (
          <PeopleCard recording={recording} transcript={transcript} player={canPlay ? player : null} />
        )}
        {notLoaded && (
          <NotFetched what="People and location" error={answer.error} onRetry={() => void answer.mutate()} />
        )}
      </Suspense>
      {(transcript || notLoaded) && awaited !== 'loading' && (
        <Facts recording={recording} transcript={transcript} notLoaded={notLoaded} />
      )}
    </div>
  )
}

/** The last piece and the end of the work come as two events; the text must be whole when the state says so. */
function useWholeText(recording: Recording, fetchTranscript: () => Promise<unknown>): void {
  const work = `${recording.transcriptionComplete} ${recording.diarisationJob?.state ?? ''}`
  const seenWork = useRef(work)
  useEffect(() => {
    if (work !== seenWork.current) {
      seenWork.current = work
      void fetchTranscript()
    }
  }, [work, fetchTranscript])
}

/** A link to a moment (`?t=83`) plays from there, once for each time that it is followed. */
function usePlayFrom(player: Player | null): void {
  const search = useSearch()
  const followed = useRef<string | null>(null)
  useEffect(() => {
    const at = new URLSearchParams(search).get('t')
    if (!player || at === null || !/^\d{1,7}$/.test(at) || followed.current === search) return
    followed.current = search
    player.playFrom(Number(at))
  }, [player, search])
}

function Shortcuts({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <dl className="grid grid-cols-[8rem_1fr] gap-y-2">
        {shortcuts.map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt className="font-medium">{keys}</dt>
            <dd className="text-ink-2">{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
