/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */
import { ArrowDown, Circle, CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { takeTranscript } from '../../capture/after-stop.ts'
import { useRecorder, type Recorder } from '../../capture/state.ts'
import type { LiveText } from '../../capture/text.ts'
import { useRecording, useTranscript } from '../../hooks/recordings.ts'
import { useSystemStatus } from '../../hooks/system.ts'
import { BreakLines } from '../../ui/BreakLines.tsx'
import type { Break } from '../../ui/breaks.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { position } from '../../ui/format.ts'
import { Progress } from '../../ui/Progress.tsx'
import { madeAgain, transcriptionState } from '../../ui/transcription.ts'
import { useBreaks } from './breaks.ts'
import { useFollowWords } from './follow-words.ts'
import { rowsOf } from './lines.ts'

/** The words of the recording under way, or of the one that was just saved. */
export function LiveTranscript() {
  const recorder = useRecorder()
  const { text, savedId } = recorder
  const recording = isRecording(recorder)
  const breaks = useBreaks(recorder)

  // After the panel's own looks the page's line of events brings what comes later: even a later version, since sound may
  // have come late.
  const { data } = useTranscript(
    text.source === 'events' || text.complete || text.version > 0 ? savedId : null,
  )
  useEffect(() => {
    if (data) takeTranscript(data)
  }, [data])

  return (
    <section
      aria-labelledby="live-transcript"
      className="flex min-w-0 flex-col rounded-md border border-line bg-surface lg:min-h-128"
    >
      <header className="border-b border-line px-4 py-2.5">
        <div className="flex flex-wrap items-center gap-2">
          <h2 id="live-transcript" className="font-semibold">
            Live Transcript
          </h2>
        </div>
        <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <Light on={recording} label="Recording" />
          <Light on={text.loading} label="Loading" />
          <Light on={text.segments.length > 0} label="Has Transcript" />
          <Light on={text.complete} label="Complete" />
          <Reading label="Source" value={text.source} />
          <Reading label="WebSocket" value={text.socket} bad={text.socket === 'Error'} />
        </ul>
      </header>
      {text.segments.length > 0 || text.uncertain || breaks.length > 0 ? (
        <Words text={text} breaks={breaks} />
      ) : (
        <Empty recorder={recorder} />
      )}
      <Behind text={text} recording={recording} />
      {savedId !== null && <Work id={savedId} recorder={recorder} />}
    </section>
  )
}

function isRecording({ phase }: Recorder): boolean {
  return phase === 'recording' || phase === 'stopping'
}

function Words({ text, breaks }: { text: LiveText; breaks: readonly Break[] }) {
  const box = useRef<HTMLDivElement>(null)
  const { segments, uncertain, complete } = text
  const { following, onScroll, goToEnd } = useFollowWords(
    box,
    `${segments.length} ${segments.at(-1)?.text.length} ${uncertain.length} ${breaks.length}`,
  )
  return (
    <div className="relative">
      <div
        ref={box}
        onScroll={onScroll}
        className="max-h-[600px] overflow-y-auto compact:max-h-[max(12rem,calc(100dvh-29rem-var(--warnings)*7rem))] px-4 py-3 [overflow-anchor:none] focus-visible:-outline-offset-2"
        tabIndex={0}
        role="region"
        aria-label="Words"
      >
        {complete && <p className="mb-1 font-semibold">Complete:</p>}
        <ol className="space-y-1.5">
          {rowsOf(text, breaks).map((row) =>
            'kind' in row ? (
              <li key={`${row.kind} ${row.at}`} className="-ml-2">
                <BreakLines breaks={[row]} />
              </li>
            ) : (
              <li key={row.key} className="grid grid-cols-[3.5rem_minmax(0,70ch)]">
                <span className="text-sm leading-6.5 text-ink-3 tabular-nums">
                  {row.timestamp < 0 ? '' : position(row.timestamp)}
                </span>
                <p dir="auto" className="text-read">
                  {row.speaker && <span className="font-semibold">{row.speaker}: </span>}
                  {row.text}
                  {row.uncertain && (
                    <span className="text-ink-3 italic" title="Just heard. These words may still change.">
                      {row.text && ' '}
                      {row.uncertain}
                    </span>
                  )}
                </p>
              </li>
            ),
          )}
        </ol>
      </div>
      {!following && !complete && (
        <Button
          small
          icon={ArrowDown}
          onClick={goToEnd}
          className="absolute inset-x-0 bottom-2 mx-auto w-fit shadow-float"
        >
          Latest words
        </Button>
      )}
    </div>
  )
}

/** Why the words are late, or do not come at all while the sound is kept. */
function Behind({ text, recording }: { text: LiveText; recording: boolean }) {
  const words = !recording
    ? null
    : text.withoutWords !== null && text.socket === 'Connected'
      ? `${text.withoutWords} Audio is still being recorded.`
      : text.behind > 0
        ? `live text is ${Math.round(text.behind)} seconds behind`
        : null
  return words && <p className="border-t border-line px-4 py-2 text-sm text-warn tabular-nums">{words}</p>
}

function Empty({ recorder }: { recorder: Recorder }) {
  const { text, savedId, queue } = recorder
  const words = isRecording(recorder)
    ? queue.trouble === 'elsewhere'
      ? 'The live transcript is shown on the device that is recording. It will continue here if this page takes over.'
      : text.socket === 'Connected'
        ? 'Listening. Words will appear here as they are spoken.'
        : text.socket === 'Error'
          ? 'The transcript will continue when the server is back. Audio is still being recorded.'
          : 'The transcript will follow after Stop & Save. This recording is sent over HTTP, without live transcription.'
    : text.complete
      ? 'No speech was found in this recording.'
      : savedId === null
        ? 'The live transcript will appear here.'
        : null
  return <p className="px-4 py-4 text-ink-3">{words}</p>
}

/** Yes or no, by its sign and for ears. */
function Light({ on, label }: { on: boolean; label: string }) {
  const Sign = on ? CircleCheck : Circle
  return (
    <li className={cx('flex items-center gap-1.5', on ? 'font-medium text-ink' : 'text-ink-3')}>
      <Sign size={16} strokeWidth={1.75} className={cx(on && 'text-good')} aria-hidden />
      <span aria-hidden>{label}</span>
      <span className="sr-only">{`${label}: ${on ? 'yes' : 'no'}`}</span>
    </li>
  )
}

function Reading({ label, value, bad }: { label: string; value: string; bad?: boolean }) {
  return (
    <li className="text-ink-3">
      {label}: <span className={cx('font-medium', bad ? 'text-bad' : 'text-ink-2')}>{value}</span>
    </li>
  )
}

/** How far its transcription is, in the place of a complaint, for as long as there is work. */
function Work({ id, recorder: { outcome, text } }: { id: number; recorder: Recorder }) {
  const { data: recording } = useRecording(id)
  const { data: status } = useSystemStatus()
  if (!recording || text.complete) return null
  const state = transcriptionState(recording, status?.engine)
  // The version of before may never have been here whole: this page was without a line.
  const again = (text.version > 0 || recording.transcriptionSuccess) && recording.status !== 'done'
  const words =
    state?.words ??
    (outcome === 'none'
      ? 'Could not retrieve transcript, but audio was saved successfully'
      : 'Fetching the transcript')
  return (
    <div role="status" className="mt-auto border-t border-line px-4 py-3 text-sm">
      {again && <p className="text-ink-2">{madeAgain}</p>}
      <p className={cx('tabular-nums', outcome === 'none' ? 'text-warn' : 'text-ink-2')}>{words}</p>
      {state?.progress != null && <Progress value={state.progress} label={state.spoken} className="mt-2" />}
    </div>
  )
}
