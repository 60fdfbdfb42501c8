import { LoaderCircle } from 'lucide-react'
import { useSWRConfig } from 'swr'
import { cancelJob, type JobView } from '#contract/jobs.ts'
import { analyseSpeakers } from '#contract/speakers.ts'
import { call, keys } from '../../../api.ts'
import { useAction } from '../../../hooks/busy-action.ts'
import { Button } from '../../../ui/Button.tsx'
import { minutesAndSeconds } from '../../../ui/format.ts'
import { toast } from '../../../ui/Toaster.tsx'

/** Has the language model look for names, or stops it. */
export function useNameSearch(recordingId: number) {
  const { mutate } = useSWRConfig()
  const action = useAction()
  const run = async (work: () => Promise<unknown>, failure: string) => {
    const done = await action.run(async () => {
      try {
        await work()
      } catch (error) {
        const description = (error instanceof Error && error.message) || 'Please try again.'
        toast({ title: failure, description, destructive: true })
      }
    })
    if (done) await mutate(keys.speakers(recordingId))
  }
  return {
    busy: action.busy,
    start: () =>
      run(() => call(analyseSpeakers, { params: { id: recordingId } }), 'Names could not be searched for'),
    cancel: (id: number) => run(() => call(cancelJob, { params: { id } }), 'Could not cancel'),
  }
}

/** The language model's look for names: how far it is, or why it has found none. */
export function NameSearch({ recordingId, job }: { recordingId: number; job: JobView }) {
  const { busy, start, cancel } = useNameSearch(recordingId)
  const { id, state, step, progress, secondsLeft, errorMessage } = job
  const atWork = state === 'queued' || state === 'running'
  const left = secondsLeft === null ? '' : `, about ${minutesAndSeconds(secondsLeft)} left`
  return (
    <div className="flex items-start justify-between gap-3 border-b border-line px-4 py-2.5 text-sm text-ink-2">
      <p role="status" className="flex min-w-0 items-start gap-2 py-1 tabular-nums">
        {atWork && (
          <LoaderCircle size={14} strokeWidth={1.75} className="mt-0.5 shrink-0 animate-spin" aria-hidden />
        )}
        <span className="min-w-0 break-words">
          {state === 'queued' && (step ?? 'Searching for names soon')}
          {state === 'running' && `${step ?? 'Searching for names'}, ${Math.floor(progress)}%${left}`}
          {state === 'cancelled' && 'Searching for names was cancelled.'}
          {state === 'failed' && `Names could not be searched for. ${errorMessage ?? ''}`}
        </span>
      </p>
      {atWork ? (
        <Button small look="quiet" disabled={busy} onClick={() => void cancel(id)}>
          Cancel<span className="sr-only"> searching for names</span>
        </Button>
      ) : (
        <Button small look="quiet" disabled={busy} onClick={() => void start()}>
          Try again<span className="sr-only"> to find names</span>
        </Button>
      )}
    </div>
  )
}
