import { FolderClosed, Pencil } from 'lucide-react'
import { useState } from 'react'
import { putLabels, type Labels } from '#contract/labels.ts'
import { call } from '../../../api.ts'
import { useAction } from '../../../hooks/busy-action.ts'
import { useCompanies } from '../../../hooks/companies.ts'
import { useLabels } from '../../../hooks/labels.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { textOf } from '../../../ui/form.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { Select } from '../../../ui/Select.tsx'
import { SeriesField } from '../../../ui/SeriesField.tsx'

/** The series, company and tags of the meeting. */
export function FiledUnder({ recordingId }: { recordingId: number }) {
  const labels = useLabels(recordingId)
  const companies = useCompanies()
  const [editing, setEditing] = useState(false)
  if (!labels.data) return null
  const { series, tags, companyId } = labels.data
  const company = companies.data?.find(({ id }) => id === companyId)?.name
  const facts = [series, company, ...tags.map((tag) => `#${tag}`)].filter(Boolean)
  return (
    <section
      aria-labelledby="filed"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface py-1.5 pr-2 pl-4 print:hidden"
    >
      <FolderClosed size={16} strokeWidth={1.75} className="text-ink-3" aria-hidden />
      <h2 id="filed" className="font-semibold">
        Filed under
      </h2>
      <p className="min-w-0 flex-1 basis-24 break-words text-ink-2">{facts.join(' · ') || 'Nothing yet'}</p>
      <Button small icon={Pencil} onClick={() => setEditing(true)}>
        Edit<span className="sr-only"> what it is filed under</span>
      </Button>
      {editing && (
        <EditLabels
          recordingId={recordingId}
          labels={labels.data}
          onClose={() => setEditing(false)}
          onSaved={() => void labels.mutate()}
        />
      )}
    </section>
  )
}

type EditLabelsProps = { recordingId: number; labels: Labels; onClose: () => void; onSaved: () => void }

function EditLabels({ recordingId, labels, onClose, onSaved }: EditLabelsProps) {
  const companies = useCompanies().data ?? []
  const action = useAction()
  const save = async (form: FormData) => {
    const tags = textOf(form, 'tags')
      .split(',')
      .map((tag) => tag.trim().replace(/^#/, ''))
      .filter(Boolean)
    const body = {
      ...{ series: textOf(form, 'series').trim() || null, tags: [...new Set(tags)] },
      companyId: Number(textOf(form, 'company')) || null,
    }
    const done = await action.run(() => call(putLabels, { params: { id: recordingId }, body }))
    if (!done) return
    onSaved()
    onClose()
  }
  return (
    <FormDialog
      title="Filed under"
      submit="Save"
      action={action}
      onClose={onClose}
      onSubmit={(form) => void save(form)}
    >
      <SeriesField
        focused
        value={labels.series ?? ''}
        hint="Such as Board or Audit committee: open actions are carried forward to its next meeting"
      />
      <Field label="Tags" name="tags" defaultValue={labels.tags.join(', ')} hint="Separated by commas" />
      <Select
        label="Company"
        name="company"
        defaultValue={String(labels.companyId ?? '')}
        options={[
          { value: '', label: 'None' },
          ...companies.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
    </FormDialog>
  )
}
