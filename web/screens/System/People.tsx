import { Plus } from 'lucide-react'
import { useState } from 'react'
import {
  removePerson,
  resetPerson,
  updatePerson,
  type PersonView,
  type SignInLink,
} from '#contract/people.ts'
import { call } from '../../api.ts'
import { useAction, type Action } from '../../hooks/busy-action.ts'
import { usePeople } from '../../hooks/people.ts'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { Button } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Fetched } from '../../ui/Screen.tsx'
import { Section } from '../../ui/Section.tsx'
import { AddPerson } from './AddPerson.tsx'
import { FactorPolicy } from './FactorPolicy.tsx'
import { SessionsOf } from './SessionsOf.tsx'
import { StandardAudience } from './StandardAudience.tsx'
import { PassphraseLink } from './PassphraseLink.tsx'
import { nameOf, PeopleTable, type Access, type Question } from './PeopleTable.tsx'

type PeopleProps = {
  /** The id of whoever looks. */
  me: number
  access: Access
}

/** Who may come in. With a company's sign-in people appear by themselves, and have no links. */
export function People({ me, access }: PeopleProps) {
  const people = usePeople()
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
          <PeopleTable
            people={rows}
            me={me}
            access={access}
            onToggleAdministrator={(person) => void setAdministrator(person)}
            onSessions={setVisited}
            onAsk={ask}
          />
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
        <QuestionDialog
          question={question}
          action={asking}
          onClose={() => setQuestion(null)}
          onAnswer={() => void answer(question)}
        />
      )}
      {link && <PassphraseLink name={link.name} link={link.link} onClose={() => setLink(null)} />}
    </Section>
  )
}

function QuestionDialog({
  question: { kind, person },
  action,
  onClose,
  onAnswer,
}: {
  question: Question
  action: Action
  onClose: () => void
  onAnswer: () => void
}) {
  return (
    <FormDialog
      title={kind === 'reset' ? 'New link' : 'Remove person'}
      submit={kind === 'reset' ? 'Make a new link' : 'Remove'}
      danger
      action={action}
      onClose={onClose}
      onSubmit={onAnswer}
    >
      <p>
        {kind === 'reset'
          ? `The passphrase, second factor, sessions and API tokens of ${nameOf(person)} stop working immediately. The new link lets them choose a passphrase.`
          : `${nameOf(person)} will no longer have access. Their meetings, recordings and other work are kept.`}
      </p>
    </FormDialog>
  )
}
