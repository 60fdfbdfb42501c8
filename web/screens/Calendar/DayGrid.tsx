import type { CalendarItem } from '#contract/calendar.ts'
import { cx } from '../../ui/cx.ts'
import { fullDay, today, weekdayNames } from './days.ts'

type DayGridProps = {
  days: readonly string[]
  /** "2026-11"; null: days of several months count alike. */
  month: string | null
  byDay: ReadonlyMap<string, CalendarItem[]>
  chosen: string
  onChoose: (day: string) => void
}

const shownInCell = 3

/** Days as a grid of weeks; each opens its list. */
export function DayGrid({ days, month, byDay, chosen, onChoose }: DayGridProps) {
  const now = today()
  // Thirty days begin on any day of the week.
  const weekly = days.length % 7 === 0
  return (
    <div>
      {weekly && (
        <div aria-hidden className="grid grid-cols-7 text-center text-sm text-ink-3">
          {weekdayNames.map((name) => (
            <div key={name} className="py-1">
              {name}
            </div>
          ))}
        </div>
      )}
      <ol
        className={cx(
          'grid gap-px overflow-hidden rounded-md border border-line bg-line',
          weekly ? 'grid-cols-7' : 'grid-cols-5 sm:grid-cols-6',
        )}
      >
        {days.map((day) => {
          const items = byDay.get(day) ?? []
          const outside = month !== null && !day.startsWith(month)
          return (
            <li key={day} className="bg-surface">
              <button
                type="button"
                aria-pressed={day === chosen}
                aria-current={day === now ? 'date' : undefined}
                aria-label={`${fullDay(day)}, ${items.length === 1 ? '1 entry' : `${items.length} entries`}`}
                onClick={() => onChoose(day)}
                className={cx(
                  'flex h-16 w-full flex-col items-stretch gap-0.5 p-1 text-left transition-colors hover:bg-sunken sm:h-24',
                  day === chosen && 'bg-sunken outline-2 -outline-offset-2 outline-accent',
                )}
              >
                <span
                  className={cx(
                    'flex size-6 shrink-0 items-center justify-center rounded-md text-sm tabular-nums',
                    day === now
                      ? 'bg-accent font-semibold text-on-accent'
                      : outside
                        ? 'text-ink-3'
                        : 'text-ink',
                  )}
                >
                  {Number(day.slice(8))}
                </span>
                <span className="hidden min-w-0 flex-col gap-0.5 sm:flex">
                  {items.slice(0, shownInCell - (items.length > shownInCell ? 1 : 0)).map((item) => (
                    <span
                      key={`${item.kind} ${item.id} ${item.title}`}
                      className="truncate text-xs text-ink-2"
                    >
                      {item.title}
                    </span>
                  ))}
                  {items.length > shownInCell && (
                    <span className="text-xs text-ink-3">and {items.length - shownInCell + 1} more</span>
                  )}
                </span>
                {items.length > 0 && (
                  <span className="flex gap-0.5 px-1 sm:hidden" aria-hidden>
                    {items.slice(0, 3).map((item) => (
                      <span
                        key={`${item.kind} ${item.id} ${item.title}`}
                        className="size-1.5 rounded-full bg-accent"
                      />
                    ))}
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
