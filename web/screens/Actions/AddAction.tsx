import { priorities } from '#contract/personal-actions.ts'
import type { useActionChanges } from '../../hooks/all-actions.ts'
import { Field, inputClass } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Select } from '../../ui/Select.tsx'

const words = { high: 'High', medium: 'Medium', low: 'Low' }

type AddActionProps = { changes: ReturnType<typeof useActionChanges>; onClose: () => void }

export function AddAction({ changes, onClose }: AddActionProps) {
  const save = async (form: FormData) => {
    const text = (name: string): string => {
      const value = form.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    const priority = priorities.find((one) => one === text('priority')) ?? 'medium'
    const added = await changes.add({
      title: text('title'),
      notes: text('notes'),
      dueDate: text('due') || null,
      priority,
    })
    if (added) onClose()
  }
  const action = { ...changes, run: async () => false, clear: () => undefined, sentence: () => undefined }
  return (
    <FormDialog
      title="Add Action"
      submit="Save Action"
      action={action}
      onClose={onClose}
      onSubmit={(form) => void save(form)}
    >
      <Field label="Action Title" name="title" required autoFocus />
      <div>
        <label htmlFor="action-notes" className="mb-1 block font-medium">
          Notes
        </label>
        <textarea id="action-notes" name="notes" rows={4} className={`${inputClass} h-auto! py-2`} />
      </div>
      <Field label="Due Date" name="due" type="date" />
      <Select
        label="Priority"
        name="priority"
        defaultValue="medium"
        options={priorities.map((value) => ({ value, label: words[value] }))}
      />
    </FormDialog>
  )
}
