import { CalendarPlus, ChevronLeft, ChevronRight, Upload } from 'lucide-react'
import { useState } from 'react'
import { cancelMeeting, type CalendarItem } from '#contract/calendar.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useCalendar } from '../../hooks/calendar.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { NotFetched, Screen } from '../../ui/Screen.tsx'
import { DayList } from './DayList.tsx'
import { addDays, addMonths, monthGrid, monthName, monthsFrom, thirtyDays, today } from './days.ts'
import { DayGrid } from './DayGrid.tsx'
import { EditMeeting } from './EditMeeting.tsx'
import { ImportCalendar } from './ImportCalendar.tsx'
import { Schedule } from './Schedule.tsx'
import { Choice } from './Choice.tsx'
import { YearGrid } from './YearGrid.tsx'

type View = 'month' | 'thirty' | 'year' | 'rolling'

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
  const cancelling = useAction()
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
  const cancel = async ({ id }: CalendarItem) => {
    const done = await cancelling.run(async () => {
      await call(cancelMeeting, { params: { id } })
      await answer.mutate()
    })
    if (done) setDoomed(null)
  }
  return (
    <Screen title="Calendar View" subtitle="View and schedule your recordings and meetings">
      <div className="flex flex-wrap items-center gap-2">
        <Choice
          label="View"
          tabs
          value={isYear ? 'year' : 'month'}
          options={[
            { value: 'month', label: 'Month View' },
            { value: 'year', label: 'Year View' },
          ]}
          onChange={(value) => setView(value)}
        />
        <Choice
          label="Days"
          value={view}
          options={
            isYear
              ? [
                  { value: 'year', label: 'Jan-Dec' },
                  { value: 'rolling', label: '12 months' },
                ]
              : [
                  { value: 'month', label: 'Month' },
                  { value: 'thirty', label: '30 days' },
                ]
          }
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

      {answer.error && !answer.data && (
        <div className="mt-3">
          <NotFetched what="The calendar" error={answer.error} onRetry={() => void answer.mutate()} />
        </div>
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
          onSchedule={() => setDialog('schedule')}
          onEdit={setEdited}
          onCancel={(item) => {
            cancelling.clear()
            setDoomed(item)
          }}
        />
      </div>
      {dialog === 'schedule' && (
        <Schedule
          day={chosen}
          meeting={null}
          onClose={() => setDialog(null)}
          onDone={() => void answer.mutate()}
        />
      )}
      {edited !== null && (
        <EditMeeting id={edited} onClose={() => setEdited(null)} onDone={() => void answer.mutate()} />
      )}
      {doomed && (
        <FormDialog
          title="Cancel meeting"
          submit="Cancel the meeting"
          danger
          action={cancelling}
          onClose={() => setDoomed(null)}
          onSubmit={() => void cancel(doomed)}
        >
          <p>{doomed.title} goes from the calendar. Nobody is told.</p>
        </FormDialog>
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
