import { cancelMeeting, type CalendarItem } from '#contract/calendar.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'

type CancelMeetingProps = { meeting: CalendarItem; onClose: () => void; onDone: () => Promise<unknown> }

/** Asks whether a scheduled meeting is to go. */
export function CancelMeeting({ meeting: { id, title }, onClose, onDone }: CancelMeetingProps) {
  const action = useAction()
  const cancel = async () => {
    const done = await action.run(async () => {
      await call(cancelMeeting, { params: { id } })
      await onDone()
    })
    if (done) onClose()
  }
  return (
    <FormDialog
      title="Cancel meeting"
      submit="Cancel the meeting"
      danger
      action={action}
      onClose={onClose}
      onSubmit={() => void cancel()}
    >
      <p>{title} goes from the calendar. Nobody is told.</p>
    </FormDialog>
  )
}
