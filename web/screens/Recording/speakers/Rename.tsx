import { useId, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { inputClass } from '../../../ui/Field.tsx'

type RenameProps = {
  label: string
  /** As it is now; '' for none. */
  name: string
  suggestions: readonly string[]
  onSave: (name: string) => Promise<void>
  onClose: () => void
}

/** The name in its place, to be written: Enter saves, Escape leaves. */
export function Rename({ label, name, suggestions, onSave, onClose }: RenameProps) {
  const id = useId()
  const [text, setText] = useState(name)
  const [busy, setBusy] = useState(false)
  const send = async () => {
    if (text.trim() === name.trim()) return onClose()
    setBusy(true)
    await onSave(text)
    setBusy(false)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves any form that edits in place
    <form
      className="flex min-w-0 flex-1 items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose()
      }}
    >
      <input
        aria-label={`Name of ${label}`}
        placeholder={label}
        value={text}
        maxLength={200}
        list={id}
        autoFocus
        autoComplete="off"
        disabled={busy}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setText(event.target.value)}
        className={`${inputClass} h-8! min-w-0 pointer-coarse:h-11!`}
      />
      <datalist id={id}>
        {[...new Set(suggestions)].map((one) => (
          <option key={one}>{one}</option>
        ))}
      </datalist>
      <Button small type="submit" look="primary" disabled={busy}>
        Save
      </Button>
    </form>
  )
}
