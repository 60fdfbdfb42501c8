import { useState } from 'react'
import type { DocumentView } from '#contract/documents.ts'
import { useColleagues } from '../../hooks/access.ts'
import type { Action } from '../../hooks/busy-action.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Fetched } from '../../ui/Screen.tsx'

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
  const [readers, setReaders] = useState(() => new Set(document.readers))
  const colleagues = useColleagues()
  const toggle = (id: number): void => {
    const next = new Set(readers)
    if (!next.delete(id)) next.add(id)
    setReaders(next)
  }
  return (
    <FormDialog
      title="Who can see this document"
      submit="Save"
      action={action}
      onClose={onClose}
      onSubmit={() => onSave({ openTo, readers: [...readers] })}
    >
      <fieldset className="space-y-3">
        <legend className="sr-only">Open to</legend>
        {choices.map(({ value, label, description }) => (
          <div key={value} className="flex items-start gap-3">
            <input
              id={`open-to-${value}`}
              type="radio"
              name="open-to"
              value={value}
              checked={openTo === value}
              onChange={() => setOpenTo(value)}
              className="mt-1 accent-accent"
            />
            <span>
              <label htmlFor={`open-to-${value}`} className="block font-medium">
                {label}
              </label>
              <span className="block text-ink-2">{description}</span>
            </span>
          </div>
        ))}
      </fieldset>
      {openTo === 'named' && (
        <Fetched answer={colleagues} what="The people" rows={3}>
          {(people) => (
            <fieldset className="max-h-56 overflow-y-auto rounded-md border border-line">
              <legend className="sr-only">People</legend>
              {people.map(({ id, name }) => (
                <label key={id} className="flex min-h-10 items-center gap-3 px-3">
                  <input
                    type="checkbox"
                    checked={readers.has(id)}
                    onChange={() => toggle(id)}
                    className="accent-accent"
                  />
                  {name}
                </label>
              ))}
            </fieldset>
          )}
        </Fetched>
      )}
      <p className="text-ink-2">
        {document.owner ? `The owner is ${document.owner}. ` : ''}
        Administrators can see every document; what they open stands in the audit log.
      </p>
    </FormDialog>
  )
}
