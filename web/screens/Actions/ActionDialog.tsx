import { useState } from 'react'
import type { Action } from '#contract/actions.ts'
import { priorities, type PersonalAction } from '#contract/personal-actions.ts'
import type { useActionChanges } from '../../hooks/all-actions.ts'
import { Field, inputClass } from '../../ui/Field.tsx'
import { textOf } from '../../ui/form.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { RecordNote } from './RecordNote.tsx'

const words = { high: 'High', medium: 'Medium', low: 'Low' }

type Changes = ReturnType<typeof useActionChanges>

type ActionDialogProps = {
  changes: Changes
  /** null: a new one. */
  action: PersonalAction | null
  onClose: () => void
}

/** What somebody sets themselves. */
export function ActionDialog({ changes, action, onClose }: ActionDialogProps) {
  const [notes, setNotes] = useState(action?.notes ?? '')
  const [missing, setMissing] = useState(false)
  const [recording, setRecording] = useState(false)
  const save = async (form: FormData) => {
    const title = textOf(form, 'title').trim()
    setMissing(title === '')
    if (title === '') return
    const fields = {
      ...{ title, notes: notes.trim(), dueDate: textOf(form, 'due') || null },
      priority: priorities.find((one) => one === textOf(form, 'priority')) ?? 'medium',
    }
    const done = action ? await changes.change(action.id, fields) : await changes.add(fields)
    if (done) onClose()
  }
  return (
    <FormDialog
      title={action ? 'Edit Action' : 'Add Action'}
      submit="Save Action"
      action={changes.action}
      onClose={onClose}
      onSubmit={(form) => void save(form)}
      blocked={recording}
    >
      <Field
        label="Action Title"
        name="title"
        maxLength={1000}
        defaultValue={action?.title}
        data-autofocus
        error={missing ? 'Title cannot be empty' : undefined}
      />
      <div className="space-y-2">
        <label htmlFor="action-notes" className="block font-medium">
          Notes
        </label>
        <textarea
          id="action-notes"
          name="notes"
          rows={4}
          maxLength={20_000}
          value={notes}
          onChange={({ target }) => setNotes(target.value)}
          className={`${inputClass} h-auto! py-2`}
        />
        <RecordNote
          onBusy={setRecording}
          onText={(text) =>
            setNotes((before) => (before.trim() === '' ? text : `${before.trimEnd()}\n${text}`))
          }
        />
      </div>
      <Field label="Due Date" name="due" type="date" defaultValue={action?.dueDate ?? ''} />
      <Select
        label="Priority"
        name="priority"
        defaultValue={action?.priority ?? 'medium'}
        options={priorities.map((value) => ({ value, label: words[value] }))}
      />
    </FormDialog>
  )
}

type MeetingActionDialogProps = { changes: Changes; action: Action; onClose: () => void }

/** What was agreed in a meeting: who does it, and by when. */
export function MeetingActionDialog({ changes, action, onClose }: MeetingActionDialogProps) {
  const [missing, setMissing] = useState(false)
  const save = async (form: FormData) => {
    const title = textOf(form, 'title').trim()
    setMissing(title === '')
    if (title === '') return
    const dueDate = textOf(form, 'due') || null
    const done = await changes.changeMeeting(action.id, {
      ...{ title, owner: textOf(form, 'owner').trim() || null },
      ...(dueDate !== action.dueDate && { dueDate }),
    })
    if (done) onClose()
  }
  return (
    <FormDialog
      title="Edit Action"
      submit="Save Action"
      action={changes.action}
      onClose={onClose}
      onSubmit={(form) => void save(form)}
    >
      <Field
        label="Action Title"
        name="title"
        maxLength={1000}
        defaultValue={action.title}
        data-autofocus
        error={missing ? 'Title cannot be empty' : undefined}
      />
      <Field label="Owner" name="owner" maxLength={200} defaultValue={action.owner ?? ''} />
      <Field label="Due Date" name="due" type="date" defaultValue={action.dueDate ?? ''} />
      <p className="text-sm text-ink-2">Agreed in {action.meetingTitle}</p>
    </FormDialog>
  )
}
