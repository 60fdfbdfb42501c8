import { useState } from 'react'
import type { z } from 'zod'
import { confirmTwoFactor, type startTwoFactor } from '#contract/people.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import { Field } from '../../ui/Field.tsx'
import { textOf } from '../../ui/form.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'

type Start = z.output<typeof startTwoFactor.response>
type SetUpTwoFactorProps = {
  start: Start
  onClose: () => void
  onDone: (recoveryCodes: string[]) => void
}

/** The picture for the authenticator, and a code of it as proof that it works. */
export function SetUpTwoFactor({ start, onClose, onDone }: SetUpTwoFactorProps) {
  const action = useAction()
  const [missing, setMissing] = useState(false)

  const send = (form: FormData) => {
    const code = textOf(form, 'code').trim()
    setMissing(code === '')
    if (code === '') return action.clear()
    void action.run(async () => onDone((await call(confirmTwoFactor, { body: { code } })).recoveryCodes))
  }

  return (
    <FormDialog
      title="Set up two-factor sign-in"
      submit="Turn on"
      action={action}
      onClose={onClose}
      onSubmit={send}
      inPlace={['wrong_code']}
      wide
    >
      <div className="flex flex-col gap-5 sm:flex-row">
        <img
          src={start.qr}
          alt="QR code for the authenticator; the key below is the same"
          className="size-44 shrink-0 self-center rounded-md border border-line sm:self-start"
        />
        <div className="min-w-0 flex-1 space-y-4">
          <p>Scan the QR code with an authenticator app, or enter this key:</p>
          <CopyText label="the key" text={inGroups(start.secret)} framed />
          <Field
            label="Code"
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={7}
            data-autofocus
            hint="The six digits shown by the app."
            error={missing ? 'Please enter the six digits' : action.sentence('wrong_code')}
          />
        </div>
      </div>
    </FormDialog>
  )
}

/** Easier to type: "ABCD EFGH"; authenticators pass over the spaces. */
function inGroups(secret: string): string {
  return secret.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ')
}
