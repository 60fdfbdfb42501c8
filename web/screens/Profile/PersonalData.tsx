import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { erasePersonalData, exportPersonalData } from '#contract/profile.ts'
import { call, urlOf, userId } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useMe } from '../../hooks/people.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { textOf } from '../../ui/form.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { PassphraseField } from '../../ui/PassphraseField.tsx'
import { Section } from '../../ui/Section.tsx'
import { toast } from '../../ui/Toaster.tsx'

const word = 'ERASE'

/** All that the appliance keeps about the person: to take along, and to erase. */
export function PersonalData() {
  const [asking, setAsking] = useState(false)
  const [wrong, setWrong] = useState(false)
  const me = useMe().data
  const asks = me?.access === 'people'
  const action = useAction()
  const { mutate } = useSWRConfig()

  const erase = async (form: FormData) => {
    const passphrase = asks ? textOf(form, 'passphrase') : ''
    const said = asks ? passphrase !== '' : textOf(form, 'word').trim() === word
    setWrong(!said)
    if (!said) return action.clear()
    const done = await action.run(() => call(erasePersonalData, { params: { userId }, body: { passphrase } }))
    if (!done) return
    setAsking(false)
    toast({ title: 'Your personal data were erased' })
    await mutate(() => true)
  }

  return (
    <Section title="Your data">
      <div className="flex flex-wrap items-center gap-3 p-4">
        <p className="min-w-0 flex-1 basis-64 text-ink-2">
          Profile, documents, account, settings, chats, saved news, drawn signatures, remembered voice, words,
          personal actions and calendar.
        </p>
        <a href={urlOf(exportPersonalData, { userId })} download className={buttonClass('secondary', true)}>
          <Download size={16} strokeWidth={1.75} aria-hidden />
          Export my data
        </a>
        <Button small icon={Trash2} onClick={() => setAsking(true)}>
          Erase my data
        </Button>
      </div>
      {asking && (
        <FormDialog
          title="Erase my data"
          submit="Erase"
          danger
          action={action}
          onClose={() => setAsking(false)}
          onSubmit={(form) => void erase(form)}
          inPlace={['wrong_passphrase']}
        >
          <p>
            Your profile and its documents, your account with its sessions and tokens, your settings, chats,
            saved news, drawn signatures, remembered voice, words, personal actions and imported calendar are
            erased at once. Recordings, minutes and signed documents belong to the company and stay.
          </p>
          {asks ? (
            <>
              <input
                type="text"
                name="email"
                autoComplete="username"
                defaultValue={me.email ?? ''}
                readOnly
                hidden
              />
              <PassphraseField
                label="Your password"
                name="passphrase"
                autoComplete="current-password"
                data-autofocus
                error={wrong ? 'Please enter your password' : action.sentence('wrong_passphrase')}
              />
            </>
          ) : (
            <Field
              label={`Type ${word} to go on`}
              name="word"
              autoComplete="off"
              error={wrong ? `Please type ${word}` : undefined}
            />
          )}
        </FormDialog>
      )}
    </Section>
  )
}
