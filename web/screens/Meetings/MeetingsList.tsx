import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { Recording } from '#contract/recordings.ts'
import type { EngineStatus } from '#contract/system.ts'
import { useOverviews } from '../../hooks/overview.ts'
import type { Filed } from '../../hooks/labels.ts'
import { Button } from '../../ui/Button.tsx'
import { NotFetched } from '../../ui/Screen.tsx'
import { FiledUnder } from './FiledUnder.tsx'
import { useMeetingList } from './useMeetingList.ts'
import { ListTools } from './ListTools.tsx'
import { orderOf } from './order.ts'
import { RecordingRow } from './RecordingRow.tsx'
import { TranscriptMatches } from './TranscriptMatches.tsx'
import { SelectMeetings } from './SelectMeetings.tsx'

type MeetingsListProps = {
  /** The newest ones. */
  recordings: Recording[]
  engine: EngineStatus | undefined
  onDelete: (recording: Recording) => void
}

/** Each row has a player and a menu; more than this at once make a page slow. */
const step = 50

/** The meetings, with a search in their titles and in what was said, and older ones on demand. */
export function MeetingsList({ recordings, engine, onDelete }: MeetingsListProps) {
  // In the address, so that "back" from a meeting brings it back.
  const [parameters, setParameters] = useSearchParams()
  const search = parameters.get('q') ?? ''
  const order = orderOf(parameters.get('sort'))
  const words = search.trim()
  const filed = filedIn(parameters)
  const [shown, setShown] = useState(step)
  const { listed, found, under, older, beyond, narrowed } = useMeetingList({
    recordings,
    filed,
    words,
    order,
  })
  const visible = listed.slice(0, shown)
  const overviews = useOverviews(visible.map(({ id }) => id))
  const more = listed.length > shown || (!words && !narrowed && older.more)
  const [selecting, setSelecting] = useState(false)

  const change = (name: string, value: string) => {
    setParameters((now) => withChange(now, name, value), { replace: true })
    if (name !== 'sort') setShown(step)
  }

  const showMore = async () => {
    if (listed.length <= shown && !words) await older.load()
    setShown((now) => now + step)
  }

  return (
    <div className="space-y-4">
      <ListTools
        search={search}
        order={order}
        onChange={change}
        onSelect={selecting ? null : () => setSelecting(true)}
      />
      <FiledUnder filed={filed} onChange={change} />
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
      <TranscriptMatches words={words} />
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
