import { ListChecks, Search } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { inputClass } from '../../ui/Field.tsx'
import { orders, type Order } from './order.ts'

type ListToolsProps = {
  search: string
  order: Order
  onChange: (name: 'q' | 'sort', value: string) => void
  /** null: meetings are being selected. */
  onSelect: (() => void) | null
}

/** Searches, sorts and selects. */
export function ListTools({ search, order, onChange, onSelect }: ListToolsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="relative w-full max-w-md">
        <Search
          size={16}
          strokeWidth={1.75}
          className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-ink-3"
          aria-hidden
        />
        <input
          type="search"
          aria-label="Search meetings"
          placeholder="Search meetings"
          value={search}
          maxLength={200}
          onChange={({ target }) => onChange('q', target.value)}
          className={cx(inputClass, 'pl-8.5')}
        />
      </div>
      <label className="flex items-center gap-2 text-ink-2">
        Sort by
        <select
          value={order}
          className={cx(inputClass, 'w-auto!')}
          onChange={({ target }) => onChange('sort', target.value === 'added' ? '' : target.value)}
        >
          {orders.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {onSelect && (
        <Button look="quiet" icon={ListChecks} onClick={onSelect}>
          Select
        </Button>
      )}
    </div>
  )
}
