import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { updateRecording, type Recording } from '#contract/recordings.ts'
import { call, keys } from '../../../api.ts'
import { useAction } from '../../../hooks/busy-action.ts'
import { putRecording } from '../../../live.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { textOf } from '../../../ui/form.ts'
import { toast } from '../../../ui/Toaster.tsx'
import { dayOf, momentOf } from '../../../ui/day.ts'

/** Nobody knows when it was: it came as a file, and no one has said. */
export const hasNoDate = ({ meetingDate, capture }: Recording): boolean =>
  meetingDate === null && capture === null

/** When the meeting was: a button that asks for the day. */
export function MeetingDate({ recording }: { recording: Recording }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button small className="print:hidden" onClick={() => setAsking(true)}>
        {recording.meetingDate === null ? 'Set the meeting date' : 'Change the meeting date'}
      </Button>
      {asking && <Ask recording={recording} onClose={() => setAsking(false)} />}
    </>
  )
}

function Ask({ recording: { id, meetingDate }, onClose }: { recording: Recording; onClose: () => void }) {
  const store = useSWRConfig()
  const action = useAction()
  const [day, setDay] = useState(meetingDate === null ? '' : dayOf(meetingDate))

  const save = async (chosen: string) => {
    const done = await action.run(async () => {
      const body = { meetingDate: momentOf(chosen, meetingDate) }
      putRecording(store, await call(updateRecording, { params: { id }, body }))
      await store.mutate(keys.minutes(id))
    })
    if (!done) return
    toast({ title: 'Details saved' })
    onClose()
  }

  return (
    <FormDialog
      title="When was the meeting?"
      submit="Save"
      action={action}
      blocked={day === ''}
      onClose={onClose}
      onSubmit={(form) => void save(textOf(form, 'day'))}
    >
      <Field
        label="Meeting date"
        name="day"
        type="date"
        value={day}
        onChange={({ target }) => setDay(target.value)}
        hint="It appears in the minutes, and due dates such as “by Friday” are worked out from it."
      />
    </FormDialog>
  )
}
