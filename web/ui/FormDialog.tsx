import { useId, type ReactNode } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import type { Action } from '../hooks/busy-action.ts'
import { FailureBanner } from './FailureBanner.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { onSend } from './form.ts'

type FormDialogProps = {
  title: string
  /** What the button that goes on says. */
  submit: string
  action: Action
  /** Closes the dialog. */
  onClose: () => void
  onSubmit: (form: FormData) => void
  children?: ReactNode
  /** Errors that a field of the form shows itself. */
  inPlace?: readonly ErrorCode[]
  /** It destroys what its words name. */
  danger?: boolean
  wide?: boolean
  /** There is nothing to send yet. */
  blocked?: boolean
}

/** A question, with or without fields; shown for as long as it is in the page. */
export function FormDialog({
  title,
  submit,
  action,
  onClose,
  onSubmit,
  children,
  inPlace = [],
  danger,
  wide,
  blocked,
}: FormDialogProps) {
  const id = useId()
  const { busy, error } = action
  const close = busy ? () => undefined : onClose
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      {...(danger && { alert: true })}
      {...(wide && { wide })}
      actions={
        <>
          <Button look={danger ? 'danger' : 'primary'} type="submit" form={id} disabled={busy || blocked}>
            {submit}
          </Button>
          <Button onClick={close} disabled={busy} {...(danger && { 'data-autofocus': true })}>
            Cancel
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="space-y-4" onSubmit={onSend(onSubmit)}>
        {children}
        {error && !action.sentence(...inPlace) && <FailureBanner error={error} />}
      </form>
    </Dialog>
  )
}
