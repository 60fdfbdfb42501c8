import { CircleAlert, Pencil, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { createSummary, updateRecording, type Recording } from '#contract/recordings.ts'
import { ApiError, call, keys } from '../../api.ts'
import { putRecording } from '../../live.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { EditForm } from '../../ui/EditForm.tsx'
import { toast } from '../../ui/Toaster.tsx'

/** What was agreed, in short: written by the appliance or by hand. */
export function Summary({ recording, hasTranscript }: { recording: Recording; hasTranscript: boolean }) {
  const { mutate } = useSWRConfig()
  const [editing, setEditing] = useState(false)
  const [busy, setBusy] = useState(false)
  /** Why it could not be written, in the server's words. */
  const [reason, setReason] = useState<string | null>(null)
  const summary = recording.summary ?? ''

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
          <Button small icon={Pencil} onClick={() => setEditing(true)} className="print:hidden">
            Edit<span className="sr-only"> the summary</span>
          </Button>
        )}
      </header>
      <div className="px-4 py-3">
        {editing ? (
          <SummaryForm recording={recording} onClose={() => setEditing(false)} />
        ) : (
          <>
            {summary ? (
              <p className="max-w-[70ch] text-read break-words whitespace-pre-wrap">{summary}</p>
            ) : (
              <p className="text-ink-2">
                {hasTranscript
                  ? 'There is no summary yet.'
                  : 'There is no summary yet. One can be generated when there is a transcript.'}
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
              disabled={busy || !hasTranscript}
              onClick={() => void generate()}
            >
              {busy ? 'Generating…' : summary ? 'Regenerate Summary' : 'Generate Summary'}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

function SummaryForm({ recording, onClose }: { recording: Recording; onClose: () => void }) {
  const store = useSWRConfig()
  const [text, setText] = useState(recording.summary ?? '')
  const [busy, setBusy] = useState(false)

  const save = async () => {
    setBusy(true)
    try {
      putRecording(
        store,
        await call(updateRecording, { params: { id: recording.id }, body: { summary: text.trim() } }),
      )
      toast({ title: 'Summary saved' })
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
    <EditForm label="Edit Summary" busy={busy} onSave={() => void save()} onClose={onClose}>
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
