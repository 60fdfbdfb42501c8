import { useState } from 'react'
import useSWR from 'swr'
import type { Recording } from '#contract/recordings.ts'
import { listStrikes, strikePassage, type Strikes as All } from '#contract/strikes.ts'
import { call } from '../../api.ts'
import { useMeetingAccess, useSignsIn } from '../../hooks/access.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { pathFor } from '#contract/route.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { textOf } from '../../ui/form.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { position, longDate } from '../../ui/format.ts'

/** Passages that were taken out for good, for everybody to know; and the way to take one out, for the owner. */
export function Strikes({ recording }: { recording: Recording }) {
  const { id, meetingId, status, duration } = recording
  const path = pathFor(listStrikes.path, { id })
  const { data, mutate } = useSWR(path, () => call(listStrikes, { params: { id } }))
  const signsIn = useSignsIn()
  const access = useMeetingAccess(meetingId, signsIn)
  const [asking, setAsking] = useState(false)
  const mine = !signsIn || access.data?.mine === true
  if (!data || status === 'recording' || (!mine && data.strikes.length === 0)) return null
  return (
    <div className="space-y-2 border-t border-line px-4 py-3 text-sm">
      {data.strikes.length > 0 && <List all={data} />}
      {mine && duration > 0 && (
        <Button small onClick={() => setAsking(true)}>
          Strike a privileged passage
        </Button>
      )}
      {asking && (
        <Ask
          id={id}
          onClose={() => setAsking(false)}
          onDone={(now) => {
            setAsking(false)
            void mutate(now, { revalidate: false })
          }}
        />
      )}
    </div>
  )
}

function List({ all: { strikes, job } }: { all: All }) {
  const working = job !== null && ['queued', 'running'].includes(job.state)
  return (
    <>
      <ul className="space-y-1">
        {strikes.map(({ id, start, end, reason, by, doneAt }) => (
          <li key={id}>
            {position(start)} to {position(end)}{' '}
            {doneAt
              ? `struck ${longDate(doneAt) ?? ''}${by ? ` by ${by}` : ''}: ${reason}`
              : working
                ? 'is being struck'
                : 'could not be struck'}
          </li>
        ))}
      </ul>
      {job?.state === 'failed' && (
        <p role="alert" className="text-bad">
          {job.errorMessage}
        </p>
      )}
    </>
  )
}

/** "1:02:03", "62:03" or "93" → seconds; null: it is no time. */
function secondsOf(text: string): number | null {
  const parts = text.trim().split(':')
  if (parts.length > 3 || parts.some((part) => !/^\d+(\.\d+)?$/.test(part))) return null
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0)
}

function Ask({ id, onClose, onDone }: { id: number; onClose: () => void; onDone: (all: All) => void }) {
  const action = useAction()
  const [wrong, setWrong] = useState<string | null>(null)
  const send = (form: FormData): void => {
    const [start, end] = [secondsOf(textOf(form, 'from')), secondsOf(textOf(form, 'to'))]
    if (start === null || end === null || end <= start)
      return setWrong('Give two times such as 12:30 and 14:05, the later one second.')
    setWrong(null)
    const body = { start, end, reason: textOf(form, 'reason') }
    void action.run(async () => onDone(await call(strikePassage, { params: { id }, body })))
  }
  return (
    <FormDialog
      title="Strike a privileged passage"
      submit="Strike for good"
      danger
      action={action}
      onClose={onClose}
      onSubmit={send}
    >
      <p>
        The passage becomes silence in the sound and in every copy, and its words go from the transcript,
        search, exports, and the minutes and actions that rest on them. This cannot be undone. That it was
        done, when and by whom stays in the audit log.
      </p>
      <p className="text-ink-2">
        Read the minutes once more afterwards: what somebody wrote there in their own words stays. So do
        signed documents, and backups made before until the schedule removes them.
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Field label="From" name="from" required placeholder="12:30" error={wrong ?? undefined} />
        <Field label="To" name="to" required placeholder="14:05" />
      </div>
      <Field
        label="Reason"
        name="reason"
        required
        maxLength={200}
        defaultValue="Legal professional privilege"
      />
    </FormDialog>
  )
}
