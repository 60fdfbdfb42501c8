import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { DocumentView } from '#contract/documents.ts'
import type { Action } from '../../hooks/busy-action.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'

type Entry = { key: number; name: string; capacity: string; organisation: string }
const blank = (key: number): Entry => ({ key, name: '', capacity: '', organisation: '' })

/** Names who is to sign, before the first one does. */
export function SignatoriesDialog({
  document,
  action,
  onClose,
  onSave,
}: {
  document: DocumentView
  action: Action
  onClose: () => void
  onSave: (signatories: { name: string; capacity: string; organisation: string }[]) => void
}) {
  const [entries, setEntries] = useState<Entry[]>(() => {
    const there = document.signatories.map(({ id, name, capacity, organisation }) => ({
      ...{ key: id, name, capacity, organisation },
    }))
    return there.length > 0 ? there : [blank(0)]
  })
  const change = (key: number, part: Partial<Entry>): void =>
    setEntries(entries.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)))
  return (
    <FormDialog
      wide
      title="Who is to sign"
      submit="Save"
      action={action}
      onClose={onClose}
      onSubmit={() =>
        onSave(
          entries
            .filter(({ name }) => name.trim() !== '')
            .map(({ name, capacity, organisation }) => ({ name, capacity, organisation })),
        )
      }
    >
      <p className="text-ink-2">
        The document awaits its signatures until the last of them has signed. Without names, one signature is
        enough.
      </p>
      {entries.map(({ key, name, capacity, organisation }) => (
        <div key={key} className="grid items-end gap-2 sm:grid-cols-[1fr_1fr_1fr_auto]">
          <Field label="Name" value={name} onChange={(event) => change(key, { name: event.target.value })} />
          <Field
            label="Capacity"
            placeholder="Director"
            value={capacity}
            onChange={(event) => change(key, { capacity: event.target.value })}
          />
          <Field
            label="Organisation"
            value={organisation}
            onChange={(event) => change(key, { organisation: event.target.value })}
          />
          <IconButton
            icon={X}
            label={`Remove ${name || 'this signatory'}`}
            onClick={() => setEntries(entries.filter((entry) => entry.key !== key))}
          />
        </div>
      ))}
      <Button small icon={Plus} onClick={() => setEntries([...entries, blank(-Date.now())])}>
        Add a signatory
      </Button>
    </FormDialog>
  )
}
