import type { CalendarItem } from '#contract/calendar.ts'
import { monthName } from './days.ts'

const words: Record<CalendarItem['kind'], [string, string]> = {
  meeting: ['meeting', 'meetings'],
  action: ['action due', 'actions due'],
  signature: ['document to sign', 'documents to sign'],
  deadline: ['filing deadline', 'filing deadlines'],
}

type YearGridProps = {
  months: readonly string[]
  items: readonly CalendarItem[]
  onOpen: (day: string) => void
}

/** Twelve months, each with what it holds. */
export function YearGrid({ months, items, onOpen }: YearGridProps) {
  return (
    <ol className="grid grid-cols-2 content-start gap-3 md:grid-cols-4">
      {months.map((month) => {
        const own = items.filter(({ day }) => day.startsWith(month.slice(0, 7)))
        const lines = Object.entries(words).flatMap(([kind, [one, many]]) => {
          const count = own.filter((item) => item.kind === kind).length
          return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
        })
        return (
          <li key={month}>
            <button
              type="button"
              onClick={() => onOpen(month)}
              className="flex h-28 w-full flex-col items-start rounded-md border border-line bg-surface p-3 text-left transition-colors hover:bg-sunken"
            >
              <span className="font-semibold">{monthName(month)}</span>
              {lines.map((line) => (
                <span key={line} className="text-sm text-ink-2 tabular-nums">
                  {line}
                </span>
              ))}
              {lines.length === 0 && <span className="text-sm text-ink-3">Nothing yet</span>}
            </button>
          </li>
        )
      })}
    </ol>
  )
}
