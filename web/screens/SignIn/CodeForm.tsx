import { useState } from 'react'
import { signInWithCode } from '#contract/people.ts'
import { ApiError, call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { onSend, textOf } from '../../ui/form.ts'
import { Frame } from './Frame.tsx'
import { Failure, Send, useWait } from './tries.tsx'

type CodeFormProps = {
  ticket: string
  onDone: () => void
  /** Back to the passphrase; with an error when the ticket is good no longer. */
  onBack: (reason: Error | null) => void
}

/** The second factor: six digits, or one of the recovery codes. */
export function CodeForm({ ticket, onDone, onBack }: CodeFormProps) {
  const [recovery, setRecovery] = useState(false)
  const [missing, setMissing] = useState(false)
  const [done, setDone] = useState(false)
  const action = useAction()
  const wait = useWait(action.error)
  const wrong = action.sentence('wrong_code')

  const send = (form: FormData) => {
    const code = textOf(form, 'code').trim()
    setMissing(code === '')
    if (code === '') return action.clear()
    void action.run(async () => {
      try {
        await call(signInWithCode, { body: { ticket, code } })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'sign_in_expired') return onBack(error)
        throw error
      }
      setDone(true)
      onDone()
    })
  }

  const change = () => {
    setRecovery(!recovery)
    setMissing(false)
    action.clear()
  }

  return (
    <Frame title="Second factor">
      <form noValidate onSubmit={onSend(send)} className="space-y-4">
        {recovery ? (
          <Field
            key="recovery"
            label="Recovery code"
            name="code"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            autoFocus
            hint="One of the codes you saved when you set this up. Each works once."
            error={missing ? 'Please enter a recovery code' : wrong}
          />
        ) : (
          <Field
            key="code"
            label="Code"
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={7}
            autoFocus
            hint="The six digits shown by your authenticator."
            error={missing ? 'Please enter the six digits' : wrong}
          />
        )}
        {action.error && !wrong && <Failure error={action.error} wait={wait} />}
        <Send label="Sign in" busy={action.busy || done} wait={wait} />
      </form>
      <div className="mt-3 -mb-2 -ml-2.5 flex flex-wrap">
        <Button look="quiet" small onClick={change}>
          {recovery ? 'Use the authenticator' : 'Use a recovery code'}
        </Button>
        <Button look="quiet" small onClick={() => onBack(null)}>
          Back
        </Button>
      </div>
    </Frame>
  )
}
