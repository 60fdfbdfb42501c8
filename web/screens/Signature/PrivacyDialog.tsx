import { useState } from 'react'
import type { DocumentView } from '#contract/documents.ts'
import type { Action } from '../../hooks/busy-action.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { WhoCanSee } from '../../ui/WhoCanSee.tsx'

type Kind = DocumentView['openTo']
const choices: { value: Kind; label: string; description: string }[] = [
  { value: 'everybody', label: 'Everybody', description: 'All who can sign in to the appliance.' },
  { value: 'signatories', label: 'Signatories', description: 'Its owner and those who are to sign it.' },
  { value: 'named', label: 'Named people', description: 'Those who are to sign it, and those you choose.' },
]

/** Who may see it, in a few words. */
export function openToWords({ openTo, readers }: DocumentView): string {
  if (openTo === 'everybody') return 'Open to everybody'
  if (openTo === 'signatories' || readers.length === 0) return 'Open to its signatories alone'
  return `Open to its signatories and ${readers.length} ${readers.length === 1 ? 'person' : 'people'}`
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
  onSave: (change: { openTo: Kind; readers: number[] }) => void
}) {
  const [openTo, setOpenTo] = useState<Kind>(document.openTo)
  const [readers, setReaders] = useState<ReadonlySet<number>>(() => new Set(document.readers))
  return (
    <FormDialog
      title="Who can see this document"
      submit="Save"
      action={action}
      onClose={onClose}
      onSubmit={() => onSave({ openTo, readers: [...readers] })}
    >
      <WhoCanSee
        choices={choices}
        value={openTo}
        onChange={setOpenTo}
        named="named"
        chosen={readers}
        onChosen={setReaders}
      />
      <p className="text-ink-2">
        {document.owner ? `The owner is ${document.owner}. ` : ''}
        Administrators can see every document; what they open stands in the audit log.
      </p>
    </FormDialog>
  )
}
