import { Download, Keyboard, Pencil, Trash2 } from 'lucide-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import { useSWRConfig } from 'swr'
import { updateRecording, type Recording } from '#contract/recordings.ts'
import { call, filesOf } from '../../api.ts'
import { useAutosave } from '../../hooks/autosave.ts'
import { discardDraft, freshDraft, useDrafts } from '../../hooks/drafts.ts'
import { useReturnFocus } from '../../hooks/focus.ts'
import { putRecording } from '../../live.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { dateAndTime, longDate, minutesAndSeconds } from '../../ui/format.ts'
import { Field } from '../../ui/Field.tsx'
import { LazyMenu } from '../../ui/LazyMenu.tsx'
import { toast } from '../../ui/Toaster.tsx'
import { titleOf } from '../../ui/transcription.ts'
import { Audience } from './Audience.tsx'
import { DraftNote } from './DraftNote.tsx'
import { EditForm } from './EditForm.tsx'
import { isUnderWay, UnderWay } from '../../ui/UnderWay.tsx'

type DetailsProps = {
  recording: Recording
  /** The button that saves the sound. */
  download: ReactNode
  onDelete: () => void
  onShortcuts: () => void
}

/** The head of the page: title and description, to read or to edit. */
export function Details({ recording, download, onDelete, onShortcuts }: DetailsProps) {
  const [editing, setEditing] = useState<DetailsEdit | null>(null)
  const draft = useDrafts(recording.id, 'details')
    .map(({ text, ...rest }) => ({ ...rest, text, texts: textsOf(text) }))
    .find(({ texts }) => texts && packed(texts) !== packed(saved(recording)))
  const editButton = useRef<HTMLButtonElement>(null)
  const returnFocus = useReturnFocus()
  const toEditButton = () => returnFocus(() => editButton.current)
  if (editing) {
    const close = () => {
      setEditing(null)
      toEditButton()
    }
    return <DetailsForm recording={recording} edit={editing} onClose={close} />
  }
  return (
    <header
      className={cx(
        'flex flex-wrap items-start justify-between gap-x-6 gap-y-3',
        // Minutes have the title and the date of the meeting, which may be another one than this.
        recording.summary && 'print:hidden',
      )}
    >
      <div className="max-w-full min-w-0 flex-1 basis-80">
        <h1 dir="auto" className="text-left text-title font-semibold break-words">
          {titleOf(recording)}
        </h1>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 tabular-nums">
          <span>
            {/* The date of a meeting is given as a day. */}
            {longDate(recording.meetingDate) ?? dateAndTime(recording.createdAt) ?? 'Unknown date'}
          </span>
          {isUnderWay(recording) ? (
            <UnderWay recording={recording} />
          ) : (
            // Nobody knows it before the sound has been read.
            recording.duration > 0 && <span>Duration {minutesAndSeconds(recording.duration)}</span>
          )}
          <Audience meetingId={recording.meetingId} />
        </div>
        {recording.description && (
          <p dir="auto" className="mt-2 max-w-[70ch] text-ink-2 break-words whitespace-pre-wrap">
            {recording.description}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <Button
          icon={Pencil}
          ref={editButton}
          onClick={() => setEditing({ texts: saved(recording), draft: freshDraft(recording.id, 'details') })}
        >
          Edit Details
        </Button>
        {download}
        <LazyMenu
          label="More actions"
          items={[
            ...(recording.audioFileName === null ? [] : formats(recording.id)),
            { label: 'Keyboard shortcuts', icon: Keyboard, onSelect: onShortcuts },
            { label: 'Delete Recording', icon: Trash2, danger: true, onSelect: onDelete },
          ]}
        />
      </div>
      {draft?.texts && (
        <DraftNote
          draft={draft}
          onContinue={() => draft.texts && setEditing({ texts: draft.texts, draft: draft.name })}
          onDiscard={() => {
            discardDraft(draft)
            toEditButton()
          }}
          className="w-full"
        />
      )}
    </header>
  )
}

function formats(id: number) {
  const { mp3, wav, original } = filesOf(id)
  return [
    { label: 'MP3 Format', icon: Download, href: mp3 },
    { label: 'WAV Format', icon: Download, href: wav },
    { label: 'Original Format', icon: Download, href: original },
  ]
}

const fieldClass =
  'w-full rounded-md border border-control bg-surface px-2.5 disabled:bg-sunken disabled:text-ink-3 pointer-coarse:text-read'

type Texts = { title: string; description: string }
/** The texts that are being edited, and their draft's name. */
type DetailsEdit = { texts: Texts; draft: string }

const saved = ({ title, description }: Recording): Texts => ({ title, description: description ?? '' })

/** Both in one, as a draft has them. */
const packed = ({ title, description }: Texts): string => JSON.stringify({ title, description })

/** @returns null when the browser kept something else */
function textsOf(draft: string): Texts | null {
  try {
    const { title, description } = JSON.parse(draft) as Partial<Texts>
    return typeof title === 'string' && typeof description === 'string' ? { title, description } : null
  } catch {
    return null
  }
}

type DetailsFormProps = { recording: Recording; edit: DetailsEdit; onClose: () => void }

function DetailsForm({ recording, edit, onClose }: DetailsFormProps) {
  const store = useSWRConfig()
  const [title, setTitle] = useState(edit.texts.title)
  const [description, setDescription] = useState(edit.texts.description)
  const draft = useAutosave({ name: edit.draft }, packed({ title, description }), packed(saved(recording)))
  const [busy, setBusy] = useState(false)
  /** Somebody has tried to save it without a title. */
  const [missing, setMissing] = useState(false)
  const descriptionId = useId()

  const save = async () => {
    if (title.trim() === '') {
      setMissing(true)
      toast({
        title: 'Title cannot be empty',
        description: 'Please enter a title for this recording',
        destructive: true,
      })
      return
    }
    setBusy(true)
    try {
      const answer = await call(updateRecording, {
        params: { id: recording.id },
        body: { title: title.trim(), description: description.trim() },
      })
      draft.finish()
      putRecording(store, answer)
      toast({ title: 'Details saved' })
      onClose()
    } catch {
      toast({
        title: 'Error saving details',
        description: 'An error occurred while saving. Please try again.',
        destructive: true,
      })
      setBusy(false)
    }
  }

  return (
    <EditForm
      label="Edit Details"
      busy={busy}
      onSave={() => void save()}
      draft={draft}
      onClose={onClose}
      className="mt-2 max-w-2xl space-y-3"
    >
      <Field
        label="Title"
        value={title}
        maxLength={300}
        autoFocus
        disabled={busy}
        error={missing && title.trim() === '' ? 'Please enter a title for this recording' : undefined}
        onChange={(event) => setTitle(event.target.value)}
      />
      <div>
        <label htmlFor={descriptionId} className="mb-1 block font-medium">
          Description <span className="font-normal text-ink-3">(optional)</span>
        </label>
        <textarea
          dir="auto"
          id={descriptionId}
          value={description}
          rows={3}
          maxLength={10_000}
          disabled={busy}
          onChange={(event) => setDescription(event.target.value)}
          className={`${fieldClass} py-1.5`}
        />
      </div>
    </EditForm>
  )
}
