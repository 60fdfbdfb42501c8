import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  addOfficer,
  deleteOfficer,
  updateOfficer,
  type CompanyDetails,
  type Officer,
  type OfficerRole,
} from '#contract/companies.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { Button } from '../../ui/Button.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { Field } from '../../ui/Field.tsx'
import { textOf } from '../../ui/form.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { longDate } from '../../ui/format.ts'
import { Menu } from '../../ui/Menu.tsx'
import { Section } from '../../ui/Section.tsx'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/Toaster.tsx'

const roleWords: Record<OfficerRole, string> = {
  director: 'Director',
  secretary: 'Secretary',
  member: 'Member (LLP)',
}

export function Officers({
  company,
  mayChange,
  onChanged,
}: {
  company: CompanyDetails
  mayChange: boolean
  onChanged: () => void
}) {
  const [edited, setEdited] = useState<Officer | 'new' | null>(null)
  const action = useAction()
  const removal = useAction()

  const send = async (form: FormData) => {
    const day = (name: string): string | null => textOf(form, name) || null
    const body = {
      name: textOf(form, 'name').trim(),
      role: textOf(form, 'role') as OfficerRole,
      ...{ appointedOn: day('appointedOn'), resignedOn: day('resignedOn') },
    }
    const done = await action.run(() =>
      edited === null || edited === 'new'
        ? call(addOfficer, { params: { id: company.id }, body })
        : call(updateOfficer, { params: { id: company.id, officerId: edited.id }, body }),
    )
    if (!done) return
    setEdited(null)
    onChanged()
  }
  const restore = ({ name, role, appointedOn, resignedOn }: Officer) =>
    removal.run(async () => {
      const body = { name, role, appointedOn, resignedOn }
      await call(addOfficer, { params: { id: company.id }, body })
      onChanged()
    })
  const remove = (officer: Officer) =>
    removal.run(async () => {
      await call(deleteOfficer, { params: { id: company.id, officerId: officer.id } })
      onChanged()
      toast({
        title: `${officer.name} deleted`,
        action: { label: 'Undo', onSelect: () => void restore(officer) },
      })
    })
  const open = (officer: Officer | 'new') => {
    action.clear()
    setEdited(officer)
  }
  const there = edited === 'new' ? null : edited

  return (
    <Section
      title="Directors and secretary"
      action={
        mayChange && (
          <Button small icon={Plus} onClick={() => open('new')}>
            Add officer
          </Button>
        )
      }
    >
      <FailureBanner error={removal.error} className="m-3" />
      {company.officers.length === 0 ? (
        <p className="px-4 py-3 text-ink-3">No officers entered yet</p>
      ) : (
        <ul className="divide-y divide-line">
          {company.officers.map((officer) => (
            <OfficerRow
              key={officer.id}
              officer={officer}
              mayChange={mayChange}
              onEdit={() => open(officer)}
              onDelete={() => void remove(officer)}
            />
          ))}
        </ul>
      )}
      {edited && (
        <FormDialog
          title={there ? 'Edit officer' : 'Add officer'}
          submit="Save"
          action={action}
          onClose={() => setEdited(null)}
          onSubmit={(form) => void send(form)}
        >
          <OfficerFields officer={there} />
        </FormDialog>
      )}
    </Section>
  )
}

type OfficerRowProps = { officer: Officer; mayChange: boolean; onEdit: () => void; onDelete: () => void }

function OfficerRow({ officer, mayChange, onEdit, onDelete }: OfficerRowProps) {
  return (
    <li className="flex items-center gap-3 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{officer.name}</p>
        <p className="text-sm text-ink-2">
          {roleWords[officer.role]}
          {officer.appointedOn && ` since ${longDate(officer.appointedOn)}`}
          {officer.resignedOn && `, resigned ${longDate(officer.resignedOn)}`}
        </p>
      </div>
      {mayChange && (
        <Menu
          label={`More actions for ${officer.name}`}
          items={[
            { label: 'Edit', icon: Pencil, onSelect: onEdit },
            { label: 'Delete', icon: Trash2, danger: true, onSelect: onDelete },
          ]}
        />
      )}
    </li>
  )
}

/** What is entered of an officer; null: a new one. */
function OfficerFields({ officer }: { officer: Officer | null }) {
  return (
    <>
      <Field label="Name" name="name" maxLength={200} defaultValue={officer?.name} data-autofocus />
      <Select
        label="Role"
        name="role"
        defaultValue={officer?.role ?? 'director'}
        options={Object.entries(roleWords).map(([value, label]) => ({ value, label }))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Appointed on"
          name="appointedOn"
          type="date"
          defaultValue={officer?.appointedOn ?? ''}
        />
        <Field label="Resigned on" name="resignedOn" type="date" defaultValue={officer?.resignedOn ?? ''} />
      </div>
    </>
  )
}
