import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  addOrganisation,
  removeOrganisation,
  renameOrganisation,
  type Organisation,
} from '#contract/organisations.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useOrganisations } from '../../hooks/documents.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { textOf } from '../../ui/form.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Fetched } from '../../ui/Screen.tsx'
import { Section } from '../../ui/Section.tsx'

/** On whose behalf people sign documents. */
export function Organisations({ mayChange }: { mayChange: boolean }) {
  const organisations = useOrganisations()
  const action = useAction()
  const [named, setNamed] = useState<Organisation | 'new' | null>(null)
  const [doomed, setDoomed] = useState<Organisation | null>(null)
  const [missing, setMissing] = useState(false)
  const there = named === 'new' ? null : named

  const open = (one: Organisation | 'new') => {
    action.clear()
    setMissing(false)
    setNamed(one)
  }
  const save = async (form: FormData) => {
    const name = textOf(form, 'name').trim()
    setMissing(name === '')
    if (name === '') return
    const done = await action.run(async () => {
      if (there) await call(renameOrganisation, { params: { id: there.id }, body: { name } })
      else await call(addOrganisation, { body: { name } })
      await organisations.mutate()
    })
    if (done) setNamed(null)
  }
  const remove = async ({ id }: Organisation) => {
    const done = await action.run(async () => {
      await call(removeOrganisation, { params: { id } })
      await organisations.mutate()
    })
    if (done) setDoomed(null)
  }

  return (
    <Section
      title="Organisations"
      description="On whose behalf documents are signed"
      className="mt-8"
      action={
        <Button small icon={Plus} onClick={() => open('new')}>
          Add organisation
        </Button>
      }
    >
      <Fetched answer={organisations} what="The organisations" rows={2}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="px-4 py-3 text-ink-2">
              No organisations yet. Add one to sign documents on its behalf.
            </p>
          ) : (
            <ul className="max-h-96 divide-y divide-line overflow-y-auto">
              {rows.map((one) => (
                <OrganisationRow
                  key={one.id}
                  name={one.name}
                  mayChange={mayChange}
                  onRename={() => open(one)}
                  onDelete={() => {
                    action.clear()
                    setDoomed(one)
                  }}
                />
              ))}
            </ul>
          )
        }
      </Fetched>
      {named && (
        <FormDialog
          title={there ? 'Rename organisation' : 'Add organisation'}
          submit={there ? 'Save' : 'Add'}
          action={action}
          onClose={() => setNamed(null)}
          onSubmit={(form) => void save(form)}
        >
          <Field
            label="Name"
            name="name"
            maxLength={200}
            defaultValue={there?.name}
            data-autofocus
            error={missing ? 'Please enter the name' : undefined}
          />
        </FormDialog>
      )}
      {doomed && (
        <FormDialog
          title="Delete organisation"
          submit="Delete"
          danger
          action={action}
          onClose={() => setDoomed(null)}
          onSubmit={() => void remove(doomed)}
        >
          <p>{doomed.name} can no longer be chosen. What was signed for it keeps its name.</p>
        </FormDialog>
      )}
    </Section>
  )
}

type OrganisationRowProps = { name: string; mayChange: boolean; onRename: () => void; onDelete: () => void }

function OrganisationRow({ name, mayChange, onRename, onDelete }: OrganisationRowProps) {
  return (
    <li className="flex min-h-11 items-center gap-3 py-1 pr-2 pl-4">
      <p className="min-w-0 flex-1 break-words">{name}</p>
      {mayChange && (
        <Menu
          label={`More actions for ${name}`}
          items={[
            { label: 'Rename', icon: Pencil, onSelect: onRename },
            { label: 'Delete', icon: Trash2, danger: true, onSelect: onDelete },
          ]}
        />
      )}
    </li>
  )
}
