import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { NewsSort } from '#contract/news.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'

const sorts = [
  { value: 'date', label: 'Most Recent' },
  { value: 'relevance', label: 'Most Relevant' },
  { value: 'source', label: 'Source' },
]
const pause = 300

type FiltersProps = {
  search: string
  onSearch: (search: string) => void
  sort: NewsSort
  onSort: (sort: NewsSort) => void
}

export function Filters({ search, onSearch, sort, onSort }: FiltersProps) {
  const [typed, setTyped] = useState(search)
  useEffect(() => {
    const timer = setTimeout(() => onSearch(typed.trim()), pause)
    return () => clearTimeout(timer)
  }, [typed, onSearch])
  return (
    <div className="space-y-3">
      <Field
        label="Search news"
        type="search"
        maxLength={200}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        end={typed !== '' && <IconButton icon={X} label="Clear search" onClick={() => setTyped('')} />}
      />
      <Select
        label="Sort by"
        value={sort}
        onChange={(event) => onSort(event.target.value as NewsSort)}
        options={sorts}
      />
    </div>
  )
}
