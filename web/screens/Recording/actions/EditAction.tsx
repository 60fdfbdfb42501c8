import { useId } from 'react'
import { useSWRConfig } from 'swr'
import { updateAction, type Action } from '#contract/actions.ts'
import { call, keys } from '../../../api.ts'
import { useAction } from '../../../hooks/busy-action.ts'
import { Field } from '../../../ui/Field.tsx'
import { textOf } from '../../../ui/form.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'

type EditActionProps = { recordingId: number; action: Action; people: string[]; onClose: () => void }

export function EditAction({ recordingId, action, people, onClose }: EditActionProps) {
  const { mutate } = useSWRConfig()
  const saving = useAction()
  const names = useId()
  const { id, title, owner, due, dueDate } = action

  const save = async (form: FormData) => {
    const [newTitle, newOwner, day] = ['title', 'owner', 'due'].map((name) => textOf(form, name).trim())
    // What stays as it was is nobody's change: the words "next week" go only when a day takes their place.
    const body = {
      ...(newTitle !== title && { title: newTitle! }),
      ...(newOwner !== (owner ?? '') && { owner: newOwner! }),
      ...(day !== (dueDate ?? '') && { dueDate: day || null }),
    }
    const done = await saving.run(async () => {
      await call(updateAction, { params: { id }, body })
      await mutate(keys.actions(recordingId))
    })
    if (done) onClose()
  }

  return (
    <FormDialog
      title="Edit Action"
      submit="Save Action"
      action={saving}
      inPlace={['invalid_input']}
      onClose={onClose}
      onSubmit={(form) => void save(form)}
    >
      <Field
        label="Action Title"
        name="title"
        defaultValue={title}
        maxLength={1000}
        error={saving.sentence('invalid_input')}
      />
      <Field label="Owner" name="owner" defaultValue={owner ?? ''} maxLength={200} list={names} />
      <datalist id={names}>
        {people.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <Field
        label="Due Date"
        name="due"
        type="date"
        defaultValue={dueDate ?? ''}
        hint={due && dueDate === null ? `Said in the meeting: “${due}”.` : undefined}
      />
    </FormDialog>
  )
}
