import { History } from 'lucide-react'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { getMinutes, type MinutesAnswer } from '#contract/minutes.ts'
import { updateRecording, type Recording } from '#contract/recordings.ts'
import { ApiError, call, keys } from '../../../api.ts'
import { useAutosave } from '../../../hooks/autosave.ts'
import { keepDraft } from '../../../hooks/drafts.ts'
import { putRecording } from '../../../live.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/Toaster.tsx'
import { EditForm } from '../EditForm.tsx'
import type { SummaryEdit } from '../Summary.tsx'
import { MinutesEditor } from './editor/MinutesEditor.tsx'

type EditSummaryProps = {
  recording: Recording
  edit: SummaryEdit
  onVersions: () => void
  onClose: () => void
}

/** The summary as it is edited. The editor comes with it: nobody who only reads fetches it. */
export function EditSummary({ recording, edit, onVersions, onClose }: EditSummaryProps) {
  const store = useSWRConfig()
  const [text, setText] = useState(edit.text)
  const [busy, setBusy] = useState(false)
  const [basedOn, setBasedOn] = useState(edit.basedOn)
  /** Another text has come meanwhile: what is told of it. */
  const [collision, setCollision] = useState<string | null>(null)
  const draft = useAutosave({ name: edit.draft }, text, recording.summary ?? '')
  const params = { id: recording.id }

  /** Whoever saves again has been told what there is now. */
  const tellOfTheOther = async () => {
    const kept = keepDraft({ name: edit.draft, text, keptAt: new Date().toISOString() })
    const now = await store.mutate<MinutesAnswer>(keys.minutes(recording.id), call(getMinutes, { params }), {
      revalidate: false,
    })
    await store.mutate(keys.recording(recording.id))
    const current = now?.minutes ?? null
    setBasedOn(current?.version ?? null)
    const what =
      current?.person === null
        ? 'The summary has been written again.'
        : 'Somebody else has changed the summary.'
    setCollision(`${what} ${kept ? 'Your text is kept as a draft.' : 'Your text is still here.'}`)
  }

  const send = async () => {
    putRecording(
      store,
      await call(updateRecording, {
        params,
        body: { summary: text.trim(), ...(basedOn !== undefined && { summaryBasedOn: basedOn }) },
      }),
    )
    // Before anything can be pressed: that these are a person's words is asked about before they are generated again.
    await store.mutate(keys.minutes(recording.id))
    toast({ title: 'Summary saved' })
    draft.finish()
    onClose()
  }

  const save = async () => {
    setBusy(true)
    try {
      await send().catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'stale_version') return tellOfTheOther()
        throw error
      })
    } catch {
      toast({
        title: 'Error saving summary',
        description: 'An error occurred while saving. Please try again.',
        destructive: true,
      })
    }
    setBusy(false)
  }

  return (
    <EditForm label="Edit Summary" busy={busy} onSave={() => void save()} draft={draft} onClose={onClose}>
      {collision !== null && (
        <Banner
          tone="warn"
          icon={History}
          live
          className="mb-3"
          action={
            <Button small onClick={onVersions}>
              Versions
            </Button>
          }
        >
          {collision} If you save again, your text takes its place, and the other one stays under Versions.
        </Banner>
      )}
      <MinutesEditor text={edit.text} disabled={busy} onChange={setText} />
    </EditForm>
  )
}
