import { useMeetingMatters } from '../../hooks/labels.ts'
import { longDate } from '../../ui/format.ts'

/** What earlier meetings of the series have left open, for a meeting that is to come. */
export function OpenMatters({ meetingId }: { meetingId: number }) {
  const { series = null, actions = [] } = useMeetingMatters(meetingId).data ?? {}
  if (series === null || actions.length === 0) return null
  return (
    <section aria-labelledby="matters">
      <h3 id="matters" className="font-medium">
        Matters arising from earlier meetings of {series}
      </h3>
      <ul className="mt-1 max-h-48 list-disc space-y-1 overflow-y-auto pl-5 text-sm">
        {actions.map(({ id, title, owner, dueDate }) => (
          <li key={id} className="break-words">
            {title}{' '}
            <span className="text-ink-2">
              {[owner, dueDate && `due ${longDate(`${dueDate}T12:00:00Z`)}`].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
