import type { DocumentView } from '#contract/documents.ts'
import type { Action } from '../../hooks/busy-action.ts'
import type { Choice } from '../../ui/WhoCanSee.tsx'
import { WhoCanSeeDialog } from '../../ui/WhoCanSeeDialog.tsx'

type Kind = DocumentView['openTo']
const choices: Choice<Kind>[] = [
  { value: 'everybody', label: 'Everybody', description: 'Everyone who can sign in to the appliance.' },
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
  return (
    <WhoCanSeeDialog
      what="document"
      choices={choices}
      value={document.openTo}
      named="named"
      chosen={document.readers}
      owner={document.owner ? { name: document.owner } : null}
      action={action}
      onClose={onClose}
      onSave={(openTo, readers) => onSave({ openTo, readers })}
    />
  )
}
