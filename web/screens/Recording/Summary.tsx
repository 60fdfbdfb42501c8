import { CircleAlert, Pencil, Sparkles } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { createSummary, updateRecording, type Recording } from '#contract/recordings.ts'
import { ApiError, call, keys } from '../../api.ts'
import { useAutosave } from '../../hooks/autosave.ts'
import { discardDraft, freshDraft, useDrafts } from '../../hooks/drafts.ts'
import { useReturnFocus } from '../../hooks/focus.ts'
import { useSystemStatus } from '../../hooks/system.ts'
import { putRecording } from '../../live.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/Toaster.tsx'
import { DraftNote } from './DraftNote.tsx'
import { EditForm } from './EditForm.tsx'

/** What it would be made from: the words, none, not known yet, or not to be had just now. */
export type TranscriptState = 'there' | 'none' | 'loading' | 'failed'
type SummaryProps = { recording: Recording; transcript: TranscriptState }
/** A text that is being edited, and its draft's name. */
type SummaryEdit = { text: string; draft: string }

/** What was agreed, in short: written by the appliance or by hand. */
export function Summary({ recording, transcript }: SummaryProps) {
  const { mutate } = useSWRConfig()
  const { data: status } = useSystemStatus()
  const [editing, setEditing] = useState<SummaryEdit | null>(null)
  const draft = useDrafts(recording.id, 'summary').find(
    ({ text }) => text.trim() !== (recording.summary ?? ''),
  )
  const editButton = useRef<HTMLButtonElement>(null)
  const returnFocus = useReturnFocus()
  const toEditButton = () => returnFocus(() => editButton.current)
  const [busy, setBusy] = useState(false)
  /** Why it could not be written, in the server's words. */
  const [reason, setReason] = useState<string | null>(null)
  const summary = recording.summary ?? ''
  const unavailable = status?.summaryUnavailable

  const generate = async () => {
    setBusy(true)
    setReason(null)
    try {
      await call(createSummary, { params: { id: recording.id } })
      await mutate(keys.recording(recording.id))
      toast({ title: 'Summary generated' })
    } catch (error) {
      if (error instanceof ApiError) setReason(error.message)
      toast({
        title: 'Summary generation failed',
        description: 'There was an error generating the summary. Please try again.',
        destructive: true,
      })
    } finally {
      setBusy(false)
    }
  }

  return (
    <section aria-labelledby="summary" className="rounded-md border border-line bg-surface print:border-0">
      <header className="flex min-h-12 items-center justify-between gap-2 border-b border-line py-1.5 pr-2 pl-4">
        <h2 id="summary" className="font-semibold">
          Summary
        </h2>
        {!editing && (
          <Button
            small
            icon={Pencil}
            ref={editButton}
            onClick={() => setEditing({ text: summary, draft: freshDraft(recording.id, 'summary') })}
            className="print:hidden"
          >
            Edit<span className="sr-only"> the summary</span>
          </Button>
        )}
      </header>
      <div className="px-4 py-3">
        {editing ? (
          <SummaryForm
            recording={recording}
            edit={editing}
            onClose={() => {
              setEditing(null)
              toEditButton()
            }}
          />
        ) : (
          <>
            {draft && (
              <DraftNote
                draft={draft}
                onContinue={() => setEditing({ text: draft.text, draft: draft.name })}
                onDiscard={() => {
                  discardDraft(draft)
                  toEditButton()
                }}
                // The column is narrow where the window is wide.
                className="mb-3 sm:flex-col! sm:items-start!"
              />
            )}
            {summary ? (
              <p className="max-w-[70ch] text-read break-words whitespace-pre-wrap">{summary}</p>
            ) : (
              <p className="text-ink-2">
                There is no summary yet.
                {transcript === 'none' && !unavailable && ' One can be generated when there is a transcript.'}
              </p>
            )}
            {transcript === 'failed' && (
              <p className="mt-1 text-ink-2">
                The transcript could not be loaded{unavailable ? '.' : ', so none can be generated now.'}
              </p>
            )}
            {reason && (
              <Banner tone="warn" icon={CircleAlert} live className="mt-3">
                <p className="font-semibold">The summary was not generated</p>
                <p>{reason}</p>
              </Banner>
            )}
            <Button
              small
              icon={Sparkles}
              className="mt-3 print:hidden"
              disabled={busy || transcript !== 'there' || Boolean(unavailable)}
              aria-describedby={unavailable ? 'no-summary' : undefined}
              onClick={() => void generate()}
            >
              {busy ? 'Generating…' : summary ? 'Regenerate Summary' : 'Generate Summary'}
            </Button>
            {unavailable && (
              <p id="no-summary" className="mt-2 text-sm text-ink-2 print:hidden">
                {unavailable}
              </p>
            )}
          </>
        )}
      </div>
    </section>
  )
}

type SummaryFormProps = { recording: Recording; edit: SummaryEdit; onClose: () => void }

function SummaryForm({ recording, edit, onClose }: SummaryFormProps) {
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
      <textarea
        aria-label="Summary"
        value={text}
        rows={10}
        maxLength={200_000}
        autoFocus
        disabled={busy}
        onChange={(event) => setText(event.target.value)}
        className="block w-full rounded-md border border-control bg-surface px-2.5 py-1.5 text-read"
      />
    </EditForm>
  )
}
