import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Recording } from '#contract/recordings.ts'
import { useSystemStatus } from '../../hooks/system.ts'
import { useTranscriptionActions } from '../../hooks/transcription.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Progress } from '../../ui/Progress.tsx'
import { toast } from '../../ui/Toaster.tsx'
import { madeAgain, transcriptionState } from '../../ui/transcription.ts'

/** Says how a transcription ended that was under way while the page was looked at. */
export function useEndOfWork({ status }: Recording): void {
  const before = useRef(status)
  useEffect(() => {
    const wasAtWork = before.current === 'waiting' || before.current === 'transcribing'
    before.current = status
    if (!wasAtWork) return
    if (status === 'done') toast({ title: 'Transcription ready' })
    if (status === 'failed')
      toast({
        title: 'Transcription failed',
        description: 'Could not process audio. You can still add a transcript manually by editing.',
        destructive: true,
      })
  }, [status])
}

type WorkProps = {
  recording: Recording
  /** There is text of a part of it, which is about to be replaced. */
  again: boolean
  retrying: boolean
  onRetry: () => void
}

/** The transcription while it is not simply done: waiting, at work, failed, cancelled. */
export function Work({ recording, again, retrying, onRetry }: WorkProps) {
  const { data: status } = useSystemStatus()
  const { busy, cancel } = useTranscriptionActions(recording)
  const state = transcriptionState(recording, status?.engine)
  const failed = recording.status === 'failed'

  return (
    <>
      <p role="status" className="sr-only">
        {state?.spoken}
      </p>
      {state?.canRetry && (
        <Banner
          tone={failed ? 'bad' : 'warn'}
          icon={TriangleAlert}
          action={
            <Button disabled={retrying} onClick={onRetry}>
              Retry Transcription
            </Button>
          }
        >
          <p className="font-semibold">{failed ? 'Transcription failed' : 'Transcription cancelled'}</p>
          <p className="max-w-[75ch]">
            {failed
              ? (recording.failureReason ??
                'The file size (220MB), audio quality or a temporary service issue may be the cause. The audio is saved.')
              : 'The audio is saved.'}
          </p>
        </Banner>
      )}
      {state?.canCancel && (
        <div className="rounded-md border border-line bg-surface px-4 py-3 print:hidden">
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
          {again && <p className="mt-1 max-w-[75ch] text-sm text-ink-2">{madeAgain}</p>}
          <Progress value={state.progress ?? 0} label={state.spoken} className="mt-2" />
        </div>
      )}
    </>
  )
}
