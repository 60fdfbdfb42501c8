import { RotateCw } from 'lucide-react'
import type { Recording } from '#contract/recordings.ts'
import type { Transcript } from '#contract/transcripts.ts'
import { Button } from '../../../ui/Button.tsx'
import { UploadTranscript } from './UploadTranscript.tsx'

type EmptyProps = {
  recording: Recording
  transcript: Transcript
  /** Null where there is nothing to retry, or where a button for it stands above. */
  onRetry: (() => void) | null
}

/** What stands in the place of the text while there is none. */
export function Empty({ recording, transcript, onRetry }: EmptyProps) {
  const atWork = recording.status === 'waiting' || recording.status === 'transcribing'
  const words = atWork
    ? 'The text will appear here as it is transcribed.'
    : recording.status === 'recording'
      ? 'The text will appear here when the meeting has been recorded.'
      : recording.status === 'done' && transcript.complete
        ? 'No speech was found in this recording.'
        : 'There is no transcript. You can write one with Edit Transcript, or upload it as a text file.'
  return (
    <div className="px-4 py-5">
      <p className="max-w-[70ch] text-ink-2">{words}</p>
      {!atWork && recording.status !== 'recording' && (
        <div className="mt-4 flex flex-wrap gap-2">
          {onRetry && (
            <Button icon={RotateCw} onClick={onRetry}>
              Retry Transcription
            </Button>
          )}
          <UploadTranscript recording={recording} transcript={transcript} />
        </div>
      )}
    </div>
  )
}
