import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

const everywhere: [keys: string, what: string][] = [
  ['Ctrl K or ⌘ K', 'Search everything'],
  ['Tab', 'Move to the next control'],
  ['Escape', 'Close a dialog or an edit'],
  ['?', 'Show these shortcuts'],
]

/** Keys that belong to what has the focus. */
const ownKeys =
  'input, textarea, select, [contenteditable="true"], [role="menu"], [role="dialog"], [role="alertdialog"]'

/** "?" on every screen; a recording's page has more of them, and a list of its own. */
export function Shortcuts() {
  const [open, setOpen] = useState(false)
  const [location] = useLocation()
  const hasOwn = location.startsWith('/recordings/')
  useEffect(() => {
    if (hasOwn) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.defaultPrevented || (event.target instanceof Element && event.target.closest(ownKeys))) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [hasOwn])
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      title="Keyboard shortcuts"
      actions={<Button onClick={() => setOpen(false)}>Close</Button>}
    >
      <ShortcutList shortcuts={everywhere} />
      <p className="mt-3 text-ink-2">A recording’s page has more: press ? there.</p>
    </Dialog>
  )
}

export function ShortcutList({
  shortcuts,
}: {
  shortcuts: readonly (readonly [keys: string, what: string])[]
}) {
  return (
    <dl className="grid grid-cols-[8rem_1fr] gap-y-2">
      {shortcuts.map(([keys, what]) => (
        <div key={keys} className="contents">
          <dt className="font-medium">{keys}</dt>
          <dd className="text-ink-2">{what}</dd>
        </div>
      ))}
    </dl>
  )
}
