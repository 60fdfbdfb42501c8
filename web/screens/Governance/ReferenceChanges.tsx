import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  addReferenceChange,
  deleteReferenceChange,
  type CompanyDetails,
  type ReferenceChange,
} from '#contract/companies.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { Field } from '../../ui/Field.tsx'
import { textOf } from '../../ui/form.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { longDate, withDates } from '../../ui/format.ts'
import { Section } from '../../ui/Section.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/Toaster.tsx'

/** Notices by which accounting reference periods were made shorter or longer (s.392). */
export function ReferenceChanges({
  company,
  mayChange,
  onChanged,
}: {
  company: CompanyDetails
  mayChange: boolean
  onChanged: () => void
}) {
  const [adding, setAdding] = useState(false)
  const [permitted, setPermitted] = useState(false)
  const action = useAction()
  const removal = useAction()
  const next = company.deadlines.find(({ kind }) => kind === 'accounts')?.madeUpTo ?? ''

  const send = async (form: FormData) => {
    const [noticeOn, oldEnd, newEnd] = ['noticeOn', 'oldEnd', 'newEnd'].map((name) => textOf(form, name))
    const body = { noticeOn: noticeOn!, oldEnd: oldEnd!, newEnd: newEnd!, permitted }
    const done = await action.run(() => call(addReferenceChange, { params: { id: company.id }, body }))
    if (!done) return
    setAdding(false)
    onChanged()
  }
  const restore = (body: Omit<ReferenceChange, 'id'>) =>
    removal.run(async () => {
      await call(addReferenceChange, { params: { id: company.id }, body })
      onChanged()
    })
  const remove = ({ id, ...change }: ReferenceChange) =>
    removal.run(async () => {
      await call(deleteReferenceChange, { params: { id: company.id, changeId: id } })
      onChanged()
      toast({
        title: 'Change deleted',
        action: { label: 'Undo', onSelect: () => void restore(change) },
      })
    })

  return (
    <Section
      title="Changes of the reference date"
      action={
        mayChange && (
          <Button
            small
            icon={Plus}
            onClick={() => {
              action.clear()
              setAdding(true)
            }}
          >
            Add change
          </Button>
        )
      }
    >
      <FailureBanner error={removal.error} className="m-3" />
      {company.referenceChanges.length === 0 ? (
        <p className="px-4 py-3 text-ink-3">No changes entered</p>
      ) : (
        <ul className="divide-y divide-line">
          {company.referenceChanges.map((change) => (
            <li key={change.id} className="flex items-center gap-3 py-2 pr-2 pl-4">
              <p className="min-w-0 flex-1">
                {change.newEnd < change.oldEnd ? 'Shortened' : 'Extended'} from {longDate(change.oldEnd)} to{' '}
                {longDate(change.newEnd)}
                <span className="block text-sm text-ink-2">Notice of {longDate(change.noticeOn)}</span>
              </p>
              {mayChange && (
                <IconButton icon={Trash2} label="Delete this change" onClick={() => void remove(change)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {adding && (
        <FormDialog
          title="Change of the accounting reference date"
          submit="Add"
          action={{ ...action, error: action.error && new Error(withDates(action.error.message)) }}
          onClose={() => setAdding(false)}
          onSubmit={(form) => void send(form)}
        >
          <Field label="Date of the notice" name="noticeOn" type="date" data-autofocus />
          <Field label="The period would have ended on" name="oldEnd" type="date" defaultValue={next} />
          <Field label="It now ends on" name="newEnd" type="date" />
          <Switch
            label="There is a ground for a second extension"
            description="Within five years it needs one: administration, alignment with a parent, or leave of the Secretary of State."
            checked={permitted}
            onChange={setPermitted}
          />
        </FormDialog>
      )}
    </Section>
  )
}
