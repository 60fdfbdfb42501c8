import { useState } from 'react'
import { addPerson, type PersonView, type SignInLink } from '#contract/people.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { Field } from '../../ui/Field.tsx'
import { textOf } from '../../ui/form.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Switch } from '../../ui/Switch.tsx'

type AddPersonProps = { onClose: () => void; onAdded: (person: PersonView, link: SignInLink) => void }

export function AddPerson({ onClose, onAdded }: AddPersonProps) {
  const action = useAction()
  const [administrator, setAdministrator] = useState(false)
  const [missing, setMissing] = useState<{ name?: string; email?: string }>({})

  const send = (form: FormData) => {
    const body = { name: textOf(form, 'name').trim(), email: textOf(form, 'email').trim(), administrator }
    const lacking = {
      ...(body.name === '' && { name: 'Please enter a name' }),
      ...(body.email === '' && { email: 'Please enter an email address' }),
    }
    setMissing(lacking)
    if (Object.keys(lacking).length > 0) return action.clear()
    void action.run(async () => {
      const { person, link } = await call(addPerson, { body })
      onAdded(person, link)
    })
  }

  return (
    <FormDialog
      title="Add person"
      submit="Add"
      action={action}
      onClose={onClose}
      onSubmit={send}
      inPlace={['email_taken']}
    >
      <Field
        label="Name"
        name="name"
        maxLength={200}
        autoComplete="off"
        data-autofocus
        error={missing.name}
      />
      <Field
        label="Email address"
        name="email"
        type="email"
        maxLength={254}
        autoComplete="off"
        hint="Used to sign in. No email is sent to it."
        error={missing.email ?? action.sentence('email_taken')}
      />
      <Switch
        label="Administrator"
        description="Manages the appliance and who can use it."
        checked={administrator}
        onChange={setAdministrator}
      />
      <p className="text-ink-2">
        {administrator
          ? 'They will see every meeting, whoever it is open to.'
          : 'They will see all meetings that are open to everybody, those open to attendees whose list has this email address, and those where they are named. They can delete only their own.'}
      </p>
    </FormDialog>
  )
}
