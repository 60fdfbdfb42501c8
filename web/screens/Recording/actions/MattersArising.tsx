import { Link } from 'wouter'
import { actionStatuses, updateAction, type Action } from '#contract/actions.ts'
import { call } from '../../../api.ts'
import { useAction } from '../../../hooks/busy-action.ts'
import { useMattersArising } from '../../../hooks/labels.ts'
import { FailureBanner } from '../../../ui/FailureBanner.tsx'
import { longDate } from '../../../ui/format.ts'

const statusWords = { to_do: 'To Do', in_progress: 'In Progress', completed: 'Completed' } as const

/** What the earlier meetings of the series have left open. */
export function MattersArising({ recordingId }: { recordingId: number }) {
  const matters = useMattersArising(recordingId)
  const action = useAction()
  const { series = null, actions = [] } = matters.data ?? {}
  if (series === null || actions.length === 0) return null
  const setStatus = (id: number, status: Action['status']) =>
    action.run(async () => {
      await call(updateAction, { params: { id }, body: { status } })
      await matters.mutate()
    })
  return (
    <section aria-labelledby="arising" className="rounded-md border border-line bg-surface">
      <header className="border-b border-line px-4 py-2.5">
        <h2 id="arising" className="font-semibold">
          Matters arising
        </h2>
        <p className="text-sm text-ink-2">Open from earlier meetings of {series}</p>
      </header>
      <FailureBanner error={action.error} className="m-3" />
      <ul className="divide-y divide-line">
        {actions.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
            <div className="min-w-0 flex-1 basis-48">
              <p className="break-words">{one.title}</p>
              <p className="text-sm break-words text-ink-2">
                {[one.owner, one.dueDate ? `due ${longDate(`${one.dueDate}T12:00:00Z`)}` : one.due]
                  .filter(Boolean)
                  .join(' · ')}{' '}
                {one.recordingId === null ? (
                  one.meetingTitle
                ) : (
                  <Link
                    href={`/recordings/${one.recordingId}?t=${Math.floor(one.start)}`}
                    className="underline underline-offset-2"
                  >
                    {one.meetingTitle}
                  </Link>
                )}
              </p>
            </div>
            <select
              aria-label={`Status of “${one.title}”`}
              value={one.status}
              disabled={action.busy}
              onChange={({ target }) => {
                const chosen = actionStatuses.find((status) => status === target.value)
                if (chosen) void setStatus(one.id, chosen)
              }}
              className="h-8 rounded-md border border-line-strong bg-surface px-1.5 text-sm pointer-coarse:h-11"
            >
              {actionStatuses.map((status) => (
                <option key={status} value={status}>
                  {statusWords[status]}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </section>
  )
}
