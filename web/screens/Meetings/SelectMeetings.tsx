import { Download, Tags, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { exportRecordings } from '#contract/exports.ts'
import type { Recording } from '#contract/recordings.ts'
import { urlOf } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useCompanies } from '../../hooks/companies.ts'
import { useAllLabels } from '../../hooks/labels.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { longDate } from '../../ui/format.ts'
import { Select } from '../../ui/Select.tsx'
import { SeriesField } from '../../ui/SeriesField.tsx'
import { titleOf } from '../../ui/transcription.ts'
import { dayOfMeeting } from './order.ts'
import { meetingCount, keepCompany, useBulkChanges } from './useBulkChanges.ts'

/** So many at once: an address holds no more numbers. */
const most = 200

/** Meetings to choose from, and what can be done with all that are chosen. */
export function SelectMeetings({
  recordings,
  onDone,
}: {
  recordings: readonly Recording[]
  onDone: () => void
}) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [dialog, setDialog] = useState<'file' | 'delete' | null>(null)
  const action = useAction()
  const shown = recordings.slice(0, most)
  const there = chosen.filter((id) => shown.some((one) => one.id === id))
  const words = meetingCount(there.length)
  const open = (which: 'file' | 'delete') => {
    action.clear()
    setDialog(which)
  }
  const { file, remove } = useBulkChanges(there, action)

  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="mr-auto text-ink-2 tabular-nums">
          {there.length === 0 ? 'Choose meetings' : `${words} chosen`}
        </p>
        <Button
          small
          onClick={() => setChosen(there.length === shown.length ? [] : shown.map(({ id }) => id))}
        >
          {there.length === shown.length && shown.length > 0 ? 'Choose none' : 'Choose all'}
        </Button>
        <Button small icon={Tags} disabled={there.length === 0} onClick={() => open('file')}>
          Tag and file
        </Button>
        {there.length > 0 && (
          <a
            href={urlOf(exportRecordings, {}, { ids: there.join(',') })}
            download
            className={buttonClass('secondary', true)}
          >
            <Download size={16} strokeWidth={1.75} aria-hidden />
            Export
          </a>
        )}
        <Button small icon={Trash2} disabled={there.length === 0} onClick={() => open('delete')}>
          Delete
        </Button>
        <Button small look="quiet" onClick={onDone}>
          Done
        </Button>
      </div>
      <Choices recordings={shown} chosen={there} onChange={setChosen} />
      {recordings.length > shown.length && (
        <p className="text-sm text-ink-3">
          The first {most} of {recordings.length.toLocaleString('en-GB')}: search or narrow the list for
          others.
        </p>
      )}
      {dialog === 'file' && (
        <FileDialog
          words={words}
          action={action}
          onClose={() => setDialog(null)}
          onSubmit={(form) => void file(form).then((done) => done && setDialog(null))}
        />
      )}
      {dialog === 'delete' && (
        <FormDialog
          title="Delete meetings"
          submit="Delete"
          danger
          action={action}
          onClose={() => setDialog(null)}
          onSubmit={() =>
            void remove().then((done) => {
              setChosen([])
              if (done) setDialog(null)
            })
          }
        >
          <p>
            {words} go to the bin, with their recordings, transcripts and minutes. They stay there for 30
            days.
          </p>
        </FormDialog>
      )}
    </div>
  )
}

type FileDialogProps = {
  words: string
  action: ReturnType<typeof useAction>
  onClose: () => void
  onSubmit: (form: FormData) => void
}

function FileDialog({ words, action, onClose, onSubmit }: FileDialogProps) {
  const { data: labels } = useAllLabels()
  const { data: companies = [] } = useCompanies()
  return (
    <FormDialog
      title={`Tag and file ${words}`}
      submit="Save"
      action={action}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <Field label="Add tags" name="add" hint="Separated by commas" data-autofocus />
      <Field
        label="Remove tags"
        name="remove"
        hint={
          labels && labels.tags.length > 0
            ? `There are: ${labels.tags
                .map(({ tag }) => tag)
                .slice(0, 20)
                .join(', ')}`
            : undefined
        }
      />
      <SeriesField hint="Leave empty to change nothing. A hyphen (-) takes them out of their series." />
      <Select
        label="Company"
        name="company"
        defaultValue={keepCompany}
        options={[
          { value: keepCompany, label: 'As it is' },
          { value: '', label: 'None' },
          ...companies.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
    </FormDialog>
  )
}

type ChoicesProps = {
  recordings: readonly Recording[]
  chosen: readonly number[]
  onChange: (chosen: readonly number[]) => void
}

function Choices({ recordings, chosen, onChange }: ChoicesProps) {
  return (
    <ul className="divide-y divide-line rounded-md border border-line bg-surface">
      {recordings.map((one) => (
        <li key={one.id}>
          <label className="flex min-h-11 items-center gap-3 px-4 py-2 hover:bg-page">
            <input
              type="checkbox"
              className="size-4 shrink-0"
              checked={chosen.includes(one.id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, one.id] : chosen.filter((id) => id !== one.id))
              }
            />
            <span dir="auto" className="min-w-0 flex-1 break-words">
              {titleOf(one)}
            </span>
            <span className="shrink-0 text-sm text-ink-2 tabular-nums">{longDate(dayOfMeeting(one))}</span>
          </label>
        </li>
      ))}
    </ul>
  )
}
