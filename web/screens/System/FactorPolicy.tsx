import { putAccessPolicy } from '#contract/people.ts'
import { call } from '../../api.ts'
import { useAccessPolicy } from '../../hooks/people.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { Switch } from '../../ui/Switch.tsx'

/** Whether administrators need a second factor before they act as such. */
export function FactorPolicy() {
  const { data, mutate } = useAccessPolicy()
  const action = useAction()
  if (!data) return null
  return (
    <div className="mt-3 rounded-md border border-line bg-surface px-4 py-3">
      <Switch
        label="Administrators need a second factor"
        description="Until they have set one up they can do what everybody can, and no more."
        checked={data.administratorsNeedFactor}
        disabled={action.busy}
        onChange={(administratorsNeedFactor) =>
          void action.run(async () => {
            await mutate(call(putAccessPolicy, { body: { administratorsNeedFactor } }), { revalidate: false })
          })
        }
      />
      <FailureBanner error={action.error} className="mt-2" />
    </div>
  )
}
