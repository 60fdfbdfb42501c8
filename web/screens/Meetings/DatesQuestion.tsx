import { useId } from 'react'
import { useAction } from '../../hooks/busy-action.ts'
import { useSaveSettings, useSettings } from '../../hooks/settings.ts'
import { Button } from '../../ui/Button.tsx'

/** Asked once, at the first start: Settings has it from then on. */
export function DatesQuestion() {
  const { data } = useSettings()
  const save = useSaveSettings()
  const action = useAction()
  const id = useId()
  if (!data || data.settings.datesAsked || data.settings.britishDates) return null
  const choose = (britishDates: boolean) => void action.run(() => save({ britishDates, datesAsked: true }))
  return (
    <div
      role="group"
      aria-labelledby={id}
      className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-4"
    >
      <p id={id} className="text-ink-2">
        How should dates be written?
      </p>
      <Button small disabled={action.busy} onClick={() => choose(false)}>
        April 3, 2026
      </Button>
      <Button small disabled={action.busy} onClick={() => choose(true)}>
        3 April 2026
      </Button>
      {action.error && (
        <p role="alert" className="text-bad">
          {action.error.message}
        </p>
      )}
    </div>
  )
}
