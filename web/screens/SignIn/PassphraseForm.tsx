import { useState } from 'react'
import { signIn } from '#contract/people.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { onSend, textOf } from '../../ui/form.ts'
import { PassphraseField } from '../../ui/PassphraseField.tsx'
import { CodeForm } from './CodeForm.tsx'
import { Frame } from './Frame.tsx'
import { MailField } from './MailField.tsx'
import { Failure, Send, useWait } from './tries.tsx'

/** The page left for this one because its session had ended; see session.ts. */
const wasSignedOut = new URLSearchParams(location.search).has('ended')

/** Email address and passphrase, and the second factor where there is one. */
export function PassphraseForm({ onDone }: { onDone: () => void }) {
  const [ticket, setTicket] = useState<string | null>(null)
  /** Why the second step led back to this one. */
  const [expired, setExpired] = useState<Error | null>(null)
  const [missing, setMissing] = useState<'email' | 'passphrase' | null>(null)
  const [email, setEmail] = useState('')
  const [done, setDone] = useState(false)
  const action = useAction()
  const wait = useWait(action.error)
  const error = action.error ?? expired

  const send = (form: FormData) => {
    const body = { email: textOf(form, 'email').trim(), passphrase: textOf(form, 'passphrase') }
    setExpired(null)
    setMissing(body.email === '' ? 'email' : body.passphrase === '' ? 'passphrase' : null)
    if (body.email === '' || body.passphrase === '') return action.clear()
    setEmail(body.email)
    void action.run(async () => {
      const answer = await call(signIn, { body })
      if (answer.next === 'second_factor') return setTicket(answer.ticket)
      setDone(true)
      onDone()
    })
  }

  if (ticket) {
    const back = (reason: Error | null) => {
      setTicket(null)
      setExpired(reason)
    }
    return <CodeForm ticket={ticket} onDone={onDone} onBack={back} />
  }
  return (
    <Frame title="Sign in">
      {wasSignedOut && !error && (
        <p className="mb-4 text-ink-2">You have been signed out on this device. Please sign in again.</p>
      )}
      <form noValidate onSubmit={onSend(send)} className="space-y-4">
        <MailField
          autoFocus
          defaultValue={email}
          error={missing === 'email' ? 'Please enter your email address' : undefined}
        />
        <PassphraseField
          label="Passphrase"
          name="passphrase"
          autoComplete="current-password"
          error={missing === 'passphrase' ? 'Please enter your passphrase' : undefined}
        />
        {error && <Failure error={error} wait={wait} />}
        <Send label="Sign in" busy={action.busy || done} wait={wait} />
      </form>
      <p className="mt-4 text-sm text-ink-3">
        Forgotten it? Ask an administrator for a link to choose a new one.
      </p>
    </Frame>
  )
}
