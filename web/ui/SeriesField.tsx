import { useId } from 'react'
import { useAllLabels } from '../hooks/labels.ts'
import { Field } from './Field.tsx'

type SeriesFieldProps = { value?: string; hint: string; focused?: boolean }

/** The name of a series, one that is there or a new one. */
export function SeriesField({ value = '', hint, focused }: SeriesFieldProps) {
  const { data: labels } = useAllLabels()
  const id = useId()
  return (
    <>
      <Field
        label="Series"
        name="series"
        maxLength={100}
        list={id}
        defaultValue={value}
        hint={hint}
        {...(focused && { 'data-autofocus': true })}
      />
      <datalist id={id}>
        {labels?.series.map(({ id: number, name }) => (
          <option key={number} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}
