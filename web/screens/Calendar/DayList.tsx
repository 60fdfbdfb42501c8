import { AudioLines, CalendarPlus, FileClock, ListChecks, Mic, Pencil, PenLine, Trash2 } from 'lucide-react'
import { Link } from 'wouter'
import type { CalendarItem } from '#contract/calendar.ts'
import { Button, buttonClass, type Icon } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { timeOfDay } from '../../ui/format.ts'
import { fullDay } from './days.ts'

const icons: Record<CalendarItem['kind'], Icon> = {
  meeting: AudioLines,
  action: ListChecks,
  signature: PenLine,
  deadline: FileClock,
}

const kinds: Record<CalendarItem['kind'], string> = {
  meeting: 'Meeting',
  action: 'Action due',
  signature: 'Awaiting Signature',
  deadline: 'Filing deadline',
}

type DayListProps = {
  day: string
  items: readonly CalendarItem[]
  /** Nothing stands on the whole page. */
  empty: boolean
  /** The calendar is there: else nobody can say that there is nothing. */
  known: boolean
  onSchedule: () => void
  /** Of a meeting. */
  onEdit: (id: number) => void
  onCancel: (item: CalendarItem) => void
}

/** What is on one day, and what can be done about it. */
export function DayList({ day, items, empty, known, onSchedule, onEdit, onCancel }: DayListProps) {
  return (
    <section aria-labelledby="day" className="min-w-0 self-start rounded-md border border-line bg-surface">
      <h2 id="day" className="border-b border-line px-4 py-2.5 font-semibold">
        {fullDay(day)}
      </h2>
      {items.length === 0 ? (
        <div className="px-4 py-4">
          <p className="text-ink-2">
            {empty
              ? 'Meetings, actions due, documents to sign and filing deadlines will appear here.'
              : known && 'Nothing on this day.'}
          </p>
          <Button small icon={CalendarPlus} className="mt-3" onClick={onSchedule}>
            Schedule a meeting
          </Button>
        </div>
      ) : (
        <ul className="divide-y divide-line">
          {items.map((item) => (
            <Entry
              key={`${item.kind} ${item.id} ${item.title}`}
              item={item}
              onEdit={() => onEdit(item.id)}
              onCancel={() => onCancel(item)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type EntryProps = { item: CalendarItem; onEdit: () => void; onCancel: () => void }

function Entry({ item: { kind, id, title, at, href, detail }, onEdit, onCancel }: EntryProps) {
  const KindIcon = icons[kind]
  return (
    <li className="flex gap-2.5 px-4 py-2.5">
      <span className="mt-0.5 shrink-0 text-ink-3">
        <KindIcon size={16} strokeWidth={1.75} aria-hidden />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">
          {href === null ? (
            title
          ) : (
            <Link href={href} className="rounded-md hover:underline">
              {title}
            </Link>
          )}
        </p>
        <p className="text-sm break-words text-ink-2">
          {[kinds[kind], at && timeOfDay(at), detail].filter(Boolean).join(' · ')}
        </p>
        {kind === 'meeting' && href === null && (
          <div className="mt-2 flex flex-wrap items-center gap-1">
            <Link
              href={`/record?meeting=${id}&title=${encodeURIComponent(title)}`}
              className={buttonClass('secondary', true)}
            >
              <Mic size={16} strokeWidth={1.75} aria-hidden />
              Record Meeting
            </Link>
            <Menu
              label={`More actions for ${title}`}
              items={[
                { label: 'Edit', icon: Pencil, onSelect: onEdit },
                { label: 'Cancel the meeting', icon: Trash2, danger: true, onSelect: onCancel },
              ]}
            />
          </div>
        )}
      </div>
    </li>
  )
}
