import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { cx } from './cx.ts'

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> & {
  label: string
  /** A line below that helps to fill it in. */
  hint?: ReactNode
  /** What is wrong with what was entered; takes the hint's place. */
  error?: string | undefined
  /** Stands in the field, at its end. */
  end?: ReactNode
  ref?: Ref<HTMLInputElement>
  className?: string
}

export const inputClass = cx(
  'h-9 w-full rounded-md border border-control bg-surface px-2.5 pointer-coarse:h-11 pointer-coarse:text-read',
  'disabled:bg-sunken disabled:text-ink-3 aria-invalid:border-bad',
)

/** One line to fill in, with its label above and what is to be said of it below. */
export function Field({ label, hint, error, end, className, ...input }: FieldProps) {
  const id = useId()
  const below = error ?? hint
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          dir="auto"
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={below ? `${id}-below` : undefined}
          className={cx(inputClass, 'read-only:bg-sunken', end != null && 'pr-11 pointer-coarse:pr-13')}
        />
        {end && <div className="absolute inset-y-0 right-0.5 flex items-center">{end}</div>}
      </div>
      {below && (
        <p
          id={`${id}-below`}
          role={error ? 'alert' : undefined}
          className={cx('mt-1 text-sm', error ? 'text-bad' : 'text-ink-3')}
        >
          {below}
        </p>
      )}
    </div>
  )
}
