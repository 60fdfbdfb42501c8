import { actionStatuses } from '#contract/actions.ts'
import type { useActionChanges } from '../../hooks/all-actions.ts'
import { ActionCard } from './ActionCard.tsx'
import { statusWords, type Card } from './cards.ts'

type Changes = ReturnType<typeof useActionChanges>

type BoardProps = {
  cards: readonly Card[]
  changes: Changes
  onEdit: (card: Card) => void
  empty: string
}

/** Three columns; a card is dragged from one to another, or moved with its own list of states. */
export function Board({ cards, changes, onEdit, empty }: BoardProps) {
  const move = (card: Card, status: Card['status']) => {
    if (card.status === status) return
    if (card.kind === 'meeting') void changes.setMeetingStatus(card.id, status)
    else void changes.setPersonalStatus(card.id, status)
  }
  if (cards.length === 0)
    return <p className="rounded-md border border-line bg-surface px-4 py-4 text-ink-2">{empty}</p>
  return (
    <div className="grid gap-3 md:grid-cols-3">
      {actionStatuses.map((status) => {
        const own = cards.filter((card) => card.status === status)
        return (
          <div
            key={status}
            className="min-w-0 rounded-md border border-line bg-sunken p-2"
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              const key = event.dataTransfer.getData('text/plain')
              const card = cards.find((one) => one.key === key)
              if (card) move(card, status)
            }}
          >
            <h3 className="px-1 pb-2 text-sm font-semibold text-ink-2">
              {statusWords[status]} <span className="text-ink-2 tabular-nums">{own.length}</span>
            </h3>
            <ul className="space-y-2">
              {own.map((card) => (
                <ActionCard
                  key={card.key}
                  card={card}
                  onMove={(next) => move(card, next)}
                  onEdit={() => onEdit(card)}
                  {...(card.kind === 'personal' && { onRemove: () => void changes.remove(card.id) })}
                />
              ))}
            </ul>
          </div>
        )
      })}
    </div>
  )
}
