import { useState } from 'react'
import { addCompetitor, competitorProblems, type CompetitorProblems } from '#contract/news.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { Field } from '../../ui/Field.tsx'
import { textOf } from '../../ui/form.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/Toaster.tsx'

/** Failures are told in a toast; the dialog stays with what was entered. */
function tell(error: unknown): void {
  const known = error instanceof Error
  toast({
    title: 'Error adding competitor',
    description: known ? error.message || 'Failed to add competitor' : 'An unknown error occurred',
    destructive: true,
  })
}

type AddCompetitorProps = { companyId: number; onClose: () => void; onAdded: () => void }

export function AddCompetitor({ companyId, onClose, onAdded }: AddCompetitorProps) {
  const action = useAction()
  const [trackNews, setTrackNews] = useState(true)
  const [problems, setProblems] = useState<CompetitorProblems>({})

  const send = (form: FormData) => {
    const given = { name: textOf(form, 'name'), website: textOf(form, 'website') }
    const found = competitorProblems(given)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    void action.run(async () => {
      try {
        await call(addCompetitor, { params: { id: companyId }, body: { companyId, ...given, trackNews } })
      } catch (error) {
        return tell(error)
      }
      toast({ title: 'Competitor added' })
      onAdded()
    })
  }

  return (
    <FormDialog
      title="Add Competitor"
      submit="Add Competitor"
      action={action}
      onClose={onClose}
      onSubmit={send}
    >
      <Field
        label="Name"
        name="name"
        maxLength={200}
        autoComplete="off"
        data-autofocus
        error={problems.name}
      />
      <Field
        label="Website"
        name="website"
        type="url"
        maxLength={500}
        autoComplete="off"
        placeholder="https://"
        hint="Optional. News that comes from there is matched too."
        error={problems.website}
      />
      <Switch
        label="Track news"
        description="Look for it in the news of all feeds."
        checked={trackNews}
        onChange={setTrackNews}
      />
    </FormDialog>
  )
}
