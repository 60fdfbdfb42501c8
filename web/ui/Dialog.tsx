import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons, the one that goes on first; they stand at the right, and below each other on a phone. */
  actions?: ReactNode
  wide?: boolean
  /** A question about something that cannot be undone. */
  alert?: boolean
}

/** Keeps the focus inside and gives it back to where it came from. */
export function Dialog({ open, onClose, title, children, actions, wide, alert }: DialogProps) {
  return (
    <HeadlessDialog
      open={open}
      onClose={onClose}
      role={alert ? 'alertdialog' : 'dialog'}
      className="relative z-40"
    >
      <DialogBackdrop
        transition
        className="fixed inset-0 bg-shade transition-opacity duration-120 data-closed:opacity-0"
      />
      <div className="fixed inset-0 overflow-y-auto">
        <div className="flex min-h-full items-end justify-center p-3 sm:items-center sm:p-6">
          <DialogPanel
            transition
            className={cx(
              'w-full rounded-md border border-line bg-surface shadow-float transition duration-120',
              'data-closed:translate-y-1 data-closed:opacity-0',
              wide ? 'max-w-xl' : 'max-w-md',
            )}
          >
            <DialogTitle className="px-5 pt-4 text-lg font-semibold">{title}</DialogTitle>
            <div className="px-5 pt-2 pb-5 break-words">{children}</div>
            {actions && (
              <div className="flex flex-col gap-2 border-t border-line px-5 py-3 sm:flex-row-reverse">
                {actions}
              </div>
            )}
          </DialogPanel>
        </div>
      </div>
    </HeadlessDialog>
  )
}
