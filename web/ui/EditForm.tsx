import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

type EditFormProps = {
  /** What is edited, for ears. */
  label: string
  busy: boolean
  onSave: () => void
  onClose: () => void
  className?: string
  children: ReactNode
}

/** What turns a card from reading to editing in place: Save, Cancel, and Escape. */
export function EditForm({ label, busy, onSave, onClose, className, children }: EditFormProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves any form that edits in place
    <form
      aria-label={label}
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      {children}
      <div className="mt-3 flex gap-2">
        <Button type="submit" look="primary" disabled={busy}>
          Save
        </Button>
        <Button onClick={onClose} disabled={busy}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
