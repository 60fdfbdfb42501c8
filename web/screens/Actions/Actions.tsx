import { Download, Plus } from 'lucide-react'
import { useState } from 'react'
import { exportActions } from '#contract/personal-actions.ts'
import { urlOf } from '../../api.ts'
import { useActionChanges, useMeetingActions, usePersonalActions } from '../../hooks/all-actions.ts'
import { Button } from '../../ui/Button.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { LazyMenu } from '../../ui/LazyMenu.tsx'
import { longDate } from '../../ui/format.ts'
import { Fetched, Screen } from '../../ui/Screen.tsx'
import { Section } from '../../ui/Section.tsx'
import { StaleBanner } from '../../ui/StaleBanner.tsx'
import { today } from '../Calendar/days.ts'
import { ActionDialog, MeetingActionDialog } from './ActionDialog.tsx'
import { Board } from './Board.tsx'
import { meetingCard, personalCard, timeline, type Card } from './cards.ts'

export function Actions() {
  const meeting = useMeetingActions()
  const personal = usePersonalActions()
  const changes = useActionChanges()
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Card | null>(null)
  const editedPersonal =
    edited?.kind === 'personal' ? personal.data?.find(({ id }) => id === edited.id) : undefined
  const editedMeeting =
    edited?.kind === 'meeting' ? meeting.data?.find(({ id }) => id === edited.id) : undefined
  const open = (card: Card) => {
    changes.action.clear()
    setEdited(card)
  }
  const agreed = (meeting.data ?? []).filter(({ doubt }) => doubt === null).map(meetingCard)
  const own = (personal.data ?? []).map(personalCard)
  return (
    <Screen title="Actions" subtitle="What was agreed in meetings, and what you have set yourself">
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          icon={Plus}
          onClick={() => {
            changes.action.clear()
            setAdding(true)
          }}
        >
          Add Action
        </Button>
        <LazyMenu
          label="Export the actions"
          text="Export"
          icon={Download}
          items={[
            { label: 'Spreadsheet (CSV)', href: urlOf(exportActions, { format: 'csv' }) },
            { label: 'Calendar (ICS)', href: urlOf(exportActions, { format: 'ics' }) },
          ]}
        />
      </div>
      {changes.error && !adding && !edited && (
        <div className="mt-4">
          <FailureBanner error={changes.error} />
        </div>
      )}
      {meeting.data && (
        <StaleBanner what="The list" error={meeting.error} onRetry={() => void meeting.mutate()} />
      )}
      <div className="mt-5 grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-6">
          <Section title="Meeting Actions" description="Auto-populated from the minutes of meetings" bare>
            <Fetched answer={meeting} what="The meeting actions" rows={4}>
              {() => (
                <Board
                  cards={agreed}
                  changes={changes}
                  onEdit={open}
                  empty="Actions that are agreed in a meeting will appear here, once it has a transcript."
                />
              )}
            </Fetched>
            {meeting.more && (
              <p className="mt-2 text-sm text-ink-3">
                The newest of each column. All of them are in the export and in the search.
              </p>
            )}
          </Section>
          <Section title="Personal Actions" description="User-added; only you see them" bare>
            <Fetched answer={personal} what="Your own actions" rows={2}>
              {() => (
                <Board
                  cards={own}
                  changes={changes}
                  onEdit={open}
                  empty="What you add yourself will appear here."
                />
              )}
            </Fetched>
          </Section>
        </div>
        <Timeline
          cards={[...agreed, ...own]}
          known={meeting.data !== undefined && personal.data !== undefined}
        />
      </div>
      {adding && <ActionDialog changes={changes} action={null} onClose={() => setAdding(false)} />}
      {editedPersonal && (
        <ActionDialog changes={changes} action={editedPersonal} onClose={() => setEdited(null)} />
      )}
      {editedMeeting && (
        <MeetingActionDialog changes={changes} action={editedMeeting} onClose={() => setEdited(null)} />
      )}
    </Screen>
  )
}

const shownAtFirst = 8

/** @param known whether all of them are there: else nobody can say that nothing is due */
function Timeline({ cards: all, known }: { cards: readonly Card[]; known: boolean }) {
  const [whole, setWhole] = useState<readonly string[]>([])
  return (
    <Section title="Upcoming Actions Timeline" className="self-start">
      <div className="divide-y divide-line">
        {timeline(all, today()).map(({ name, cards }) => (
          <div key={name} className="px-4 py-3">
            <h3 className="font-semibold">{name}</h3>
            {known && cards.length === 0 && <p className="text-sm text-ink-3">Nothing due</p>}
            <ul className="mt-1 space-y-1.5">
              {(whole.includes(name) ? cards : cards.slice(0, shownAtFirst)).map((card) => (
                <DueCard key={card.key} card={card} />
              ))}
            </ul>
            {cards.length > shownAtFirst && !whole.includes(name) && (
              <Button small className="mt-2" onClick={() => setWhole([...whole, name])}>
                Show all {cards.length}
              </Button>
            )}
          </div>
        ))}
      </div>
    </Section>
  )
}

function DueCard({ card: { title, dueDate } }: { card: Card }) {
  const overdue = dueDate! < today()
  return (
    <li className="text-sm break-words">
      {title}{' '}
      <span className={overdue ? 'font-semibold text-bad' : 'text-ink-3'}>
        {overdue && 'Overdue: '}
        {longDate(`${dueDate}T12:00:00Z`)}
      </span>
    </li>
  )
}
