import { ListChecks, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { Recording } from '#contract/recordings.ts'
import type { EngineStatus } from '#contract/system.ts'
import { useOverviews } from '../../hooks/overview.ts'
import { useFiledRecordings, type Filed } from '../../hooks/labels.ts'
import { useFoundRecordings, useOlderRecordings } from '../../hooks/recordings.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { inputClass } from '../../ui/Field.tsx'
import { NotFetched } from '../../ui/Screen.tsx'
import { titleOf } from '../../ui/transcription.ts'
import { FiledUnder } from './FiledUnder.tsx'
import { SelectMeetings } from './SelectMeetings.tsx'
import { orderOf, orders, sorted } from './order.ts'
import { RecordingRow } from './RecordingRow.tsx'
import { SaidInMeetings } from './SaidInMeetings.tsx'

type MeetingsListProps = {
  /** The newest ones. */
  recordings: Recording[]
  engine: EngineStatus | undefined
  onDelete: (recording: Recording) => void
}

/** Each row has a player and a menu; more than this at once make a page slow. */
const step = 50

const matches = (recording: Recording, words: string): boolean => {
  const text = `${titleOf(recording)} ${recording.description ?? ''}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The meetings, with a search in their titles and in what was said, and older ones on demand. */
export function MeetingsList({ recordings, engine, onDelete }: MeetingsListProps) {
  // In the address, so that "back" from a meeting brings it back.
  const [parameters, setParameters] = useSearchParams()
  const search = parameters.get('q') ?? ''
  const order = orderOf(parameters.get('sort'))
  const [shown, setShown] = useState(step)
  const older = useOlderRecordings()
  const words = search.trim()
  const beyond = older.more || older.older.length > 0
  // What is on the page is searched here; where there is more than that, the server is asked as well.
  const found = useFoundRecordings(beyond ? words : '')

  const filed = filedIn(parameters)
  const narrowed = Object.keys(filed).length > 0
  const under = useFiledRecordings(filed)
  const all = useMemo(
    () => (narrowed ? (under.data ?? []) : merged(recordings, older.older)),
    [narrowed, under.data, recordings, older.older],
  )
  const listed = useMemo(() => {
    if (!words) return sorted(all, order)
    const here = all.filter((recording) => matches(recording, words))
    return sorted(narrowed ? here : merged(here, found.data ?? []), order)
  }, [all, words, found.data, order, narrowed])
  const visible = listed.slice(0, shown)
  const overviews = useOverviews(visible.map(({ id }) => id))
  const more = listed.length > shown || (!words && !narrowed && older.more)
  const [selecting, setSelecting] = useState(false)

  const showMore = async () => {
    if (listed.length <= shown && !words) await older.load()
    setShown((now) => now + step)
  }

  return (
    <div className="space-y-4">
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
            onChange={(event) => {
              setParameters(withChange(parameters, 'q', event.target.value), { replace: true })
              setShown(step)
            }}
            className={cx(inputClass, 'pl-8.5')}
          />
        </div>
        <label className="flex items-center gap-2 text-ink-2">
          Sort by
          <select
            value={order}
            className={cx(inputClass, 'w-auto!')}
            onChange={(event) => {
              const value = event.target.value === 'added' ? '' : event.target.value
              setParameters(withChange(parameters, 'sort', value), { replace: true })
            }}
          >
            {orders.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {!selecting && (
          <Button look="quiet" icon={ListChecks} onClick={() => setSelecting(true)}>
            Select
          </Button>
        )}
      </div>
      <FiledUnder
        filed={filed}
        onChange={(name, value) => {
          setParameters((now) => withChange(now, name, value), { replace: true })
          setShown(step)
        }}
      />
      <p role="status" className="sr-only">
        {words &&
          !found.isLoading &&
          `${listed.length} ${listed.length === 1 ? 'meeting' : 'meetings'} found`}
      </p>
      {selecting && listed.length > 0 ? (
        <SelectMeetings recordings={listed} onDone={() => setSelecting(false)} />
      ) : listed.length > 0 ? (
        <ul className="divide-y divide-line rounded-md border border-line bg-surface">
          {visible.map((recording) => (
            <RecordingRow
              key={recording.id}
              recording={recording}
              overview={overviews.get(recording.id)}
              engine={engine}
              onDelete={onDelete}
            />
          ))}
        </ul>
      ) : (
        <p className="rounded-md border border-line bg-surface px-5 py-6 text-ink-2">
          {(beyond && found.isLoading) || (narrowed && under.isLoading)
            ? 'Searching…'
            : narrowed && !words
              ? 'No meeting is filed under this.'
              : `No meeting has “${words}” in its title or description.`}
        </p>
      )}
      <SaidInMeetings words={words} />
      {found.error !== undefined && words && (
        <NotFetched what="Older meetings" error={found.error} onRetry={() => void found.mutate()} />
      )}
      {older.error && (
        <NotFetched what="Older meetings" error={older.error} onRetry={() => void older.load()} />
      )}
      {more && !selecting && (
        <div className="flex items-center gap-4">
          <Button disabled={older.busy} onClick={() => void showMore()}>
            Load more
          </Button>
          <p className="text-sm text-ink-3 tabular-nums">
            {visible.length} of {listed.length.toLocaleString('en-GB')}
            {older.more && !words && ' or more'}
          </p>
        </div>
      )}
    </div>
  )
}

function filedIn(parameters: URLSearchParams): Filed {
  const names = ['series', 'tag', 'company'] as const
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = parameters.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

/** The address's parameters with another value for one; '' leaves it out. */
function withChange(parameters: URLSearchParams, name: string, value: string): URLSearchParams {
  const changed = new URLSearchParams(parameters)
  if (value === '') changed.delete(name)
  else changed.set(name, value)
  return changed
}

/** Newest first, each once; where both have one, the first list's is the fresher. */
function merged(fresh: Recording[], others: Recording[]): Recording[] {
  if (others.length === 0) return fresh
  const known = new Set(fresh.map(({ id }) => id))
  return [...fresh, ...others.filter(({ id }) => !known.has(id))]
}
