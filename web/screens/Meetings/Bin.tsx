import { RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { binDays, deleteForGood, restoreRecording, type Binned } from '#contract/meetings.ts'
import { call, keys } from '../../api.ts'
import { useBin } from '../../hooks/access.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FailureBanner } from '../../ui/FailureBanner.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { dateAndTime, longDate } from '../../ui/format.ts'
import { Fetched } from '../../ui/Screen.tsx'
import { toast } from '../../ui/Toaster.tsx'

/** The way to what was deleted lately; nothing shows while the bin is empty. */
export function BinButton() {
  const bin = useBin()
  const [open, setOpen] = useState(false)
  const count = bin.data?.length ?? 0
  return (
    <>
      {count > 0 && (
        <Button look="quiet" small icon={Trash2} onClick={() => setOpen(true)}>
          Bin ({count})
        </Button>
      )}
      <BinDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}

function BinDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const bin = useBin()
  const { mutate } = useSWRConfig()
  const restoring = useAction()
  const deleting = useAction()
  const [doomed, setDoomed] = useState<Binned | null>(null)
  const restore = ({ id, title }: Binned) =>
    restoring.run(async () => {
      await call(restoreRecording, { params: { id } })
      toast({ title: 'Recording restored', description: title })
      await Promise.all([bin.mutate(), mutate(keys.recordings)])
    })
  const remove = async ({ id }: Binned) => {
    const done = await deleting.run(async () => {
      await call(deleteForGood, { params: { id } })
      await bin.mutate()
    })
    if (done) setDoomed(null)
  }
  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title="Bin"
        wide
        actions={
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        }
      >
        <p className="mb-3 text-ink-2">
          Deleted recordings stay here for {binDays} days and are then deleted for good.
        </p>
        <FailureBanner error={restoring.error} className="mb-3" />
        <Fetched answer={bin} what="The bin" rows={2}>
          {(rows) =>
            rows.length === 0 ? (
              <p>The bin is empty.</p>
            ) : (
              <ul className="divide-y divide-line rounded-md border border-line">
                {rows.map((row) => (
                  <li key={row.id} className="flex flex-wrap items-center justify-between gap-2 px-3 py-2">
                    <div className="min-w-0">
                      <p className="font-medium break-words">{row.title}</p>
                      <p className="text-sm text-ink-2 tabular-nums">
                        Deleted {dateAndTime(row.deletedAt)}
                        {row.deletedBy && ` by ${row.deletedBy}`}. For good on {longDate(row.goneAt)}.
                      </p>
                    </div>
                    <div className="flex gap-2">
                      <Button
                        small
                        icon={RotateCcw}
                        disabled={restoring.busy}
                        onClick={() => void restore(row)}
                      >
                        Restore<span className="sr-only"> {row.title}</span>
                      </Button>
                      <Button small icon={Trash2} onClick={() => setDoomed(row)}>
                        Delete<span className="sr-only"> {row.title}</span> for good
                      </Button>
                    </div>
                  </li>
                ))}
              </ul>
            )
          }
        </Fetched>
      </Dialog>
      {doomed && (
        <FormDialog
          title="Delete for good"
          submit="Delete for good"
          danger
          action={deleting}
          onClose={() => {
            deleting.clear()
            setDoomed(null)
          }}
          onSubmit={() => void remove(doomed)}
        >
          <p>"{doomed.title}" is deleted with its sound, transcript and minutes. Nobody can bring it back.</p>
        </FormDialog>
      )}
    </>
  )
}
