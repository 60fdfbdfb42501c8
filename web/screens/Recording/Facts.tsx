import type { ReactNode } from 'react'
import type { Recording } from '#contract/recordings.ts'
import type { Transcript } from '#contract/transcripts.ts'
import { bytes, dateAndTime, longDate } from '../../ui/format.ts'
import type { CaptureFacts } from '#contract/capture.ts'
import { useConsentNotice } from '../../hooks/consent-notice.ts'
import { Switch } from '../../ui/Switch.tsx'
import { completeness, recordedBy } from './capture.ts'
import { Strikes } from './Strikes.tsx'
import { MeetingDate } from './meeting/MeetingDate.tsx'
import { languageName } from './transcript/languages.ts'

/** Where the recording comes from, for whoever asks. */
export function Facts({
  recording,
  transcript,
  notLoaded,
}: {
  recording: Recording
  transcript: Transcript | undefined
  /** The transcript could not be fetched, and what it alone knows. */
  notLoaded: boolean
}) {
  const rows: [string, ReactNode][] = [
    [
      'Meeting date',
      recording.capture === null && (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          {longDate(recording.meetingDate) ?? 'Not known'}
          <MeetingDate recording={recording} />
        </span>
      ),
    ],
    ['Added', dateAndTime(recording.createdAt)],
    ['File', recording.audioFileName],
    [
      'Format',
      recording.audioFormat &&
        `${recording.audioFormat.toUpperCase()}${recording.hasVideo ? ', with video' : ''}`,
    ],
    [
      'Sound',
      recording.soundGoneAt &&
        `Deleted ${longDate(recording.soundGoneAt) ?? ''} by the retention rules; the words were kept`,
    ],
    ['Size', recording.audioBytes && bytes(recording.audioBytes)],
    ['Source', recording.sourceType === 'sample' ? 'Sample meeting, synthetic voices' : null],
    ['Recording', recording.capture && recordedBy(recording.capture)],
    // While it goes on nobody knows yet.
    [
      'Completeness',
      recording.capture && recording.status !== 'recording' && completeness(recording.capture),
    ],
    ['Speech model and language', notLoaded && 'Could not be loaded'],
    ['Speech model', transcript?.model],
    ['Language', transcript?.language && languageName(transcript.language)],
  ]
  const known = rows.filter(([, value]) => Boolean(value))
  return (
    <section aria-labelledby="details" className="rounded-md border border-line bg-surface print:hidden">
      <h2 id="details" className="flex min-h-12 items-center border-b border-line px-4 font-semibold">
        Details
      </h2>
      <dl className="space-y-1.5 px-4 py-3 text-sm">
        {known.map(([name, value]) => (
          <div key={name} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3">
            <dt className="text-ink-2">{name}</dt>
            <dd className="break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <Strikes recording={recording} />
      {recording.capture && <Told recording={recording} capture={recording.capture} />}
    </section>
  )
}

/** It can be said, or taken back, at any time; the line above names who said it last. */
function Told({ recording, capture }: { recording: Recording; capture: CaptureFacts }) {
  const { busy, error, say } = useConsentNotice(recording.id)
  return (
    <div className="border-t border-line px-4 py-3">
      <Switch
        label="Everyone present has been told"
        checked={capture.peopleTold === true}
        disabled={busy}
        onChange={(told) => void say(told)}
      />
      {error && (
        <p role="alert" className="mt-1 text-bad">
          That was not saved: {error.message}
        </p>
      )}
    </div>
  )
}
