import { ArrowLeft, CircleAlert, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import type { Recording } from '#contract/recordings.ts'
import type { Transcript as TranscriptData } from '#contract/transcripts.ts'
import { useTabTitle } from '../../hooks/page.ts'
import { usePlayer } from '../../hooks/player.ts'
import { useRecording, useTranscript } from '../../hooks/recordings.ts'
import { useSystemStatus } from '../../hooks/system.ts'
import { useTranscriptionActions } from '../../hooks/transcription.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { DeleteRecording } from '../../ui/DeleteRecording.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { bytes } from '../../ui/format.ts'
import { Progress } from '../../ui/Progress.tsx'
import { StaleBanner } from '../../ui/StaleBanner.tsx'
import { demoExplanation, demoIcon, tabTitle, titleOf, transcriptionState } from '../../ui/transcription.ts'
import { Details } from './Details.tsx'
import { shortcuts, useShortcuts } from './keyboard.ts'
import { PlayerBar } from './PlayerBar.tsx'
import { Transcript } from './Transcript.tsx'

export function RecordingDetail() {
  const { id: text } = useParams<{ id: string }>()
  const id = /^\d+$/.test(text) ? Number(text) : null
  const { data: recording, error, mutate } = useRecording(id)

  return (
    <div className="max-w-5xl px-4 py-4 md:px-8 md:py-5">
      <Link
        href="/history"
        className="-ml-1 inline-flex items-center gap-1.5 rounded-md px-1 py-1 text-sm text-ink-2 hover:text-ink pointer-coarse:min-h-11 print:hidden"
      >
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
        Back to Meetings
      </Link>
      {recording && !isGone(error) ? (
        <Loaded key={recording.id} recording={recording} error={error} onRetry={() => void mutate()} />
      ) : error || id === null ? (
        <NotLoaded error={error} />
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

function NotLoaded({ error }: { error: unknown }) {
  useTabTitle('Error Loading Recording')
  return (
    <div className="mt-3 rounded-md border border-line bg-surface px-5 py-6">
      <CircleAlert size={20} strokeWidth={1.75} className="text-bad" aria-hidden />
      <h1 className="mt-3 text-lg font-semibold">Error Loading Recording</h1>
      <p role="alert" className="mt-1 text-ink-2">
        {(error instanceof Error && error.message) || 'Failed to load recording details. Please try again.'}
      </p>
      <Button className="mt-4" onClick={() => location.reload()}>
        Retry
      </Button>
    </div>
  )
}

type LoadedProps = { recording: Recording; error: unknown; onRetry: () => void }

function Loaded({ recording, error, onRetry }: LoadedProps) {
  useTabTitle(tabTitle(recording))
  const [, navigate] = useLocation()
  const { data: transcript, error: transcriptError, mutate: fetchTranscript } = useTranscript(recording.id)
  const hasAudio = recording.audioFileName !== null
  const player = usePlayer(recording, { eager: hasAudio })
  const [deleting, setDeleting] = useState(false)
  const [help, setHelp] = useState(false)
  useShortcuts(player, () => setHelp(true))

  // The last piece and the end of the work come as two events; the text must be whole when the state says so.
  const finished = useRef(recording.transcriptionComplete)
  useEffect(() => {
    if (recording.transcriptionComplete !== finished.current) {
      finished.current = recording.transcriptionComplete
      void fetchTranscript()
    }
  }, [recording.transcriptionComplete, fetchTranscript])

  return (
    <>
      <StaleBanner what="What you see here" error={error} onRetry={onRetry} className="mb-3" />
      <Details recording={recording} onDelete={() => setDeleting(true)} onShortcuts={() => setHelp(true)} />
      <div className="mt-4 grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="min-w-0 space-y-4">
          <audio ref={player.audio} preload="none" className="hidden" />
          {hasAudio ? (
            <PlayerBar player={player} title={titleOf(recording)} />
          ) : (
            <p className="text-ink-2">No audio available</p>
          )}
          <Work recording={recording} />
          {recording.demo && transcript?.segments.length !== 0 && (
            <Banner tone="warn" icon={demoIcon}>
              <p className="font-semibold">Demo transcript</p>
              <p>
                {demoExplanation} To have this recording transcribed properly, an administrator adds a real
                speech model with <code>appliance models add FILE</code>.
              </p>
            </Banner>
          )}
          {transcript ? (
            <Transcript
              transcript={transcript}
              player={player}
              empty={<NoText recording={recording} transcript={transcript} />}
            />
          ) : transcriptError ? (
            <Banner
              tone="bad"
              icon={CircleAlert}
              action={
                <Button small onClick={() => void fetchTranscript()}>
                  Try now
                </Button>
              }
            >
              The transcript could not be fetched.{' '}
              {transcriptError instanceof Error ? transcriptError.message : ''}
            </Banner>
          ) : (
            <p role="status" className="text-ink-2">
              Loading the transcript…
            </p>
          )}
        </div>
        <Facts recording={recording} transcript={transcript} />
      </div>
      <DeleteRecording
        recording={deleting ? recording : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => navigate('/history')}
      />
      <Dialog
        open={help}
        onClose={() => setHelp(false)}
        title="Keyboard shortcuts"
        actions={<Button onClick={() => setHelp(false)}>Close</Button>}
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
    </>
  )
}

/** What stands in the place of the text while there is none. */
function NoText({ recording, transcript }: { recording: Recording; transcript: TranscriptData }) {
  const words =
    recording.status === 'waiting' || recording.status === 'transcribing'
      ? 'The text appears here piece by piece as it is transcribed.'
      : recording.status === 'done' && transcript.complete
        ? 'No speech was found in this recording.'
        : 'There is no transcript.'
  return <p className="text-ink-2">{words}</p>
}

/** The transcription while it is not simply done: waiting, at work, failed, cancelled. */
function Work({ recording }: { recording: Recording }) {
  const { data: status } = useSystemStatus()
  const { busy, cancel, retry } = useTranscriptionActions(recording)
  const state = transcriptionState(recording, status?.engine)

  return (
    <>
      <p role="status" className="sr-only">
        {state?.spoken}
      </p>
      {state?.canRetry && (
        <Banner
          tone={recording.status === 'failed' ? 'bad' : 'warn'}
          icon={TriangleAlert}
          action={
            <Button look="secondary" disabled={busy} onClick={() => void retry()}>
              Retry Transcription
            </Button>
          }
        >
          <p className="font-semibold">
            {recording.status === 'failed' ? 'Transcription failed' : 'Transcription cancelled'}
          </p>
          <p className="max-w-[75ch]">
            {recording.status === 'failed'
              ? (recording.failureReason ??
                'The file size (220MB), audio quality or a temporary service issue may be the cause. The audio is saved.')
              : 'The audio is saved.'}
          </p>
        </Banner>
      )}
      {state?.canCancel && (
        <div className="rounded-md border border-line bg-surface px-4 py-3">
          <div className="flex items-center justify-between gap-4">
            <p className="flex min-w-0 items-center gap-2 tabular-nums">
              <state.icon
                size={16}
                strokeWidth={1.75}
                className={cx('shrink-0 text-ink-2', state.progress !== null && 'animate-spin')}
                aria-hidden
              />
              {state.words}
            </p>
            <Button small disabled={busy} onClick={() => void cancel()}>
              Cancel
            </Button>
          </div>
          <Progress value={state.progress ?? 0} label={state.spoken} className="mt-2" />
        </div>
      )}
    </>
  )
}

function Facts({ recording, transcript }: { recording: Recording; transcript: TranscriptData | undefined }) {
  const rows: [string, ReactNode][] = [
    ['File', recording.audioFileName],
    [
      'Format',
      recording.audioFormat &&
        `${recording.audioFormat.toUpperCase()}${recording.hasVideo ? ', with video' : ''}`,
    ],
    ['Size', recording.audioBytes && bytes(recording.audioBytes)],
    ['Source', recording.sourceType === 'sample' ? 'Sample meeting, synthetic voices' : null],
    ['Speech model', transcript?.model],
    ['Language', transcript?.language && languageName(transcript.language)],
  ]
  const known = rows.filter(([, value]) => Boolean(value))
  if (known.length === 0) return null
  return (
    <section aria-label="Details" className="rounded-md border border-line bg-surface px-4 py-3 text-sm">
      <h2 className="text-base font-semibold">Details</h2>
      <dl className="mt-2 space-y-2">
        {known.map(([name, value]) => (
          <div key={name}>
            <dt className="text-ink-3">{name}</dt>
            <dd className="break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const languageNames = new Intl.DisplayNames('en-GB', { type: 'language', fallback: 'code' })

function languageName(code: string): string {
  return /^[a-z]{2,3}$/.test(code) ? (languageNames.of(code) ?? code) : code
}
