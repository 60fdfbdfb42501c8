import { useState } from 'react'
import { attachTranscript, putTranscript, type Transcript } from '#contract/transcripts.ts'
import { call } from '../../../api.ts'
import { useAutosave } from '../../../hooks/autosave.ts'
import { useLeaveWarning } from '../../../hooks/page.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/Toaster.tsx'
import { isStale, useTranscriptChange, whereTheyDiffer } from './change.ts'
import { Conflict } from './Conflict.tsx'
import { correctionOf, type Correction } from './correction.ts'
import { namingOf } from './edit-names.ts'
import { DraftStatus } from '../DraftStatus.tsx'
import { emptyTranscript, notSaved } from './words-of-toasts.ts'

/** The whole text that is being edited, the version that it was taken from, and its draft's name. */
export type TextEdit = { version: number; original: string; text: string; draft: string }

type EditTextProps = {
  recordingId: number
  edit: TextEdit
  /** Names by label. */
  speakers: Transcript['speakers']
  onClose: () => void
  onSaved: (correction: Correction | null) => void
}

export function EditText({ recordingId, edit, speakers, onClose, onSaved }: EditTextProps) {
  const { take, latest } = useTranscriptChange(recordingId)
  // As they were when the editing began: a name that is given meanwhile does not change what was typed.
  const [naming] = useState(() => namingOf(speakers, edit.original))
  const [typed, setTyped] = useState(() => naming.shown(edit.text))
  const text = naming.kept(typed)
  const [busy, setBusy] = useState(false)
  const [theirs, setTheirs] = useState<Transcript | null>(null)
  const draft = useAutosave({ name: edit.draft, version: edit.version, segment: null }, text, edit.original)
  useLeaveWarning(text !== edit.original)

  const leave = () => {
    draft.finish()
    onClose()
  }
  const discard = () => {
    draft.discard()
    onClose()
  }

  const save = async (basedOn: number) => {
    if (text.trim() === '') return toast(emptyTranscript)
    if (text === edit.original && basedOn === edit.version) return leave()
    setBusy(true)
    const params = { id: recordingId }
    try {
      await take(
        basedOn === 0
          ? await call(attachTranscript, { params, body: { recordingId, content: text } })
          : await call(putTranscript, { params, body: { content: text, basedOn } }),
      )
      toast({ title: 'Transcript saved' })
      leave()
      onSaved(basedOn === 0 ? null : correctionOf(edit.original, text))
    } catch (error) {
      try {
        if (!isStale(error)) throw error
        setTheirs(await latest())
      } catch {
        toast(notSaved)
      }
    } finally {
      setBusy(false)
    }
  }

  const [now, yours] = theirs ? whereTheyDiffer(naming.shown(theirs.content), typed) : ['', '']
  return (
    <form
      aria-label="Edit Transcript"
      className="p-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save(edit.version)
      }}
    >
      <textarea
        dir="auto"
        aria-label="Transcript"
        value={typed}
        autoFocus
        disabled={busy}
        spellCheck
        onChange={(event) => setTyped(event.target.value)}
        className="h-[min(600px,70vh)] min-h-60 w-full rounded-md border border-control bg-surface px-3 py-2 text-read"
      />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" disabled={busy}>
          Save
        </Button>
        <Button disabled={busy} onClick={discard}>
          Cancel
        </Button>
        <p className="text-sm text-ink-3">Lines you do not change keep their times.</p>
        <DraftStatus draft={draft} />
      </div>
      {theirs && (
        <Conflict
          what="transcript"
          theirs={now}
          yours={yours}
          busy={busy}
          onYours={() => {
            setTheirs(null)
            void save(theirs.version)
          }}
          onTheirs={discard}
          onGoOn={() => setTheirs(null)}
        />
      )}
    </form>
  )
}
