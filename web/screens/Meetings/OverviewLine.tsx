import { CircleAlert, FolderClosed, ListChecks, Users } from 'lucide-react'
import { Link } from 'wouter'
import type { MeetingOverview } from '#contract/overview.ts'

const shownNames = 3

const few = ({ attendees }: MeetingOverview): string =>
  attendees.length <= shownNames
    ? attendees.join(', ')
    : `${attendees.slice(0, shownNames - 1).join(', ')} and ${attendees.length - shownNames + 1} more`

/** Who was there, and what is still to be done about a meeting; what there is nothing of is left out. */
export function OverviewLine({ overview, href }: { overview: MeetingOverview; href: string }) {
  const { attendees, openActions, toCheck, series, tags } = overview
  const filed = [series, ...tags.map((tag) => `#${tag}`)].filter(Boolean)
  if (attendees.length + openActions + toCheck + filed.length === 0) return null
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-x-4 text-sm text-ink-2 tabular-nums">
      {attendees.length > 0 && (
        <span className="inline-flex min-w-0 items-center gap-1.5" title={attendees.join(', ')}>
          <Users
            size={16}
            strokeWidth={1.75}
            className="shrink-0 text-ink-3"
            aria-label="Attendees"
            role="img"
          />
          <span className="truncate">{few(overview)}</span>
        </span>
      )}
      {filed.length > 0 && (
        <span className="inline-flex min-w-0 items-center gap-1.5" title={filed.join(', ')}>
          <FolderClosed
            size={16}
            strokeWidth={1.75}
            className="shrink-0 text-ink-3"
            aria-label="Filed under"
            role="img"
          />
          <span className="truncate">{filed.slice(0, shownNames).join(' · ')}</span>
        </span>
      )}
      {openActions > 0 && (
        <Link
          href={`${href}#actions`}
          className="inline-flex items-center gap-1.5 hover:underline pointer-coarse:min-h-11"
        >
          <ListChecks size={16} strokeWidth={1.75} className="text-ink-3" aria-hidden />
          {openActions} open {openActions === 1 ? 'action' : 'actions'}
        </Link>
      )}
      {toCheck > 0 && (
        <Link
          href={`${href}#summary`}
          className="inline-flex items-center gap-1.5 text-warn hover:underline pointer-coarse:min-h-11"
        >
          <CircleAlert size={16} strokeWidth={1.75} aria-hidden />
          {toCheck} to check
        </Link>
      )}
    </p>
  )
}
