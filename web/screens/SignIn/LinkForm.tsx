import { CircleAlert } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { z } from 'zod'
import { claimLink, lookAtLink, passphraseLength } from '#contract/people.ts'
import { ApiError, call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { onSend, textOf } from '../../ui/form.ts'
import { dateAndTime } from '../../ui/format.ts'
import { PassphraseField } from '../../ui/PassphraseField.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { CodeForm } from './CodeForm.tsx'
import { Frame } from './Frame.tsx'
import { MailField } from './MailField.tsx'
import { Failure, Send, useWait } from './tries.tsx'

type LinkFormProps = {
  token: string
  onDone: () => void
  /** To the usual form; null while nobody can use it. */
  onSignIn: (() => void) | null
}

type Missing = Partial<Record<'name' | 'email' | 'passphrase', string>>

/** A link for one use: name, address and a passphrase to come in with from now on. */
export function LinkForm({ token, onDone, onSignIn }: LinkFormProps) {
  const [whose, setWhose] = useState<z.output<typeof lookAtLink.response> | null>(null)
  const [refused, setRefused] = useState<Error | null>(null)
  const [missing, setMissing] = useState<Missing>({})
  const [ticket, setTicket] = useState<string | null>(null)
  const [done, setDone] = useState(false)
  const action = useAction()
  const wait = useWait(action.error)

  const look = useCallback(() => {
    call(lookAtLink, { body: { token } }).then((answer) => {
      setWhose(answer)
      setRefused(null)
    }, setRefused)
  }, [token])
  useEffect(look, [look])

  const send = (form: FormData) => {
    const body = {
      token,
      name: textOf(form, 'name').trim(),
      email: textOf(form, 'email').trim(),
      passphrase: textOf(form, 'passphrase'),
    }
    const lacking: Missing = {
      ...(body.name === '' && { name: 'Please enter your name' }),
      ...(body.email === '' && { email: 'Please enter your email address' }),
      ...(body.passphrase.length < passphraseLength.least && {
        passphrase: `A passphrase has at least ${passphraseLength.least} characters`,
      }),
    }
    setMissing(lacking)
    if (Object.keys(lacking).length > 0) return action.clear()
    void action.run(async () => {
      try {
        const answer = await call(claimLink, { body })
        // A new passphrase alone does not open the door of somebody who has a second factor.
        if (answer.next === 'second_factor') return setTicket(answer.ticket)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'link_invalid') throw error
        return setRefused(error)
      }
      setDone(true)
      onDone()
    })
  }

  if (ticket) return <CodeForm ticket={ticket} onDone={onDone} onBack={() => onSignIn?.()} />
  if (refused) return <Refused error={refused} onRetry={look} onSignIn={onSignIn} />

  const taken = action.sentence('email_taken')
  const weak = action.sentence('weak_passphrase')
  return (
    <Frame title="Choose a passphrase">
      {whose ? (
        <form noValidate onSubmit={onSend(send)} className="space-y-4">
          <p className="-mt-2 text-ink-2">The link works once, until {dateAndTime(whose.expiresAt)}.</p>
          <Field
            label="Your name"
            name="name"
            autoComplete="name"
            maxLength={200}
            autoFocus={whose.name === null}
            defaultValue={whose.name ?? ''}
            error={missing.name}
          />
          <MailField
            maxLength={254}
            readOnly={whose.email !== null}
            defaultValue={whose.email ?? ''}
            hint={whose.email === null ? 'Used to sign in. No email is sent to it.' : undefined}
            error={missing.email ?? taken}
          />
          <PassphraseField
            label="New passphrase"
            name="passphrase"
            autoComplete="new-password"
            autoFocus={whose.name !== null}
            hint={`At least ${passphraseLength.least} characters; a sentence is best.`}
            error={missing.passphrase ?? weak}
          />
          {action.error && !taken && !weak && <Failure error={action.error} wait={wait} />}
          <Send label="Save and sign in" busy={action.busy || done} wait={wait} />
        </form>
      ) : (
        <div role="status" aria-label="Loading" className="space-y-4">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
          <Skeleton className="h-9" />
        </div>
      )}
    </Frame>
  )
}

type RefusedProps = { error: Error; onRetry: () => void; onSignIn: (() => void) | null }

function Refused({ error, onRetry, onSignIn }: RefusedProps) {
  const useless = error instanceof ApiError && error.code === 'link_invalid'
  return (
    <Frame title={useless ? 'This link cannot be used' : 'Choose a passphrase'}>
      <Banner tone="bad" icon={CircleAlert} live>
        {error.message}
      </Banner>
      <div className="mt-4 flex flex-wrap gap-2">
        {!useless && <Button onClick={onRetry}>Try again</Button>}
        {onSignIn && <Button onClick={onSignIn}>Sign in with a passphrase</Button>}
      </div>
    </Frame>
  )
}
