import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

type EditFormProps = {
  /** What is edited, for ears. */
  label: string
  busy: boolean
  onSave: () => void
  /** Cancel: what was typed is given up. */
  onCancel: () => void
  /** Escape: what was typed stays as a draft. */
  onLeave: () => void
  /** Stands beside the buttons. */
  note?: ReactNode
  className?: string
  children: ReactNode
}

/** What turns a card from reading to editing in place: Save, Cancel, and Escape. */
export function EditForm({
  label,
  busy,
  onSave,
  onCancel,
  onLeave,
  note,
  className,
  children,
}: EditFormProps) {
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
        if (event.key === 'Escape' && !busy && !event.nativeEvent.isComposing) onLeave()
      }}
    >
      {children}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" disabled={busy}>
          Save
        </Button>
        <Button onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        {note}
      </div>
    </form>
  )
}
