import { LoaderCircle } from 'lucide-react'
import type { JobView } from '#contract/jobs.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { timeLeft } from '../../../ui/format.ts'
import { Progress } from '../../../ui/Progress.tsx'

/**
 * The minutes while they are being written, or other work of the kind.
 * @param doing what is done, for a person
 * @param always is said whatever step it is at
 */
export function Writing({
  job,
  doing = 'Writing the minutes',
  always,
  onCancel,
  className = 'mb-3',
}: {
  job: JobView
  doing?: string
  always?: string | undefined
  onCancel: () => void
  className?: string
}) {
  const step = always ?? job.step ?? (job.state === 'queued' ? 'Queued' : doing)
  const left = job.secondsLeft === null ? '' : `, ${timeLeft(job.secondsLeft)}`
  return (
    <div className={cx('rounded-md border border-line bg-sunken px-3.5 py-2.5 print:hidden', className)}>
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="flex min-w-0 items-center gap-2 tabular-nums">
          <LoaderCircle
            size={16}
            strokeWidth={1.75}
            className="shrink-0 animate-spin text-ink-2"
            aria-hidden
          />
          <span className="min-w-0 break-words">
            {step}
            {job.state === 'running' && `, ${Math.floor(job.progress)}%${left}`}
          </span>
        </p>
        <Button small onClick={onCancel}>
          Cancel<span className="sr-only"> {doing.toLowerCase()}</span>
        </Button>
      </div>
      <Progress value={job.progress} label={step} className="mt-2" />
    </div>
  )
}
