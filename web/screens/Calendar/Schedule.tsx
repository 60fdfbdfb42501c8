import { scheduleMeeting } from '#contract/calendar.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { Field, inputClass } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'

type ScheduleProps = { day: string; onClose: () => void; onDone: () => void }

const text = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** "Priya Shah <priya@example.com>", a line each. */
function attendeesIn(lines: string) {
  return lines.split('\n').flatMap((line) => {
    const [, name = '', email = ''] = /^([^<]*)(?:<([^<>]*)>)?\s*$/.exec(line.trim()) ?? []
    if (!name.trim() && !email) return []
    return [{ speakerId: '', name: name.trim() || email, ...(email && { email }) }]
  })
}

/** A meeting that is to come: when, with whom, where and what about. */
export function Schedule({ day, onClose, onDone }: ScheduleProps) {
  const action = useAction()
  const save = async (form: FormData) => {
    const place = text(form, 'location')
    const online = /^https?:\/\//i.test(place)
    const saved = await action.run(() =>
      call(scheduleMeeting, {
        body: {
          title: text(form, 'title'),
          startsAt: new Date(`${text(form, 'day')}T${text(form, 'time')}`).toISOString(),
          minutes: Number(text(form, 'minutes')) || 60,
          attendees: attendeesIn(text(form, 'attendees')),
          location:
            place === ''
              ? null
              : online
                ? { type: 'online', name: 'Online Meeting', url: place }
                : { type: 'physical', name: place },
          agenda: text(form, 'agenda'),
        },
      }),
    )
    if (!saved) return
    onDone()
    onClose()
  }
  return (
    <FormDialog
      title="Schedule Meeting"
      submit="Schedule Meeting"
      action={action}
      onClose={onClose}
      onSubmit={(form) => void save(form)}
      wide
    >
      <Field label="Title" name="title" required autoFocus />
      <div className="grid grid-cols-3 gap-3">
        <Field label="Date" name="day" type="date" defaultValue={day} required />
        <Field label="Time" name="time" type="time" defaultValue="10:00" required />
        <Field label="Minutes" name="minutes" type="number" min={5} max={1440} step={5} defaultValue={60} />
      </div>
      <Field label="Location" name="location" hint="A room, or the address of an online meeting." />
      <Lines label="Attendees" name="attendees" hint="One a line, with the email address in <>." rows={3} />
      <Lines label="Agenda" name="agenda" rows={4} />
    </FormDialog>
  )
}

function Lines({ label, name, hint, rows }: { label: string; name: string; hint?: string; rows: number }) {
  const id = `schedule-${name}`
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <textarea id={id} name={name} rows={rows} className={`${inputClass} h-auto! py-2`} />
      {hint && <p className="mt-1 text-sm text-ink-3">{hint}</p>}
    </div>
  )
}
