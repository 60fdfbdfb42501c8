import { Lock, Users } from 'lucide-react'
import { useState } from 'react'
import { putMeetingAccess, type Audience as Kind, type MeetingAccess } from '#contract/meetings.ts'
import { call } from '../../api.ts'
import { useColleagues, useMeetingAccess, useSignsIn } from '../../hooks/access.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Fetched } from '../../ui/Screen.tsx'

const choices: { value: Kind; label: string; description: string }[] = [
  { value: 'everybody', label: 'Everybody', description: 'All who can sign in to the appliance.' },
  {
    value: 'attendees',
    label: 'Attendees',
    description: 'Those whose email address stands with the attendees, as they sign in with it.',
  },
  { value: 'people', label: 'Named people', description: 'You, administrators and those you choose.' },
]

/** Who may see the meeting, in the line below its title. Where nobody signs in it does not show. */
export function Audience({ meetingId }: { meetingId: number }) {
  const wanted = useSignsIn()
  const { data, mutate } = useMeetingAccess(meetingId, wanted)
  const [open, setOpen] = useState(false)
  if (!wanted || !data) return null
  const Icon = data.audience === 'everybody' ? Users : Lock
  const words = (
    <>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      {inWords(data)}
    </>
  )
  if (!data.mine) return <span className="flex items-center gap-1.5">{words}</span>
  return (
    <>
      <button
        type="button"
        className="flex items-center gap-1.5 rounded-md hover:text-ink hover:underline pointer-coarse:min-h-11"
        onClick={() => setOpen(true)}
      >
        {words}
        <span className="sr-only">. Change who can see this meeting</span>
      </button>
      {open && (
        <AudienceDialog
          meetingId={meetingId}
          access={data}
          onClose={() => setOpen(false)}
          onSaved={(saved) => {
            setOpen(false)
            void mutate(saved, { revalidate: false })
          }}
        />
      )}
    </>
  )
}

function inWords({ audience, people }: MeetingAccess): string {
  if (audience === 'everybody') return 'Open to everybody'
  if (audience === 'attendees') return 'Open to attendees'
  if (people.length === 0) return 'Open to its owner alone'
  return `Open to ${people.length === 1 ? people[0]!.name : `${people.length} people`}`
}

function AudienceDialog({
  meetingId,
  access,
  onClose,
  onSaved,
}: {
  meetingId: number
  access: MeetingAccess
  onClose: () => void
  onSaved: (access: MeetingAccess) => void
}) {
  const action = useAction()
  const colleagues = useColleagues()
  const [audience, setAudience] = useState(access.audience)
  const [chosen, setChosen] = useState(() => new Set(access.people.map(({ id }) => id)))
  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const save = () =>
    action.run(async () => {
      const body = { audience, personIds: [...chosen] }
      onSaved(await call(putMeetingAccess, { params: { id: meetingId }, body }))
    })
  return (
    <FormDialog
      title="Who can see this meeting"
      submit="Save"
      action={action}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <fieldset className="space-y-3">
        <legend className="sr-only">Open to</legend>
        {choices.map(({ value, label, description }) => (
          <div key={value} className="flex items-start gap-3">
            <input
              id={`audience-${value}`}
              type="radio"
              name="audience"
              value={value}
              checked={audience === value}
              onChange={() => setAudience(value)}
              className="mt-1 accent-accent"
            />
            <span>
              <label htmlFor={`audience-${value}`} className="block font-medium">
                {label}
              </label>
              <span className="block text-ink-2">{description}</span>
            </span>
          </div>
        ))}
      </fieldset>
      {audience === 'people' && (
        <Fetched answer={colleagues} what="The people" rows={3}>
          {(people) => (
            <fieldset className="max-h-56 overflow-y-auto rounded-md border border-line">
              <legend className="sr-only">People</legend>
              {people
                .filter(({ id }) => id !== access.owner?.id)
                .map(({ id, name }) => (
                  <label key={id} className="flex min-h-10 items-center gap-3 px-3">
                    <input
                      type="checkbox"
                      checked={chosen.has(id)}
                      onChange={() => toggle(id)}
                      className="accent-accent"
                    />
                    {name}
                  </label>
                ))}
            </fieldset>
          )}
        </Fetched>
      )}
      <p className="text-ink-2">
        {access.owner?.name ? `The owner is ${access.owner.name}. ` : ''}
        Administrators can see every meeting; what they open stands in the audit log.
      </p>
    </FormDialog>
  )
}
