import { Description, Field, Label, Switch as HeadlessSwitch } from '@headlessui/react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type SwitchProps = {
  label: string
  description?: ReactNode
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** On or off, with its words before it. */
export function Switch({ label, description, checked, disabled, onChange }: SwitchProps) {
  return (
    <Field disabled={disabled ?? false} className="flex items-start justify-between gap-6">
      <div className="min-w-0">
        <Label className="block font-medium">{label}</Label>
        {description && <Description className="text-ink-2">{description}</Description>}
      </div>
      <HeadlessSwitch
        checked={checked}
        onChange={onChange}
        className={cx(
          'group relative mt-0.5 h-5 w-9 shrink-0 rounded-full border border-control bg-sunken transition-colors',
          'before:absolute before:-inset-3 data-checked:border-accent data-checked:bg-accent',
          'data-disabled:cursor-not-allowed data-disabled:opacity-50',
        )}
      >
        <span
          aria-hidden
          className="block size-3.5 translate-x-0.5 rounded-full bg-control transition-transform group-data-checked:translate-x-4.5 group-data-checked:bg-on-accent"
        />
      </HeadlessSwitch>
    </Field>
  )
}
