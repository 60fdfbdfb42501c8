import { Search as SearchIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { Link } from 'wouter'
import { searchEverything, type FoundEverywhere, type SearchKind } from '#contract/search.ts'
import { call } from '../../api.ts'
import { useCompanies } from '../../hooks/companies.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { inputClass } from '../../ui/Field.tsx'
import { longDate, position } from '../../ui/format.ts'
import { NotFetched } from '../../ui/Screen.tsx'

const kindWords: Record<SearchKind, string> = {
  transcript: 'Transcript',
  minutes: 'Minutes',
  meeting: 'Meeting',
  document: 'Document',
  company: 'Company',
  profile: 'Profile',
  knowledge: 'Knowledge base',
  action: 'Action',
  news: 'News',
}

/** Typing is over when nothing came for so long. */
const pauseMs = 200

/** Everything that can be found, in one box. */
export function Search({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [words, setWords] = useState('')
  const [filters, setFilters] = useState<Record<string, string>>({})
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const query = { q: words, ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) }
  const answer = useSWR(words === '' ? null : [searchEverything.path, query], () =>
    call(searchEverything, { query }),
  )
  const set = (name: string, value: string) => setFilters((now) => ({ ...now, [name]: value }))
  return (
    <Dialog open onClose={onClose} title="Search" wide>
      <div className="relative">
        <SearchIcon size={16} className="absolute top-2.5 left-2.5 text-ink-3" aria-hidden />
        <input
          type="search"
          autoFocus
          aria-label="Search transcripts, minutes, documents, actions and news"
          placeholder="Transcripts, minutes, documents, actions, news"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className={`${inputClass} pl-8!`}
        />
      </div>
      <Narrowed filters={filters} found={answer.data?.speakers ?? []} onChange={set} />
      <div className="mt-3 min-h-24" aria-live="polite">
        {words === '' && <p className="text-ink-2">Type words that were said or written.</p>}
        {answer.error && !answer.data && (
          <NotFetched what="What was found" error={answer.error} onRetry={() => void answer.mutate()} />
        )}
        {words !== '' && answer.isLoading && <p className="text-ink-3">Searching…</p>}
        {answer.data?.found.length === 0 && <p className="text-ink-2">Nothing was found.</p>}
        <ul className="max-h-[55vh] divide-y divide-line overflow-y-auto">
          {answer.data?.found.map((one, i) => (
            <Found key={`${one.kind} ${one.sourceId} ${i}`} found={one} onFollow={onClose} />
          ))}
        </ul>
        {answer.data?.more && (
          <p className="mt-2 text-sm text-ink-3">There is more: add a word, or narrow it down.</p>
        )}
      </div>
    </Dialog>
  )
}

type NarrowedProps = {
  filters: Readonly<Record<string, string>>
  /** Who says what was found. */
  found: readonly string[]
  onChange: (name: string, value: string) => void
}

function Narrowed({ filters, found, onChange }: NarrowedProps) {
  const companies = useCompanies().data ?? []
  const speakers = new Set([...found, ...(filters.speaker ? [filters.speaker] : [])])
  const small = `${inputClass} w-auto! min-w-0 text-sm`
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <select
        aria-label="Kind"
        className={small}
        value={filters.kinds ?? ''}
        onChange={({ target }) => onChange('kinds', target.value)}
      >
        <option value="">All kinds</option>
        {Object.entries(kindWords).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <select
        aria-label="Speaker"
        className={small}
        value={filters.speaker ?? ''}
        onChange={({ target }) => onChange('speaker', target.value)}
      >
        <option value="">All speakers</option>
        {[...speakers].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      {companies.length > 0 && (
        <select
          aria-label="Company"
          className={small}
          value={filters.companyId ?? ''}
          onChange={({ target }) => onChange('companyId', target.value)}
        >
          <option value="">All companies</option>
          {companies.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <input
        type="date"
        aria-label="From"
        className={small}
        value={filters.from ?? ''}
        onChange={({ target }) => onChange('from', target.value)}
      />
      <input
        type="date"
        aria-label="To"
        className={small}
        value={filters.to ?? ''}
        onChange={({ target }) => onChange('to', target.value)}
      />
    </div>
  )
}

function Found({ found, onFollow }: { found: FoundEverywhere; onFollow: () => void }) {
  const { kind, title, date, at, page, item, speaker, snippet, href } = found
  const facts = [
    kindWords[kind],
    date && longDate(date),
    speaker,
    at === null ? null : position(at),
    page === null ? item : `page ${page}`,
  ]
  const content = (
    <>
      <span className="block font-medium break-words">{title}</span>
      <span className="block text-sm text-ink-2">{facts.filter(Boolean).join(' · ')}</span>
      <span className="block text-sm break-words">
        {snippet.map((part, i) =>
          part.hit ? (
            <mark key={i} className="bg-transparent font-semibold text-ink underline">
              {part.text}
            </mark>
          ) : (
            <span key={i}>{part.text}</span>
          ),
        )}
      </span>
    </>
  )
  return (
    <li>
      {href === null ? (
        <div className="px-1 py-2">{content}</div>
      ) : (
        <Link href={href} onClick={onFollow} className="block rounded-md px-1 py-2 hover:bg-sunken">
          {content}
        </Link>
      )}
    </li>
  )
}
