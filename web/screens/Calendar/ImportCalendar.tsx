import { useState } from 'react'
import { importCalendar } from '#contract/calendar.ts'
import { call } from '../../api.ts'
import { useAction } from '../../hooks/busy-action.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'

type Result = { added: number; changed: number; remarks: string[] }

/** An .ics file of another calendar. */
export function ImportCalendar({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const action = useAction()
  const [file, setFile] = useState<File | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const bring = async () => {
    if (result) return onClose()
    if (!file) return
    await action.run(async () => {
      setResult(await call(importCalendar, { body: { content: await file.text() } }))
      onDone()
    })
  }
  return (
    <FormDialog
      title="Import a calendar"
      submit={result ? 'Done' : 'Import'}
      action={action}
      onClose={onClose}
      onSubmit={() => void bring()}
      blocked={file === null}
    >
      {result ? (
        <div role="status" className="space-y-1">
          <p>
            {result.added} added, {result.changed} brought up to date.
          </p>
          {result.remarks.map((remark) => (
            <p key={remark} className="text-sm text-ink-2">
              {remark}
            </p>
          ))}
        </div>
      ) : (
        <label className="block">
          <span className="mb-1 block font-medium">Calendar file (.ics)</span>
          <input
            type="file"
            accept=".ics,text/calendar"
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
          />
        </label>
      )}
    </FormDialog>
  )
}
