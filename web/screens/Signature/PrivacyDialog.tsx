import { useState } from 'react'
import useSWR from 'swr'
import { listSigningPeople, type DocumentView } from '#contract/documents.ts'
import { call } from '../../api.ts'
import type { Action } from '../../hooks/busy-action.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Select } from '../../ui/Select.tsx'

type Audience = DocumentView['openTo']
const words: Record<Audience, string> = {
  everybody: 'Everybody who uses the appliance',
  signatories: 'Only those who are to sign',
  named: 'Those who sign, and people named here',
}

export function PrivacyDialog({
  document,
  action,
  onClose,
  onSave,
}: {
  document: DocumentView
  action: Action
  onClose: () => void
  onSave: (change: { openTo: Audience; readers: number[] }) => void
}) {
  const [openTo, setOpenTo] = useState<Audience>(document.openTo)
  const [readers, setReaders] = useState<number[]>(document.readers)
  const people = useSWR(listSigningPeople.path, () => call(listSigningPeople))
  const turn = (id: number): void =>
    setReaders(readers.includes(id) ? readers.filter((one) => one !== id) : [...readers, id])
  return (
    <FormDialog
      title="Who may see it"
      submit="Save"
      action={action}
      onClose={onClose}
      onSubmit={() => onSave({ openTo, readers })}
    >
      <Select
        label="Open to"
        value={openTo}
        onChange={(event) => setOpenTo(event.target.value as Audience)}
        options={(Object.keys(words) as Audience[]).map((value) => ({ value, label: words[value] }))}
      />
      {openTo === 'named' && (
        <fieldset>
          <legend className="mb-1 font-medium">People</legend>
          {people.data?.people.map(({ id, name }) => (
            <label key={id} className="flex items-center gap-2 py-1">
              <input type="checkbox" checked={readers.includes(id)} onChange={() => turn(id)} />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      <p className="text-sm text-ink-2">Its owner and administrators always see it.</p>
    </FormDialog>
  )
}
