import { CircleAlert } from 'lucide-react'
import { Suspense, type ReactNode } from 'react'
import type { Recording } from '#contract/recordings.ts'
import type { useMinutes } from '../../../hooks/minutes.ts'
import { useQuoted } from '../../../hooks/quoted.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { MinutesText } from '../../../ui/MinutesText.tsx'
import type { TranscriptState } from '../Summary.tsx'
import { Notes } from './Notes.tsx'

const MinutesDocuments = lazyPart(async () => (await import('./MinutesDocuments.tsx')).MinutesDocuments)
const ToCheck = lazyPart(async () => (await import('./ToCheck.tsx')).ToCheck)

type SummaryTextProps = {
  recording: Recording
  minutes: ReturnType<typeof useMinutes>
  transcript: TranscriptState
  /** The button that generates it, above the text where there is one and below where there is none. */
  generation: ReactNode
  /** Why it was not generated is said by the button already. */
  faultIsSaid: boolean
  onPlay: ((seconds: number) => void) | null
  onLook: (version: number) => void
  onRegenerate: (() => void) | null
}

/** The summary as it is read: what is to know about it, its words, what is to check, and how it is passed on. */
export function SummaryText(props: SummaryTextProps) {
  const { recording, minutes, transcript, generation, faultIsSaid, onPlay, onLook, onRegenerate } = props
  const { data, error } = minutes
  const quote = useQuoted('minutes')
  const summary = recording.summary ?? ''
  const job = data?.job
  // The text comes with the recording; what it rests on may come a moment later.
  const current = data?.minutes?.markdown === summary ? data.minutes : null
  return (
    <>
      {summary && generation}
      {job?.state === 'failed' && !faultIsSaid && (
        <Banner tone="warn" icon={CircleAlert} className="mb-3 print:hidden">
          <p className="font-semibold">
            {summary ? 'It was not regenerated and has not changed' : 'It could not be generated'}
          </p>
          <p>{job.errorMessage ?? 'The details are in the appliance’s log.'}</p>
        </Banner>
      )}
      {summary && !data && !error && <div className="mb-3 h-4.5" />}
      {data && <Notes recording={recording} data={data} onLook={onLook} onRegenerate={onRegenerate} />}
      {summary ? (
        <MinutesText markdown={summary} lines={current?.lines ?? []} onPlay={onPlay} quote={quote} />
      ) : (
        <p className="text-ink-2">
          There is no summary yet.
          {transcript === 'none' && ' One can be generated when there is a transcript.'}
        </p>
      )}
      {data && (data.minutes || summary) && (
        <Suspense>
          {data.minutes && <ToCheck minutes={data.minutes} onPlay={onPlay} />}
          <MinutesDocuments recordingId={recording.id} minutes={data.minutes} />
        </Suspense>
      )}
      {transcript === 'failed' && (
        <p className="mt-1 text-ink-2">
          The transcript could not be loaded, so a summary cannot be generated now.
        </p>
      )}
      {!summary && generation}
    </>
  )
}
