import { useState } from 'react'
import {
  fewestYears,
  previewRetention,
  type DueItem,
  type RetentionRule,
  type RetentionView,
} from '#contract/retention.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { DueTable } from './DueTable.tsx'

type Kind = RetentionRule['kind']

/** The rules for all meetings and, below, for each series that has its own. */
export function RetentionRules({
  view,
  onSave,
  onClose,
}: {
  view: RetentionView
  onSave: (rules: RetentionRule[]) => Promise<void>
  onClose: () => void
}) {
  const [rules, setRules] = useState(view.rules)
  const [due, setDue] = useState<DueItem[] | null>(null)
  const action = useAction()
  const scopes = [{ id: null, name: 'All meetings' }, ...view.series]
  const valueOf = (kind: Kind, seriesId: number | null): string =>
    rules.find((rule) => rule.kind === kind && rule.seriesId === seriesId)?.after.toString() ?? ''
  const set = (kind: Kind, seriesId: number | null, text: string): void => {
    const others = rules.filter((rule) => rule.kind !== kind || rule.seriesId !== seriesId)
    setRules(text === '' ? others : [...others, { kind, seriesId, after: Math.floor(Number(text)) }])
    setDue(null)
  }
  const tooFew = rules.some(({ kind, after }) => kind === 'meeting' && after < fewestYears)
  const look = () => action.run(async () => setDue((await call(previewRetention, { body: { rules } })).items))
  return (
    <FormDialog
      title="Retention rules"
      submit="Save"
      wide
      action={action}
      blocked={tooFew}
      onClose={onClose}
      onSubmit={() => void action.run(() => onSave(rules))}
    >
      <p className="text-ink-2">
        What is left empty is never deleted. A series without rules of its own has those for all meetings.
      </p>
      {scopes.map(({ id, name }) => (
        <fieldset key={id ?? 0} className="grid gap-3 sm:grid-cols-2">
          <legend className="mb-2 font-medium">{name}</legend>
          <Field
            label="Sound: days after approval"
            type="number"
            min={0}
            max={36_500}
            step={1}
            value={valueOf('sound', id)}
            onChange={(event) => set('sound', id, event.target.value)}
            hint="Transcript and minutes stay."
          />
          <Field
            label="Everything: years after the meeting"
            type="number"
            min={fewestYears}
            max={200}
            step={1}
            value={valueOf('meeting', id)}
            onChange={(event) => set('meeting', id, event.target.value)}
            hint="Ten or more: the law wants minutes kept for ten years."
            error={
              valueOf('meeting', id) !== '' && Number(valueOf('meeting', id)) < fewestYears
                ? 'Minutes must be kept for at least ten years.'
                : undefined
            }
          />
        </fieldset>
      ))}
      <div>
        <Button small disabled={action.busy || tooFew} onClick={() => void look()}>
          Show what would go
        </Button>
        {due && (
          <div className="mt-3" role="status">
            {due.length === 0 ? (
              <p className="text-ink-2">Nothing would go today.</p>
            ) : (
              <DueTable items={due} />
            )}
          </div>
        )}
      </div>
    </FormDialog>
  )
}
