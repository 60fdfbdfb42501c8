import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Settings } from '#contract/settings.ts'
import { Switch } from '../../ui/Switch.tsx'
import type { Draft } from './draft.ts'

/** The settings that are on or off. */
export type SwitchName = {
  [Name in keyof Settings]: Settings[Name] extends boolean ? Name : never
}[keyof Settings]

type SettingSwitchProps = {
  draft: Draft
  name: SwitchName
  label: string
  description: ReactNode
  /** Greyed for a reason that stands elsewhere. */
  disabled?: boolean
}

/** One setting that is on or off; one that cannot act here is greyed and takes one line. What has no effect is not on, whatever is kept for later. */
export function SettingSwitch({ draft, name, label, description, disabled }: SettingSwitchProps) {
  const why = draft.why(name)
  // Its reason stands once, below those that it holds for.
  if (why)
    return (
      <div className="px-4 py-2">
        <Switch label={label} checked={false} disabled onChange={() => undefined} />
      </div>
    )
  return (
    <div className="px-4 py-3">
      <Switch
        label={label}
        description={description}
        checked={draft.values[name]}
        disabled={Boolean(disabled)}
        onChange={(on) => draft.set({ [name]: on })}
      />
    </div>
  )
}

/** Why something does not act on this appliance. */
export function Why({ children }: { children: ReactNode }) {
  return (
    <span className="mt-1 flex gap-1.5 text-sm text-ink-3">
      <Info size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
      <span>{children}</span>
    </span>
  )
}

/** Why some of these settings do not act on this appliance, each reason once. */
export function Reasons({ draft, of }: { draft: Draft; of: readonly SwitchName[] }) {
  const reasons = [...new Set(of.flatMap((name) => draft.why(name) ?? []))]
  return reasons.map((reason) => (
    <div key={reason} className="px-4 py-2">
      <Why>{reason}</Why>
    </div>
  ))
}
