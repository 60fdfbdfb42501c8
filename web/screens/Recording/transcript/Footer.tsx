import { useMemo } from 'react'
import type { Recording } from '#contract/recordings.ts'
import type { Transcript } from '#contract/transcripts.ts'
import { UploadTranscript } from './UploadTranscript.tsx'
import { unsureBelow } from './words.ts'

type FooterProps = { recording: Recording; transcript: Transcript; canUpload: boolean }

/** How long it is, and what its marks mean. */
export function Footer({ recording, transcript, canUpload }: FooterProps) {
  const { segments, text, content } = transcript
  const hasUnsure = useMemo(
    () => segments.some(({ words }) => words.some((word) => word.confidence < unsureBelow)),
    [segments],
  )
  const count = (text || content).length
  return (
    <footer className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-1.5 pr-2 pl-4 text-sm text-ink-3 tabular-nums print:hidden">
      <p>
        {count.toLocaleString('en-GB')} {count === 1 ? 'character' : 'characters'}
      </p>
      {hasUnsure && (
        <p>
          <span className="unsure-word">Underlined</span>: the speech model was not sure
        </p>
      )}
      {canUpload && (
        <div className="ml-auto">
          <UploadTranscript recording={recording} transcript={transcript} look="quiet" />
        </div>
      )}
    </footer>
  )
}
