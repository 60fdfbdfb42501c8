import { cx } from '../../ui/cx.ts'

type ChoiceProps<T extends string> = {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
  /** The larger of the two: it changes what the page shows. */
  tabs?: boolean
}

/** One of two, side by side. */
export function Choice<T extends string>({ label, value, options, onChange, tabs }: ChoiceProps<T>) {
  return (
    <div role="group" aria-label={label} className="flex rounded-md border border-line-strong p-0.5">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={cx(
            'rounded-md px-3 transition-colors pointer-coarse:h-11',
            tabs ? 'h-8 font-medium' : 'h-8 text-sm',
            option.value === value ? 'bg-pressed text-ink' : 'text-ink-2 hover:bg-sunken',
          )}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
