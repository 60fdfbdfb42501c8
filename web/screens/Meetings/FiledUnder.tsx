import { X } from 'lucide-react'
import { useCompanies } from '../../hooks/companies.ts'
import { useAllLabels, type Filed } from '../../hooks/labels.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { inputClass } from '../../ui/Field.tsx'
import { EditSeriesButton } from './EditSeries.tsx'

type FiledUnderProps = { filed: Filed; onChange: (name: keyof Filed, value: string) => void }

type Choice = {
  name: keyof Filed
  label: string
  all: string
  options: { value: string; text: string }[]
}

/** Narrows the list by series, tag and company, where there are any. */
export function FiledUnder({ filed, onChange }: FiledUnderProps) {
  const { data: labels } = useAllLabels()
  const { data: companies = [] } = useCompanies()
  const { series = [], tags = [] } = labels ?? {}
  const choices: Choice[] = [
    {
      ...{ name: 'series', label: 'Series', all: 'All series' },
      options: series.map((one) => ({ value: String(one.id), text: `${one.name} (${one.meetings})` })),
    },
    {
      ...{ name: 'tag', label: 'Tag', all: 'All tags' },
      options: tags.map(({ tag, meetings }) => ({ value: tag, text: `${tag} (${meetings})` })),
    },
    {
      ...{ name: 'company', label: 'Company', all: 'All companies' },
      options: companies.map(({ id, name }) => ({ value: String(id), text: name })),
    },
  ]
  const any = Object.keys(filed).length > 0
  if (series.length + tags.length + companies.length === 0 && !any) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      {choices
        .filter(({ name, options }) => options.length > 0 || filed[name] !== undefined)
        .map(({ name, label, all, options }) => (
          <select
            key={name}
            aria-label={label}
            value={filed[name] ?? ''}
            onChange={({ target }) => onChange(name, target.value)}
            className={cx(inputClass, 'w-auto! max-w-full')}
          >
            <option value="">{all}</option>
            {options.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        ))}
      <EditSeriesButton />
      {any && (
        <Button small look="quiet" icon={X} onClick={() => choices.forEach(({ name }) => onChange(name, ''))}>
          All meetings
        </Button>
      )}
    </div>
  )
}
