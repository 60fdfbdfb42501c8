import { CircleHelp, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { actionStatuses, type Action, type ActionStatus } from '#contract/actions.ts'
import { useActionChange } from '../../../hooks/actions.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { cx } from '../../../ui/cx.ts'
import { longDate } from '../../../ui/format.ts'
import { LazyMenu } from '../../../ui/LazyMenu.tsx'
import { Statement } from '../../../ui/Statement.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'

const EditAction = lazyPart(async () => (await import('./EditAction.tsx')).EditAction)
const DeleteAction = lazyPart(async () => (await import('./DeleteAction.tsx')).DeleteAction)

const statusWords: Record<ActionStatus, string> = {
  to_do: 'To Do',
  in_progress: 'In Progress',
  completed: 'Completed',
}

type ActionRowProps = {
  recordingId: number
  action: Action
  /** Whom it may be given to, as suggestions. */
  people: string[]
  onPlay: ((seconds: number) => void) | null
  /** What has the focus when it has left the list. */
  focusNext: () => HTMLElement | null
}

export function ActionRow({ recordingId, action, people, onPlay, focusNext }: ActionRowProps) {
  const { busy, error, update, remove } = useActionChange(recordingId, action)
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const { title, doubt, evidence, status } = action
  const drop = async () => {
    if (await remove()) focusNext()?.focus({ preventScroll: true })
  }
  return (
    <li className="px-4 py-2.5">
      <div className={cx('break-words', status === 'completed' && 'text-ink-2')}>
        <Statement evidence={evidence} onPlay={onPlay}>
          {title}
        </Statement>
      </div>
      {doubt === null ? (
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="min-w-0 flex-1 basis-32 text-sm break-words text-ink-2 tabular-nums">
            {factsOf(action)}
          </p>
          <div className="flex items-center gap-1">
            <select
              aria-label={`Status of “${title}”`}
              value={status}
              onChange={({ target }) => {
                const chosen = actionStatuses.find((one) => one === target.value)
                if (chosen) void update({ status: chosen })
              }}
              className="h-8 rounded-md border border-line-strong bg-surface px-1.5 text-sm pointer-coarse:h-11"
            >
              {actionStatuses.map((one) => (
                <option key={one} value={one}>
                  {statusWords[one]}
                </option>
              ))}
            </select>
            <span className="-mr-2">
              <LazyMenu
                label={`More about “${title}”`}
                items={[
                  { label: 'Edit', icon: Pencil, onSelect: () => setDialog('edit') },
                  { label: 'Delete', icon: Trash2, danger: true, onSelect: () => setDialog('delete') },
                ]}
              />
            </span>
          </div>
        </div>
      ) : (
        <>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
            <Chip tone="warn" icon={CircleHelp}>
              To check
            </Chip>
            <span className="min-w-0">{doubt}</span>
          </p>
          <div className="mt-1.5 flex gap-1.5">
            <Button small disabled={busy} onClick={() => void update({ doubtful: false })}>
              Keep<span className="sr-only">: {title}</span>
            </Button>
            <Button small look="quiet" disabled={busy} onClick={() => void drop()}>
              Drop<span className="sr-only">: {title}</span>
            </Button>
          </div>
        </>
      )}
      {error && (
        <p role="alert" className="mt-1 text-sm text-bad">
          That was not saved: {error.message}
        </p>
      )}
      <Suspense>
        {dialog === 'edit' && (
          <EditAction recordingId={recordingId} action={action} people={people} onClose={close} />
        )}
        {dialog === 'delete' && (
          <DeleteAction recordingId={recordingId} action={action} onClose={close} focusNext={focusNext} />
        )}
      </Suspense>
    </li>
  )
}

/** "Priya Shah · Due December 4, 2026"; what was said where it names no day. */
function factsOf({ title, owner, due, dueDate }: Action): string {
  // At noon it is the same day in every time zone.
  const day = dueDate === null ? null : longDate(`${dueDate}T12:00:00Z`)
  const said = due !== null && title.toLowerCase().includes(due.toLowerCase()) ? null : due
  return [owner ?? 'No owner named', day ? `Due ${day}` : said].filter(Boolean).join(' · ')
}
