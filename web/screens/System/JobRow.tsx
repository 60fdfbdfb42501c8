import { CircleAlert } from 'lucide-react'
import { cancelJob, type JobView } from '#contract/jobs.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { Progress } from '../../ui/Progress.tsx'

export const isActive = (job: JobView | null): boolean =>
  job !== null && (job.state === 'queued' || job.state === 'running')

/** Work of the appliance: how far it is, with a way to cancel it, or why the last of it failed. */
export function JobRow({ job, label }: { job: JobView | null; label: string }) {
  const cancelling = useAction()
  if (job?.state === 'failed')
    return (
      <div className="border-t border-line px-4 py-3">
        <Banner tone="bad" icon={CircleAlert}>
          {job.errorMessage ?? 'The last one failed.'}
        </Banner>
      </div>
    )
  if (job?.state === 'cancelled')
    return <p className="border-t border-line px-4 py-3 text-ink-2">The last one was cancelled.</p>
  if (!job || !isActive(job)) return null
  return (
    <div className="border-t border-line px-4 py-3">
      <FailureBanner error={cancelling.error} className="mb-3" />
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="mb-1 text-sm text-ink-2 tabular-nums">
            {job.step ?? 'Waiting'}: {Math.floor(job.progress)}%
          </p>
          <Progress value={job.progress} label={label} />
        </div>
        <Button
          small
          disabled={cancelling.busy}
          onClick={() => void cancelling.run(() => call(cancelJob, { params: { id: job.id } }))}
        >
          Cancel
        </Button>
      </div>
    </div>
  )
}
