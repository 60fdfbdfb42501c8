import { useState } from 'react'
import type { Action } from '../hooks/busy-action.ts'
import { FormDialog } from './FormDialog.tsx'
import { WhoCanSee, type Choice } from './WhoCanSee.tsx'

type WhoCanSeeDialogProps<Kind extends string> = {
  what: 'meeting' | 'document'
  choices: readonly Choice<Kind>[]
  value: Kind
  /** The choice by which people are chosen one by one. */
  named: Kind
  chosen: readonly number[]
  /** Sees it whatever is chosen; without an id it is only mentioned. */
  owner: { id?: number; name: string | null } | null
  action: Action
  onClose: () => void
  onSave: (value: Kind, people: number[]) => void
}

/** Changes who may see a meeting or a document. */
export function WhoCanSeeDialog<Kind extends string>(props: WhoCanSeeDialogProps<Kind>) {
  const { what, choices, named, owner, action, onClose, onSave } = props
  const [value, setValue] = useState(props.value)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(props.chosen))
  return (
    <FormDialog
      title={`Who can see this ${what}`}
      submit="Save"
      action={action}
      onClose={onClose}
      onSubmit={() => onSave(value, [...chosen])}
    >
      <WhoCanSee
        choices={choices}
        value={value}
        onChange={setValue}
        named={named}
        chosen={chosen}
        onChosen={setChosen}
        owner={owner?.id === undefined ? null : { id: owner.id }}
      />
      <p className="text-ink-2">
        {owner?.name ? `The owner is ${owner.name}. ` : ''}
        Administrators can see every {what}; what they open is recorded in the audit log.
      </p>
    </FormDialog>
  )
}
