import { KeyRound, Monitor, Plus, ShieldCheck, ShieldOff, UserX } from 'lucide-react'
import { useState } from 'react'
import {
  removePerson,
  resetPerson,
  updatePerson,
  type PersonView,
  type SignInLink,
} from '#contract/people.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useNow } from '../../hooks/page.ts'
import { usePeople } from '../../hooks/people.ts'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { dateAndTime, relativeTime } from '../../ui/format.ts'
import { Menu } from '../../ui/Menu.tsx'
import { Fetched } from '../../ui/Screen.tsx'
import { Section } from '../../ui/Section.tsx'
import { Table } from '../../ui/Table.tsx'
import { AddPerson } from './AddPerson.tsx'
import { FactorPolicy } from './FactorPolicy.tsx'
import { SessionsOf } from './SessionsOf.tsx'
import { StandardAudience } from './StandardAudience.tsx'
import { HandOver } from './HandOver.tsx'

/** There is always one administrator: the server refuses what would change that. */
const firstPersonId = 1

type PeopleProps = {
  /** The id of whoever looks. */
  me: number
  access: 'people' | 'header' | 'oidc'
}

type Question = { kind: 'reset' | 'remove'; person: PersonView }

function nameOf({ name, email }: PersonView): string {
  return name ?? email ?? 'Unnamed person'
}

/** Who may come in. With a company's sign-in people appear by themselves, and have no links. */
export function People({ me, access }: PeopleProps) {
  const people = usePeople()
  const now = useNow()
  const change = useAction()
  const asking = useAction()
  const [adding, setAdding] = useState(false)
  const [question, setQuestion] = useState<Question | null>(null)
  const [link, setLink] = useState<{ name: string; link: SignInLink } | null>(null)
  const [visited, setVisited] = useState<PersonView | null>(null)
  const own = access === 'people'

  const setAdministrator = ({ id, administrator }: PersonView) =>
    change.run(async () => {
      await call(updatePerson, { params: { id }, body: { administrator: !administrator } })
      await people.mutate()
    })

  const ask = (asked: Question) => {
    asking.clear()
    setQuestion(asked)
  }
  const answer = async ({ kind, person }: Question) => {
    const params = { id: person.id }
    const done = await asking.run(async () => {
      if (kind === 'remove') await call(removePerson, { params })
      else setLink({ name: nameOf(person), ...(await call(resetPerson, { params })) })
      await people.mutate()
    })
    if (done) setQuestion(null)
  }

  return (
    <Section
      title="People"
      description={
        own
          ? 'Who can use the appliance.'
          : "People admitted by your company's sign-in. They appear automatically."
      }
      action={
        own && (
          <Button small icon={Plus} onClick={() => setAdding(true)}>
            Add person
          </Button>
        )
      }
      bare
    >
      <FailureBanner error={change.error} className="mb-3" />
      <Fetched answer={people} what="The people" rows={3}>
        {(rows) => (
          <div className="rounded-md border border-line bg-surface">
            <Table
              label="People"
              rows={rows}
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
                ...(own
                  ? [
                      {
                        label: 'Signs in with',
                        render: ({ hasPassphrase, twoFactor }: PersonView) =>
                          !hasPassphrase
                            ? 'Invitation not used yet'
                            : twoFactor
                              ? 'Passphrase and code'
                              : 'Passphrase',
                      },
                    ]
                  : []),
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
              renderActions={(person) => (
                <Menu
                  label={`More about ${nameOf(person)}`}
                  items={[
                    // The first person stays, and stays an administrator.
                    ...(person.id === firstPersonId
                      ? []
                      : [
                          {
                            label: person.administrator ? 'Make a member' : 'Make an administrator',
                            icon: person.administrator ? ShieldOff : ShieldCheck,
                            onSelect: () => void setAdministrator(person),
                          },
                        ]),
                    ...(access === 'header'
                      ? []
                      : [{ label: 'Sessions', icon: Monitor, onSelect: () => setVisited(person) }]),
                    ...(own
                      ? [
                          {
                            label: 'New link',
                            icon: KeyRound,
                            onSelect: () => ask({ kind: 'reset', person }),
                          },
                        ]
                      : []),
                    ...(person.id === firstPersonId
                      ? []
                      : [
                          {
                            label: 'Remove',
                            icon: UserX,
                            danger: true,
                            onSelect: () => ask({ kind: 'remove', person }),
                          },
                        ]),
                  ]}
                />
              )}
            />
          </div>
        )}
      </Fetched>
      <StandardAudience />
      {own && <FactorPolicy />}
      {visited && (
        <SessionsOf name={nameOf(visited)} personId={visited.id} onClose={() => setVisited(null)} />
      )}
      {adding && (
        <AddPerson
          onClose={() => setAdding(false)}
          onAdded={(person, made) => {
            setAdding(false)
            setLink({ name: nameOf(person), link: made })
            void people.mutate()
          }}
        />
      )}
      {question && (
        <FormDialog
          title={question.kind === 'reset' ? 'New link' : 'Remove person'}
          submit={question.kind === 'reset' ? 'Make a new link' : 'Remove'}
          danger
          action={asking}
          onClose={() => setQuestion(null)}
          onSubmit={() => void answer(question)}
        >
          <p>
            {question.kind === 'reset'
              ? `The passphrase, second factor, sessions and API tokens of ${nameOf(question.person)} stop working immediately. The new link lets them choose a passphrase.`
              : `${nameOf(question.person)} will no longer have access. Their meetings, recordings and other work are kept.`}
          </p>
        </FormDialog>
      )}
      {link && <HandOver name={link.name} link={link.link} onClose={() => setLink(null)} />}
    </Section>
  )
}
