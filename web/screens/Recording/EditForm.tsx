import type { ReactNode } from 'react'
import type { Autosave } from '../../hooks/autosave.ts'
import { Button } from '../../ui/Button.tsx'
import { DraftStatus } from './DraftStatus.tsx'

type EditFormProps = {
  /** What is edited, for ears. */
  label: string
  busy: boolean
  onSave: () => void
  /** Given up by Cancel, which can be undone; Escape leaves it. */
  draft: Autosave
  onClose: () => void
  className?: string
  children: ReactNode
}

/** What turns a card from reading to editing in place: Save, Cancel, and Escape. */
export function EditForm({ label, busy, onSave, draft, onClose, className, children }: EditFormProps) {
  const close = (how: 'discard' | 'leave') => {
    draft[how]()
    onClose()
  }
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
        if (event.key === 'Escape' && !busy && !event.nativeEvent.isComposing) close('leave')
      }}
    >
      {children}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" disabled={busy}>
          Save
        </Button>
        <Button onClick={() => close('discard')} disabled={busy}>
          Cancel
        </Button>
        <DraftStatus draft={draft} />
      </div>
    </form>
  )
}
