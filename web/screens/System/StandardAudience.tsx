import { putStandardAudience } from '#contract/meetings.ts'
import { call } from '../../api.ts'
import { useStandardAudience } from '../../hooks/access.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { Switch } from '../../ui/Switch.tsx'

/** Whom new meetings are open to, until their owner says otherwise. */
export function StandardAudience() {
  const { data, mutate } = useStandardAudience()
  const action = useAction()
  if (!data) return null
  return (
    <div className="mt-3 rounded-md border border-line bg-surface px-4 py-3">
      <Switch
        label="New meetings are open to everybody"
        description="Otherwise to those who attended. The owner of a meeting can change it on the meeting's page."
        checked={data.audience === 'everybody'}
        disabled={action.busy}
        onChange={(on) =>
          void action.run(async () => {
            const body = { audience: on ? ('everybody' as const) : ('attendees' as const) }
            await mutate(call(putStandardAudience, { body }), { revalidate: false })
          })
        }
      />
      <FailureBanner error={action.error} className="mt-2" />
    </div>
  )
}
