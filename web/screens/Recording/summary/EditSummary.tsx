import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { updateRecording, type Recording } from '#contract/recordings.ts'
import { call, keys } from '../../../api.ts'
import { useAutosave } from '../../../hooks/autosave.ts'
import { putRecording } from '../../../live.ts'
import { toast } from '../../../ui/Toaster.tsx'
import { EditForm } from '../EditForm.tsx'
import type { SummaryEdit } from '../Summary.tsx'
import { MinutesEditor } from './editor/MinutesEditor.tsx'

type EditSummaryProps = { recording: Recording; edit: SummaryEdit; onClose: () => void }

/** The summary as it is edited. The editor comes with it: nobody who only reads fetches it. */
export function EditSummary({ recording, edit, onClose }: EditSummaryProps) {
  const store = useSWRConfig()
  const [text, setText] = useState(edit.text)
  const [busy, setBusy] = useState(false)
  const draft = useAutosave({ name: edit.draft }, text, recording.summary ?? '')

  const save = async () => {
    setBusy(true)
    try {
      putRecording(
        store,
        await call(updateRecording, { params: { id: recording.id }, body: { summary: text.trim() } }),
      )
      // Before anything can be pressed: that these are a person's words is asked about before they are generated again.
      await store.mutate(keys.minutes(recording.id))
      toast({ title: 'Summary saved' })
      draft.finish()
      onClose()
    } catch {
      toast({
        title: 'Error saving summary',
        description: 'An error occurred while saving. Please try again.',
        destructive: true,
      })
      setBusy(false)
    }
  }

  return (
    <EditForm label="Edit Summary" busy={busy} onSave={() => void save()} draft={draft} onClose={onClose}>
      <MinutesEditor text={edit.text} disabled={busy} onChange={setText} />
    </EditForm>
  )
}
