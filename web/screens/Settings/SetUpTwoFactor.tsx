import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { confirmTwoFactor, startTwoFactor } from '#contract/people.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import { Field } from '../../ui/Field.tsx'
import { textOf } from '../../ui/form.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

type SetUpTwoFactorProps = { onClose: () => void; onDone: (recoveryCodes: string[]) => void }

/** The picture for the authenticator, and a code of it as proof that it works. */
export function SetUpTwoFactor({ onClose, onDone }: SetUpTwoFactorProps) {
  const action = useAction()
  const [start, setStart] = useState<z.output<typeof startTwoFactor.response> | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  const [missing, setMissing] = useState(false)

  useEffect(() => {
    call(startTwoFactor).then(setStart, setFailure)
  }, [])

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
      action={failure ? { ...action, error: failure } : action}
      blocked={!start}
      onClose={onClose}
      onSubmit={send}
      inPlace={['wrong_code']}
      wide
    >
      <div className="flex flex-col gap-5 sm:flex-row">
        {start ? (
          <img
            src={start.qr}
            alt="QR code for the authenticator; the key below is the same"
            className="size-44 shrink-0 self-center rounded-md border border-line sm:self-start"
          />
        ) : (
          <Skeleton className="size-44 shrink-0 self-center sm:self-start" />
        )}
        <div className="min-w-0 flex-1 space-y-4">
          <p>Scan the QR code with an authenticator app, or enter this key:</p>
          {start ? (
            <CopyText label="the key" text={inGroups(start.secret)} framed />
          ) : (
            <Skeleton className="h-12" />
          )}
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
