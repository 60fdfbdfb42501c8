import { CalendarPlus, ChevronLeft, ChevronRight, Upload } from 'lucide-react'
import { useState } from 'react'
import type { CalendarItem } from '#contract/calendar.ts'
import { useCalendar } from '../../hooks/calendar.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { NotFetched, Screen } from '../../ui/Screen.tsx'
import { StaleBanner } from '../../ui/StaleBanner.tsx'
import { CancelMeeting } from './CancelMeeting.tsx'
import { DayList } from './DayList.tsx'
import { addDays, addMonths, monthGrid, monthName, monthsFrom, thirtyDays, today } from './days.ts'
import { DayGrid } from './DayGrid.tsx'
import { EditMeeting } from './EditMeeting.tsx'
import { ImportCalendar } from './ImportCalendar.tsx'
import { Schedule } from './Schedule.tsx'
import { ViewChoice, type View } from './ViewChoice.tsx'
import { YearGrid } from './YearGrid.tsx'

/** The first day, and what stands on the page with it. */
function shownDays(view: View, day: string): { from: string; to: string; days: string[] } {
  if (view === 'month' || view === 'thirty') {
    const days = view === 'month' ? monthGrid(day) : thirtyDays(day)
    return { from: days[0]!, to: days.at(-1)!, days }
  }
  const months = monthsFrom(day, view === 'rolling')
  return { from: months[0]!, to: addDays(addMonths(months[0]!, 12), -1), days: months }
}

function titleOf(view: View, day: string, from: string, to: string): string {
  if (view === 'month') return monthName(day)
  if (view === 'year') return day.slice(0, 4)
  return `${monthName(from)} – ${monthName(to)}`
}

const step: Record<View, (day: string, by: 1 | -1) => string> = {
  month: (day, by) => addMonths(day, by),
  thirty: (day, by) => addDays(day, 30 * by),
  year: (day, by) => addMonths(day, 12 * by),
  rolling: (day, by) => addMonths(day, 12 * by),
}

export function Calendar() {
  const [view, setView] = useState<View>('month')
  const [day, setDay] = useState(today)
  const [chosen, setChosen] = useState(today)
  const [edited, setEdited] = useState<number | null>(null)
  const [doomed, setDoomed] = useState<CalendarItem | null>(null)
  const [dialog, setDialog] = useState<'schedule' | 'import' | null>(null)
  const { from, to, days } = shownDays(view, day)
  const answer = useCalendar(from, to)
  const items = answer.data?.items ?? []
  const byDay = groupBy(items, (item) => item.day)
  const isYear = view === 'year' || view === 'rolling'
  const open = (one: string) => {
    setChosen(one)
    if (!isYear) return
    setDay(one)
    setView('month')
  }
  return (
    <Screen title="Calendar View" subtitle="View and schedule your recordings and meetings">
      <div className="flex flex-wrap items-center gap-2">
        <ViewChoice
          view={view}
          onChange={(value) => {
            setView(value)
            if (value === 'thirty') setDay(today())
          }}
        />
        <div className="ml-auto flex gap-2 max-sm:ml-0 max-sm:w-full">
          <Button icon={Upload} onClick={() => setDialog('import')}>
            Import
          </Button>
          <Button look="primary" icon={CalendarPlus} onClick={() => setDialog('schedule')}>
            Schedule Meeting
          </Button>
        </div>
      </div>

      <div className="mt-4 flex items-center gap-1">
        <IconButton icon={ChevronLeft} label="Earlier" onClick={() => setDay(step[view](day, -1))} />
        <IconButton icon={ChevronRight} label="Later" onClick={() => setDay(step[view](day, 1))} />
        <h2 className="ml-1 text-read font-semibold" aria-live="polite">
          {titleOf(view, day, from, to)}
        </h2>
        <Button small look="quiet" className="ml-auto" onClick={() => (setDay(today()), setChosen(today()))}>
          Today
        </Button>
      </div>

      {answer.data ? (
        <StaleBanner what="The calendar" error={answer.error} onRetry={() => void answer.mutate()} />
      ) : (
        answer.error && (
          <div className="mt-3">
            <NotFetched what="The calendar" error={answer.error} onRetry={() => void answer.mutate()} />
          </div>
        )
      )}
      <div className="mt-3 grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {isYear ? (
          <YearGrid months={days} items={items} onOpen={open} />
        ) : (
          <DayGrid
            days={days}
            month={view === 'month' ? day.slice(0, 7) : null}
            byDay={byDay}
            chosen={chosen}
            onChoose={open}
          />
        )}
        <DayList
          day={chosen}
          items={byDay.get(chosen) ?? []}
          empty={items.length === 0 && answer.data !== undefined}
          known={answer.data !== undefined}
          onSchedule={() => setDialog('schedule')}
          onEdit={setEdited}
          onCancel={setDoomed}
        />
      </div>
      {dialog === 'schedule' && (
        <Schedule
          day={chosen}
          meeting={null}
          onClose={() => setDialog(null)}
          onDone={(to) => {
            setDay(to)
            setChosen(to)
            void answer.mutate()
          }}
        />
      )}
      {edited !== null && (
        <EditMeeting id={edited} onClose={() => setEdited(null)} onDone={() => void answer.mutate()} />
      )}
      {doomed && (
        <CancelMeeting meeting={doomed} onClose={() => setDoomed(null)} onDone={() => answer.mutate()} />
      )}
      {dialog === 'import' && (
        <ImportCalendar onClose={() => setDialog(null)} onDone={() => void answer.mutate()} />
      )}
    </Screen>
  )
}

function groupBy(items: readonly CalendarItem[], key: (item: CalendarItem) => string) {
  const groups = new Map<string, CalendarItem[]>()
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return groups
}
