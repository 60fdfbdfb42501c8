import { useState } from 'react'
import type { DocumentView } from '#contract/documents.ts'
import type { Action } from '../../hooks/busy-action.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import {
  blankSignatory,
  entryOf,
  signatoriesOf,
  SignatoryFields,
  useSigningPeople,
} from '../../ui/SignatoryFields.tsx'

type Saved = { signatories?: ReturnType<typeof signatoriesOf>; signBy: string | null }

/** Names who is to sign, before the first one does, and by when. */
export function SignatoriesDialog({
  document,
  action,
  onClose,
  onSave,
}: {
  document: DocumentView
  action: Action
  onClose: () => void
  onSave: (change: Saved) => void
}) {
  const people = useSigningPeople()
  const [signBy, setSignBy] = useState(document.signBy ?? '')
  const [entries, setEntries] = useState(() =>
    document.signatories.length > 0 ? document.signatories.map(entryOf) : [blankSignatory()],
  )
  const mayName = document.signatures.length === 0
  const save = (): void =>
    onSave({
      ...(mayName && { signatories: signatoriesOf(entries, people.data ?? []) }),
      signBy: signBy === '' ? null : signBy,
    })
  return (
    <FormDialog wide title="Who is to sign" submit="Save" action={action} onClose={onClose} onSubmit={save}>
      {mayName ? (
        <>
          <p className="text-ink-2">
            The document awaits its signatures until the last of them has signed. Without names, one signature
            is enough. Who uses the appliance under a name signs for it themselves.
          </p>
          <SignatoryFields entries={entries} onChange={setEntries} />
        </>
      ) : (
        <p className="text-ink-2">Somebody has signed already; who is to sign can no longer be changed.</p>
      )}
      <Field
        type="date"
        label="To be signed by"
        hint="The calendar shows it on this day."
        className="max-w-56"
        value={signBy}
        onChange={(event) => setSignBy(event.target.value)}
      />
    </FormDialog>
  )
}
