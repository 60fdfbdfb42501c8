import { KeyRound, Monitor, ShieldCheck, ShieldOff, UserX } from 'lucide-react'
import type { PersonView } from '#contract/people.ts'
import { useNow } from '../../hooks/page.ts'
import { Chip } from '../../ui/Chip.tsx'
import { dateAndTime, relativeTime } from '../../ui/format.ts'
import { Menu } from '../../ui/Menu.tsx'
import { Table } from '../../ui/Table.tsx'

/** There is always one administrator: the server refuses what would change that. */
const firstPersonId = 1

/** Who lets people in: the appliance itself, or a company's sign-in. */
export type Access = 'people' | 'header' | 'oidc'

/** What is asked before it is done. */
export type Question = { kind: 'reset' | 'remove'; person: PersonView }

export function nameOf({ name, email }: PersonView): string {
  return name ?? email ?? 'Unnamed person'
}

type PersonActions = {
  access: Access
  onToggleAdministrator: (person: PersonView) => void
  onSessions: (person: PersonView) => void
  onAsk: (question: Question) => void
}

type PeopleTableProps = PersonActions & {
  people: PersonView[]
  /** The id of whoever looks. */
  me: number
}

export function PeopleTable({ people, me, ...actions }: PeopleTableProps) {
  const now = useNow()
  return (
    <div className="rounded-md border border-line bg-surface">
      <Table
        label="People"
        rows={people}
        keyOf={(person) => person.id}
        columns={[
          {
            label: 'Name',
            render: (person) => (
              <span className="flex flex-wrap items-center gap-2">
                {nameOf(person)}
                {person.id === me && <span className="font-normal text-ink-2">(you)</span>}
              </span>
            ),
          },
          { label: 'Email address', render: ({ email }) => email ?? 'None yet' },
          {
            label: 'Rights',
            render: ({ administrator }) =>
              administrator ? (
                <Chip tone="neutral" icon={ShieldCheck}>
                  Administrator
                </Chip>
              ) : (
                'Member'
              ),
          },
          ...(actions.access === 'people' ? [{ label: 'Signs in with', render: signsInWith }] : []),
          {
            label: 'Last seen',
            render: ({ lastSeenAt }) => (
              <span title={dateAndTime(lastSeenAt) ?? undefined}>
                {relativeTime(lastSeenAt, now) ?? 'Never'}
              </span>
            ),
          },
        ]}
        corner
        renderActions={(person) => <PersonMenu person={person} {...actions} />}
      />
    </div>
  )
}

function signsInWith({ hasPassphrase, twoFactor }: PersonView): string {
  if (!hasPassphrase) return 'Invitation not used yet'
  return twoFactor ? 'Passphrase and code' : 'Passphrase'
}

function PersonMenu({
  person,
  access,
  onToggleAdministrator,
  onSessions,
  onAsk,
}: PersonActions & { person: PersonView }) {
  // The first person stays, and stays an administrator.
  const isFirst = person.id === firstPersonId
  const rights = {
    label: person.administrator ? 'Make a member' : 'Make an administrator',
    icon: person.administrator ? ShieldOff : ShieldCheck,
    onSelect: () => onToggleAdministrator(person),
  }
  const sessions = { label: 'Sessions', icon: Monitor, onSelect: () => onSessions(person) }
  const newLink = { label: 'New link', icon: KeyRound, onSelect: () => onAsk({ kind: 'reset', person }) }
  const remove = {
    label: 'Remove',
    icon: UserX,
    danger: true,
    onSelect: () => onAsk({ kind: 'remove', person }),
  }
  return (
    <Menu
      label={`More about ${nameOf(person)}`}
      items={[
        ...(isFirst ? [] : [rights]),
        ...(access === 'header' ? [] : [sessions]),
        ...(access === 'people' ? [newLink] : []),
        ...(isFirst ? [] : [remove]),
      ]}
    />
  )
}
