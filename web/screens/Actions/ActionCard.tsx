import { Pencil, Play, Trash2 } from 'lucide-react'
import { Link } from 'wouter'
import { actionStatuses } from '#contract/actions.ts'
import { IconButton } from '../../ui/Button.tsx'
import { longDate } from '../../ui/format.ts'
import { statusWords, type Card } from './cards.ts'
import { today } from '../Calendar/days.ts'

type ActionCardProps = {
  card: Card
  onMove: (status: Card['status']) => void
  onEdit: () => void
  onRemove?: () => void
}

export function ActionCard({ card, onMove, onEdit, onRemove }: ActionCardProps) {
  const { key, title, dueDate, facts, notes, status, href } = card
  const isOverdue = dueDate !== null && status !== 'completed' && dueDate < today()
  const due =
    dueDate === null ? null : `${isOverdue ? 'Overdue: was due' : 'Due'} ${longDate(`${dueDate}T12:00:00Z`)}`
  return (
    <li>
      <div
        draggable
        onDragStart={(event) => event.dataTransfer.setData('text/plain', key)}
        className="cursor-grab rounded-md border border-line bg-surface p-2.5"
      >
        <p className="break-words">{title}</p>
        <p className="mt-0.5 text-sm break-words text-ink-2">
          {[...facts, isOverdue ? null : due].filter(Boolean).join(' · ')}
        </p>
        {isOverdue && <p className="mt-0.5 text-sm font-semibold text-bad">{due}</p>}
        {notes !== '' && <p className="mt-1 text-sm whitespace-pre-line text-ink-2">{notes}</p>}
        <div className="mt-2 flex items-center gap-1">
          <select
            aria-label={`Status of “${title}”`}
            value={status}
            onChange={({ target }) => {
              const chosen = actionStatuses.find((one) => one === target.value)
              if (chosen) onMove(chosen)
            }}
            className="h-8 rounded-md border border-line-strong bg-surface px-1.5 text-sm pointer-coarse:h-11"
          >
            {actionStatuses.map((one) => (
              <option key={one} value={one}>
                {statusWords[one]}
              </option>
            ))}
          </select>
          <span className="ml-auto" />
          {href !== null && (
            <Link
              href={href}
              title="Play where it was agreed"
              aria-label={`Play where it was agreed: ${title}`}
              className="inline-flex size-8 items-center justify-center rounded-md text-ink-2 hover:bg-sunken pointer-coarse:size-11"
            >
              <Play size={16} strokeWidth={1.75} aria-hidden />
            </Link>
          )}
          <IconButton icon={Pencil} label={`Edit “${title}”`} onClick={onEdit} />
          {onRemove && <IconButton icon={Trash2} label={`Delete “${title}”`} onClick={onRemove} />}
        </div>
      </div>
    </li>
  )
}
