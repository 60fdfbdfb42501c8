import { useState } from 'react'
import { changeScheduled, scheduleMeeting, type ScheduledMeeting } from '#contract/calendar.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useCompanies } from '../../hooks/companies.ts'
import { Field, inputClass } from '../../ui/Field.tsx'
import { textOf } from '../../ui/form.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { SeriesField } from '../../ui/SeriesField.tsx'
import { toast } from '../../ui/Toaster.tsx'
import { OpenMatters } from './OpenMatters.tsx'

type ScheduleProps = {
  day: string
  /** One that is there, to be changed; null: a new one. */
  meeting: ScheduledMeeting | null
  onClose: () => void
  /** @param day of the meeting */
  onDone: (day: string) => void
}

const text = (form: FormData, name: string): string => textOf(form, name).trim()

/** "Priya Shah <priya@example.com>", a line each. What was known of somebody by that name is kept. */
function attendeesIn(lines: string, before: ScheduledMeeting['attendees']) {
  return lines.split('\n').flatMap((line) => {
    const [, name = '', email = ''] = /^([^<]*)(?:<([^<>]*)>)?\s*$/.exec(line.trim()) ?? []
    const called = name.trim() || email
    if (!called) return []
    const known = before.find((one) => one.name === called)
    return [{ speakerId: '', ...known, name: called, ...(email && { email }) }]
  })
}

const linesOf = (attendees: ScheduledMeeting['attendees']): string =>
  attendees.map(({ name, email }) => (email ? `${name} <${email}>` : name)).join('\n')

function placeOf(given: string, before: ScheduledMeeting['location']) {
  if (given === '') return null
  if (before && given === (before.url ?? before.name)) return before
  return /^https?:\/\//i.test(given)
    ? ({ type: 'online', name: 'Online Meeting', url: given } as const)
    : ({ type: 'physical', name: given } as const)
}

/** In the browser's own time, as its inputs want it. */
function localParts(iso: string): { day: string; time: string } {
  const at = new Date(iso)
  const two = (value: number): string => String(value).padStart(2, '0')
  return {
    day: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  }
}

type Problems = { title?: string; when?: string }

/** A meeting that is to come: when, with whom, where and what about. */
export function Schedule({ day, meeting, onClose, onDone }: ScheduleProps) {
  const action = useAction()
  const companies = useCompanies().data ?? []
  const [problems, setProblems] = useState<Problems>({})
  const when = meeting?.startsAt ? localParts(meeting.startsAt) : { day, time: '10:00' }
  const save = async (form: FormData) => {
    const starts = new Date(`${text(form, 'day')}T${text(form, 'time')}`)
    const found: Problems = {
      ...(text(form, 'title') === '' && { title: 'Title cannot be empty' }),
      ...(Number.isNaN(starts.getTime()) && { when: 'Please enter a date and a time' }),
    }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    const body = {
      ...{ title: text(form, 'title'), startsAt: starts.toISOString() },
      minutes: Number(text(form, 'minutes')) || 60,
      companyId: Number(text(form, 'company')) || null,
      series: text(form, 'series') || null,
      attendees: attendeesIn(textOf(form, 'attendees'), meeting?.attendees ?? []),
      location: placeOf(text(form, 'location'), meeting?.location ?? null),
      agenda: text(form, 'agenda'),
    }
    const saved = await action.run(() =>
      meeting ? call(changeScheduled, { params: { id: meeting.id }, body }) : call(scheduleMeeting, { body }),
    )
    if (!saved) return
    toast({ title: meeting ? 'Meeting changed' : 'Meeting scheduled' })
    onDone(text(form, 'day'))
    onClose()
  }
  return (
    <FormDialog
      title={meeting ? 'Edit Meeting' : 'Schedule Meeting'}
      submit={meeting ? 'Save' : 'Schedule Meeting'}
      action={action}
      onClose={onClose}
      onSubmit={(form) => void save(form)}
      wide
    >
      <Field
        label="Title"
        name="title"
        maxLength={300}
        defaultValue={meeting?.title}
        data-autofocus
        error={problems.title}
      />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <Field label="Date" name="day" type="date" defaultValue={when.day} error={problems.when} />
        <Field label="Time" name="time" type="time" defaultValue={when.time} />
        <Field
          label="Minutes"
          name="minutes"
          type="number"
          min={5}
          max={1440}
          step={5}
          defaultValue={meeting?.minutes ?? 60}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label="Company"
          name="company"
          defaultValue={String(meeting?.companyId ?? '')}
          options={[
            { value: '', label: 'None' },
            ...companies.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <div>
          <SeriesField
            value={meeting?.series ?? ''}
            hint="Open actions are carried forward within a series, such as Board"
          />
        </div>
      </div>
      <Field
        label="Location"
        name="location"
        hint="A room, or the address of an online meeting."
        defaultValue={meeting?.location?.url ?? meeting?.location?.name ?? ''}
      />
      <Lines
        label="Attendees"
        name="attendees"
        hint="One per line: Name <email>"
        rows={3}
        value={linesOf(meeting?.attendees ?? [])}
      />
      <Lines label="Agenda" name="agenda" rows={4} value={meeting?.agenda ?? ''} />
      {meeting && <OpenMatters meetingId={meeting.id} />}
    </FormDialog>
  )
}

type LinesProps = { label: string; name: string; hint?: string; rows: number; value: string }

function Lines({ label, name, hint, rows, value }: LinesProps) {
  const id = `schedule-${name}`
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <textarea
        id={id}
        name={name}
        rows={rows}
        defaultValue={value}
        className={`${inputClass} h-auto! py-2`}
      />
      {hint && <p className="mt-1 text-sm text-ink-3">{hint}</p>}
    </div>
  )
}
