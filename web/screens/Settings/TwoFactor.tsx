import { useState } from 'react'
import { useSWRConfig } from 'swr'
import type { z } from 'zod'
import { getMe, removeTwoFactor, renewRecoveryCodes, startTwoFactor, type Me } from '#contract/people.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { Button } from '../../ui/Button.tsx'
import { textOf } from '../../ui/form.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { PassphraseField } from '../../ui/PassphraseField.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { notYours } from './access.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUpTwoFactor } from './SetUpTwoFactor.tsx'

const fewCodes = 3

/** @param why there is no second factor to set up; null: there may be one */
export function TwoFactor({ me, why }: { me: Me; why: string | null }) {
  const { mutate } = useSWRConfig()
  const [asked, setAsked] = useState<'set up' | 'remove' | 'renew' | null>(null)
  const [start, setStart] = useState<z.output<typeof startTwoFactor.response> | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const left = me.recoveryCodesLeft

  const close = () => {
    setAsked(null)
    setStart(null)
  }
  const show = (fresh: string[] | null) => {
    close()
    setCodes(fresh)
    void mutate(getMe.path)
  }

  return (
    <div className="space-y-3 p-4">
      <Switch
        label="Two-factor sign-in"
        description={why ?? 'A code from an authenticator app on your phone, in addition to your password.'}
        checked={me.twoFactor}
        disabled={why !== null}
        onChange={(on) => setAsked(on ? 'set up' : 'remove')}
      />
      {me.twoFactor && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-2 tabular-nums">
          <span className={left < fewCodes ? 'text-warn' : ''}>
            {left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`}
          </span>
          <Button small onClick={() => setAsked('renew')}>
            New recovery codes
          </Button>
        </p>
      )}
      {me.needsFactor && (
        <p className="text-warn">
          This appliance wants a second factor of its administrators. Until you have set one up you can do
          what everybody can.
        </p>
      )}
      {asked === 'set up' && !start && (
        <WithPassphrase
          me={me}
          title="Set up two-factor sign-in"
          submit="Continue"
          words="First confirm that it is you. Have your phone at hand for the next step."
          onClose={close}
          onSend={async (passphrase) => setStart(await call(startTwoFactor, { body: { passphrase } }))}
        />
      )}
      {asked === 'set up' && start && <SetUpTwoFactor start={start} onClose={close} onDone={show} />}
      {asked === 'remove' && (
        <WithPassphrase
          me={me}
          title="Turn off two-factor sign-in"
          submit="Turn off"
          danger
          words="Your password alone will let you sign in. Your recovery codes will no longer work."
          onClose={close}
          onSend={async (passphrase) => {
            await call(removeTwoFactor, { body: { passphrase } })
            show(null)
          }}
        />
      )}
      {asked === 'renew' && (
        <WithPassphrase
          me={me}
          title="New recovery codes"
          submit="Create new codes"
          words="Your current codes will no longer work."
          onClose={close}
          onSend={async (passphrase) => {
            show((await call(renewRecoveryCodes, { body: { passphrase } })).recoveryCodes)
          }}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </div>
  )
}

type WithPassphraseProps = {
  me: Me
  title: string
  submit: string
  words: string
  danger?: boolean
  onClose: () => void
  onSend: (passphrase: string) => Promise<void>
}

/** Asks who is at the keyboard before something is changed that guards the door. */
function WithPassphrase({ me, title, submit, words, danger, onClose, onSend }: WithPassphraseProps) {
  const action = useAction()
  const [missing, setMissing] = useState(false)
  const send = (form: FormData) => {
    const passphrase = textOf(form, 'passphrase')
    setMissing(passphrase === '')
    if (passphrase === '') return action.clear()
    void action.run(() => onSend(passphrase))
  }
  return (
    <FormDialog
      title={title}
      submit={submit}
      action={action}
      onClose={onClose}
      onSubmit={send}
      inPlace={['wrong_passphrase']}
      {...(danger && { danger })}
    >
      <p>{words}</p>
      <input type="text" name="email" autoComplete="username" defaultValue={me.email ?? ''} readOnly hidden />
      <PassphraseField
        label="Your password"
        name="passphrase"
        autoComplete="current-password"
        data-autofocus
        error={missing ? 'Please enter your password' : action.sentence('wrong_passphrase') && notYours}
      />
    </FormDialog>
  )
}
