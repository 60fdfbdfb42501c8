import { Plus } from 'lucide-react'
import { useState } from 'react'
import { createToken, revokeToken, type ApiToken, type Me } from '#contract/people.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useNow } from '../../hooks/page.ts'
import { useTokens } from '../../hooks/people.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { textOf } from '../../ui/form.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { relativeTime, shortDate } from '../../ui/format.ts'
import { PassphraseField } from '../../ui/PassphraseField.tsx'
import { Fetched } from '../../ui/Screen.tsx'
import { Select } from '../../ui/Select.tsx'
import { Table } from '../../ui/Table.tsx'
import { notYours } from './access.ts'
import { Part } from './Part.tsx'

/** What scripts use in one's name. */
export function Tokens({ me }: { me: Me }) {
  const tokens = useTokens(true)
  const now = useNow()
  const action = useAction()
  const [creating, setCreating] = useState(false)
  const [doomed, setDoomed] = useState<ApiToken | null>(null)

  const revoke = async (token: ApiToken) => {
    const done = await action.run(async () => {
      await call(revokeToken, { params: { id: token.id } })
      await tokens.mutate()
    })
    if (done) setDoomed(null)
  }

  return (
    <Part
      title="API tokens"
      description="For scripts. A token can do what you can, except manage access."
      action={
        <Button small icon={Plus} onClick={() => setCreating(true)}>
          New token
        </Button>
      }
    >
      <Fetched answer={tokens} what="The tokens" rows={2}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="px-4 text-ink-3">No tokens yet</p>
          ) : (
            <Table
              label="API tokens"
              rows={rows}
              keyOf={(token) => token.id}
              columns={[
                { label: 'Name', render: ({ name }) => name },
                { label: 'May', render: ({ scope }) => (scope === 'read' ? 'Read' : 'Read and change') },
                {
                  label: 'Last used',
                  render: ({ lastUsedAt }) => relativeTime(lastUsedAt, now) ?? 'Never',
                },
                { label: 'Valid until', render: ({ expiresAt }) => expiry(expiresAt, now) },
              ]}
              renderActions={(token) => (
                <Button
                  small
                  aria-label={`Revoke ${token.name}`}
                  onClick={() => {
                    action.clear()
                    setDoomed(token)
                  }}
                >
                  Revoke
                </Button>
              )}
            />
          )
        }
      </Fetched>
      {creating && (
        <NewToken me={me} onClose={() => setCreating(false)} onMade={() => void tokens.mutate()} />
      )}
      {doomed && (
        <FormDialog
          title="Revoke token"
          submit="Revoke"
          danger
          action={action}
          onClose={() => setDoomed(null)}
          onSubmit={() => void revoke(doomed)}
        >
          <p>Whatever uses the token "{doomed.name}" will be refused from now on.</p>
        </FormDialog>
      )}
    </Part>
  )
}

function expiry(expiresAt: string | null, now: number): string {
  if (expiresAt === null) return 'It is revoked'
  return (Date.parse(expiresAt) < now ? 'Ended ' : '') + shortDate(expiresAt)
}

const scopes = [
  { value: 'read', label: 'Read: look and download' },
  { value: 'write', label: 'Read and change' },
]

const expiries = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: '', label: 'Until it is revoked' },
]

/** Asks for the name and how long, then shows the secret once. */
function NewToken({ me, onClose, onMade }: { me: Me; onClose: () => void; onMade: () => void }) {
  const action = useAction()
  const [missing, setMissing] = useState<'name' | 'passphrase' | null>(null)
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null)

  const asks = me.access === 'people'

  const create = (form: FormData) => {
    const name = textOf(form, 'name').trim()
    const days = textOf(form, 'expiry')
    const passphrase = textOf(form, 'passphrase')
    const lacking = name === '' ? 'name' : asks && passphrase === '' ? 'passphrase' : null
    setMissing(lacking)
    if (lacking) return action.clear()
    void action.run(async () => {
      const scope = textOf(form, 'scope') === 'write' ? ('write' as const) : ('read' as const)
      const expiresInDays = days === '' ? null : Number(days)
      const body = { name, scope, expiresInDays, ...(asks && { passphrase }) }
      const { secret } = await call(createToken, { body })
      setMade({ name, secret })
      onMade()
    })
  }

  if (made) {
    return (
      <Dialog
        open
        wide
        onClose={() => undefined}
        title={`Token "${made.name}"`}
        actions={
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <p className="mb-3">Copy it now: it is shown only once.</p>
        <CopyText label="the token" text={made.secret} framed />
        <p className="mt-3 text-ink-2">
          Scripts send it with each request as <code>Authorization: Bearer …</code>
        </p>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title="New token"
      submit="Create"
      action={action}
      onClose={onClose}
      onSubmit={create}
      inPlace={['wrong_passphrase']}
    >
      <Field
        label="Name"
        name="name"
        maxLength={100}
        autoComplete="off"
        data-autofocus
        hint="What it is for: Nightly export"
        error={missing === 'name' ? 'Please say what the token is for' : undefined}
      />
      <Select label="It may" name="scope" options={scopes} defaultValue="read" />
      <Select label="Valid for" name="expiry" options={expiries} defaultValue="90" />
      {asks && (
        <PassphraseField
          label="Your password"
          name="passphrase"
          autoComplete="current-password"
          error={
            missing === 'passphrase'
              ? 'Please enter your password'
              : action.sentence('wrong_passphrase') && notYours
          }
        />
      )}
    </FormDialog>
  )
}
