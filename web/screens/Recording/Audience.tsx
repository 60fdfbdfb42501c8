import { Lock, Users } from 'lucide-react'
import { useState } from 'react'
import { putMeetingAccess, type Audience as Kind, type MeetingAccess } from '#contract/meetings.ts'
import { call } from '../../api.ts'
import { useMeetingAccess, useSignsIn } from '../../hooks/access.ts'
import { useAction } from '../../hooks/busy-action.ts'
import type { Choice } from '../../ui/WhoCanSee.tsx'
import { WhoCanSeeDialog } from '../../ui/WhoCanSeeDialog.tsx'

const choices: Choice<Kind>[] = [
  { value: 'everybody', label: 'Everybody', description: 'Everyone who can sign in to the appliance.' },
  {
    value: 'attendees',
    label: 'Attendees',
    description: 'Attendees whose email address is in the meeting’s list and is the one they sign in with.',
  },
  { value: 'people', label: 'Named people', description: 'You, administrators and those you choose.' },
]

/** Who may see the meeting, in the line below its title. Where nobody signs in it does not show. */
export function Audience({ meetingId }: { meetingId: number }) {
  const wanted = useSignsIn()
  const { data, mutate } = useMeetingAccess(meetingId, wanted)
  const [open, setOpen] = useState(false)
  const action = useAction()
  const save = (body: { audience: Kind; personIds: number[] }) =>
    action.run(async () => {
      const saved = await call(putMeetingAccess, { params: { id: meetingId }, body })
      setOpen(false)
      void mutate(saved, { revalidate: false })
    })
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
        <WhoCanSeeDialog
          what="meeting"
          choices={choices}
          value={data.audience}
          named="people"
          chosen={data.people.map(({ id }) => id)}
          owner={data.owner}
          action={action}
          onClose={() => setOpen(false)}
          onSave={(audience, personIds) => void save({ audience, personIds })}
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
