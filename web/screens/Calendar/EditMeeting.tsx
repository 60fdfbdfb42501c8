import useSWR from 'swr'
import { getMeeting } from '#contract/calendar.ts'
import { pathFor } from '#contract/route.ts'
import { call } from '../../api.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { NotFetched } from '../../ui/Screen.tsx'
import { Schedule } from './Schedule.tsx'

type EditMeetingProps = { id: number; onClose: () => void; onDone: () => void }

/** One that was scheduled, fetched and then changed. */
export function EditMeeting({ id, onClose, onDone }: EditMeetingProps) {
  const meeting = useSWR(pathFor(getMeeting.path, { id }), () => call(getMeeting, { params: { id } }), {
    revalidateOnFocus: false,
  })
  if (meeting.data && !meeting.isValidating)
    return <Schedule day="" meeting={meeting.data} onClose={onClose} onDone={onDone} />
  return (
    <Dialog open onClose={onClose} title="Edit Meeting">
      {meeting.error ? (
        <NotFetched what="The meeting" error={meeting.error} onRetry={() => void meeting.mutate()} />
      ) : (
        <p role="status">Loading the meeting…</p>
      )}
    </Dialog>
  )
}
