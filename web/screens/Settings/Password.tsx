import { Lock } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useSWRConfig } from 'swr'
import { changePassphrase, listSessions, listTokens, passphraseLength, type Me } from '#contract/people.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { Button } from '../../ui/Button.tsx'
import { onSend, textOf } from '../../ui/form.ts'
import { PassphraseField } from '../../ui/PassphraseField.tsx'
import { Section } from '../../ui/Section.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/Toaster.tsx'
import { notYours, whyWithout } from './access.ts'

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

export function Password({ me }: { me: Me }) {
  const action = useAction()
  const { mutate } = useSWRConfig()
  const [missing, setMissing] = useState<{ current?: string; next?: string }>({})
  /** Counts the changes, so that the fields are empty after one. */
  const [changes, setChanges] = useState(0)
  const why = whyWithout('passwords', me.access)
  const [ends, setEnds] = useState({ endSessions: true, endTokens: true })

  const send = (form: FormData) => {
    const body = { current: textOf(form, 'current'), next: textOf(form, 'next') }
    const lacking = {
      ...(body.current === '' && { current: 'Please enter your current password' }),
      ...(body.next.length < passphraseLength.least && {
        next: `A password has at least ${passphraseLength.least} characters`,
      }),
    }
    setMissing(lacking)
    if (Object.keys(lacking).length > 0) return action.clear()
    void action.run(async () => {
      const { endedSessions, endedTokens } = await call(changePassphrase, { body: { ...body, ...ends } })
      setChanges(changes + 1)
      await Promise.all([mutate(listSessions.path), mutate(listTokens.path)])
      const ended = [
        ends.endSessions && counted(endedSessions, 'other session'),
        ends.endTokens && counted(endedTokens, 'API token'),
      ].filter(Boolean)
      toast({
        title: 'Password updated',
        description: ended.length > 0 ? `Ended: ${ended.join(', ')}.` : 'Everything else stays as it was.',
      })
    })
  }

  const wrong = action.sentence('wrong_passphrase') && notYours
  const weak = action.sentence('weak_passphrase')
  return (
    <Section title="Password Management">
      <Folded why={why}>
        <form key={changes} noValidate onSubmit={onSend(send)} className="space-y-4 p-4">
          {/* Password managers want to know whose it is. */}
          <input
            type="text"
            name="email"
            autoComplete="username"
            defaultValue={me.email ?? ''}
            readOnly
            hidden
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <PassphraseField
              label="Current password"
              name="current"
              autoComplete="current-password"
              disabled={why !== null}
              error={missing.current ?? wrong}
            />
            <PassphraseField
              label="New password"
              name="next"
              autoComplete="new-password"
              disabled={why !== null}
              hint="At least 8 characters with letters, numbers and special characters"
              error={missing.next ?? weak}
            />
          </div>
          {why === null && (
            <div className="space-y-3">
              <Switch
                label="Sign out everywhere else"
                description="All other browsers, in case somebody else knows the old password."
                checked={ends.endSessions}
                onChange={(endSessions) => setEnds({ ...ends, endSessions })}
              />
              <Switch
                label="Revoke all API tokens"
                description="Scripts that use one need a new one."
                checked={ends.endTokens}
                onChange={(endTokens) => setEnds({ ...ends, endTokens })}
              />
            </div>
          )}
          {action.error && !wrong && !weak && <FailureBanner error={action.error} />}
          <Button look="primary" type="submit" disabled={why !== null || action.busy}>
            Update Password
          </Button>
        </form>
      </Folded>
    </Section>
  )
}

/** What cannot be used here takes one line, and stands below it for whoever wants to see it. */
function Folded({ why, children }: { why: string | null; children: ReactNode }) {
  if (why === null) return children
  return (
    <details>
      <summary className="flex min-h-11 items-center gap-2.5 px-4 py-2 text-ink-2">
        <Lock size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
        {why}
      </summary>
      {children}
    </details>
  )
}
