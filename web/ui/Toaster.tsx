import { CircleAlert, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button, IconButton } from './Button.tsx'
import { cx } from './cx.ts'

type ToastContent = {
  title: string
  description?: string
  destructive?: boolean
  /** Milliseconds until it goes by itself. */
  duration?: number
  /** One thing that can be done about it at once: "Undo". */
  action?: { label: string; onSelect: () => void }
}
type Toast = ToastContent & { id: number; open: boolean }

const usualDuration = 5000
/** The specification's: a dismissed toast is hidden at once and forgotten this much later. */
const removedAfter = 5000

let current: Toast | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(toast: Toast | null): void {
  current = toast
  for (const listener of listeners) listener()
}

function dismiss(): void {
  clearTimeout(timer)
  if (!current) return
  set({ ...current, open: false })
  timer = setTimeout(() => set(null), removedAfter)
}

/** Shows a toast; there is only ever one, so it takes the place of the one before. */
export function toast(content: ToastContent): void {
  clearTimeout(timer)
  set({ ...content, id: (current?.id ?? 0) + 1, open: true })
  timer = setTimeout(dismiss, content.duration ?? usualDuration)
}

export function Toaster() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
  return (
    <div
      aria-live={shown?.destructive ? 'assertive' : 'polite'}
      aria-atomic="true"
      // On a phone at the top: at the bottom are a dialog's buttons.
      className="flex justify-center empty:hidden max-sm:fixed max-sm:inset-x-3 max-sm:top-3"
    >
      {shown?.open && (
        <div
          key={shown.id}
          data-toast
          className={cx(
            'pointer-events-auto flex w-full items-start gap-3 rounded-md border bg-surface py-2.5 pr-2 pl-4 shadow-float sm:w-90',
            shown.destructive ? 'border-bad-line' : 'border-line',
          )}
        >
          {shown.destructive && (
            <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-bad" aria-hidden />
          )}
          <div className="min-w-0 flex-1 py-0.5 break-words">
            <p className="font-semibold">{shown.title}</p>
            {shown.description && <p className="text-ink-2">{shown.description}</p>}
          </div>
          {shown.action && (
            <Button
              small
              className="-my-0.5"
              onClick={() => {
                dismiss()
                shown.action?.onSelect()
              }}
            >
              {shown.action.label}
            </Button>
          )}
          <IconButton icon={X} label="Dismiss" onClick={dismiss} className="-my-0.5" />
        </div>
      )}
    </div>
  )
}
