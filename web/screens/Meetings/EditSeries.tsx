import { Merge, Pencil, Settings2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { deleteSeries, listLabels, mergeSeries, renameSeries } from '#contract/labels.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { useAllLabels } from '../../hooks/labels.ts'
import { useMe } from '../../hooks/people.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { textOf } from '../../ui/form.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { LazyMenu } from '../../ui/LazyMenu.tsx'
import { Fetched } from '../../ui/Screen.tsx'
import { Select } from '../../ui/Select.tsx'

type Series = { id: number; name: string; meetings: number }
type Change = { kind: 'rename' | 'merge' | 'delete'; series: Series }

const counted = (meetings: number): string => (meetings === 1 ? '1 meeting' : `${meetings} meetings`)

/** The way to the names of the series, for administrators; a series itself is made where a meeting is filed. */
export function EditSeriesButton() {
  const mayChange = useMe().data?.administrator === true
  const any = (useAllLabels().data?.series.length ?? 0) > 0
  const [open, setOpen] = useState(false)
  if (!mayChange || (!any && !open)) return null
  return (
    <>
      <Button small look="quiet" icon={Settings2} onClick={() => setOpen(true)}>
        Edit series
      </Button>
      <SeriesDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}

function SeriesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const labels = useAllLabels()
  const [change, setChange] = useState<Change | null>(null)
  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title="Series"
        actions={
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        }
      >
        <Fetched answer={labels} what="The series" rows={3}>
          {({ series }) =>
            series.length === 0 ? (
              <p>There is no series left.</p>
            ) : (
              <ul className="divide-y divide-line rounded-md border border-line">
                {series.map((one) => (
                  <li key={one.id} className="flex items-center gap-2 py-1 pr-1 pl-3">
                    <span className="min-w-0 flex-1 break-words">{one.name}</span>
                    <span className="shrink-0 text-sm text-ink-2 tabular-nums">{counted(one.meetings)}</span>
                    <LazyMenu
                      label={`Change ${one.name}`}
                      items={[
                        {
                          ...{ label: 'Rename', icon: Pencil },
                          onSelect: () => setChange({ kind: 'rename', series: one }),
                        },
                        ...(series.length > 1
                          ? [
                              {
                                ...{ label: 'Merge into another', icon: Merge },
                                onSelect: () => setChange({ kind: 'merge' as const, series: one }),
                              },
                            ]
                          : []),
                        {
                          ...{ label: 'Delete', icon: Trash2, danger: true },
                          onSelect: () => setChange({ kind: 'delete', series: one }),
                        },
                      ]}
                    />
                  </li>
                ))}
              </ul>
            )
          }
        </Fetched>
      </Dialog>
      {change && (
        <ChangeSeries
          change={change}
          others={(labels.data?.series ?? []).filter(({ id }) => id !== change.series.id)}
          onClose={() => setChange(null)}
        />
      )}
    </>
  )
}

type ChangeSeriesProps = { change: Change; others: readonly Series[]; onClose: () => void }

const words = {
  rename: { title: 'Rename series', submit: 'Rename' },
  merge: { title: 'Merge series', submit: 'Merge' },
  delete: { title: 'Delete series', submit: 'Delete' },
} as const

function ChangeSeries({ change: { kind, series }, others, onClose }: ChangeSeriesProps) {
  const { mutate } = useSWRConfig()
  const action = useAction()
  const { id, name, meetings } = series
  const send = async (form: FormData) => {
    const done = await action.run(async () => {
      const params = { id }
      if (kind === 'rename') await call(renameSeries, { params, body: { name: textOf(form, 'name').trim() } })
      else if (kind === 'merge')
        await call(mergeSeries, { params, body: { into: Number(textOf(form, 'into')) } })
      else await call(deleteSeries, { params })
      await mutate(listLabels.path)
    })
    if (done) onClose()
  }
  return (
    <FormDialog
      {...words[kind]}
      danger={kind === 'delete'}
      action={action}
      onClose={onClose}
      onSubmit={(form) => void send(form)}
    >
      {kind === 'rename' && (
        <Field label="Name" name="name" maxLength={100} defaultValue={name} data-autofocus />
      )}
      {kind === 'merge' && (
        <>
          <p>
            {counted(meetings)} of {name} {meetings === 1 ? 'goes' : 'go'} to the other series, and {name} is
            deleted with its own retention rule, if it has one.
          </p>
          <Select
            label="Merge into"
            name="into"
            options={others.map((one) => ({ value: String(one.id), label: one.name }))}
          />
        </>
      )}
      {kind === 'delete' && (
        <p>
          {counted(meetings)} of {name} {meetings === 1 ? 'stays and belongs' : 'stay and belong'} to no
          series any more. A retention rule of the series is deleted with it: the rule for all meetings holds
          then.
        </p>
      )}
    </FormDialog>
  )
}
