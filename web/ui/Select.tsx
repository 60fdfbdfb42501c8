import { useId, type SelectHTMLAttributes } from 'react'
import { inputClass } from './Field.tsx'

type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'className' | 'children'> & {
  label: string
  options: readonly { value: string; label: string }[]
}

/** One of a few, with its label above. */
export function Select({ label, options, ...select }: SelectProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <select {...select} id={id} className={inputClass}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
