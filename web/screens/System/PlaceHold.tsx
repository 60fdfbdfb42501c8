import useSWR, { useSWRConfig } from 'swr'
import { listRecordings } from '#contract/recordings.ts'
import { getRetention, placeHold, type RetentionView } from '#contract/retention.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { Field } from '../../ui/Field.tsx'
import { textOf } from '../../ui/form.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { longDate } from '../../ui/format.ts'
import { Fetched } from '../../ui/Screen.tsx'
import { Select } from '../../ui/Select.tsx'

const most = 500

/** The newest meetings to choose from, and why. */
export function PlaceHold({ series, onClose }: { series: RetentionView['series']; onClose: () => void }) {
  const { mutate } = useSWRConfig()
  const action = useAction()
  const recordings = useSWR(['hold', listRecordings.path], () =>
    call(listRecordings, { params: { userId: 1 }, query: { limit: String(most) } }),
  )
  const place = async (form: FormData): Promise<void> => {
    const [kind, id] = textOf(form, 'held').split(' ')
    const body = {
      ...(kind === 'series' ? { seriesId: Number(id) } : { recordingId: Number(id) }),
      reason: textOf(form, 'reason'),
    }
    const done = await action.run(async () =>
      mutate(getRetention.path, await call(placeHold, { body }), false),
    )
    if (done) onClose()
  }
  return (
    <FormDialog
      title="Place a legal hold"
      submit="Place hold"
      action={action}
      blocked={!recordings.data || recordings.data.length === 0}
      onClose={onClose}
      onSubmit={(form) => void place(form)}
    >
      <p className="text-ink-2">
        As long as it holds nobody can delete the meeting or a document of its minutes, and no rule does.
      </p>
      <Fetched answer={recordings} what="The meetings" rows={1}>
        {(all) =>
          all.length === 0 ? (
            <p className="text-ink-2">There are no meetings yet.</p>
          ) : (
            <Select
              label="Meeting"
              name="held"
              options={[
                ...series.map(({ id, name }) => ({
                  value: `series ${id}`,
                  label: `All of the series ${name} so far`,
                })),
                ...all.map(({ id, title, meetingDate, createdAt }) => ({
                  value: `recording ${id}`,
                  label: `${title}, ${longDate(meetingDate ?? createdAt) ?? ''}`,
                })),
              ]}
            />
          )
        }
      </Fetched>
      <Field label="Reason" name="reason" required maxLength={500} hint="Such as the name of the claim." />
    </FormDialog>
  )
}
