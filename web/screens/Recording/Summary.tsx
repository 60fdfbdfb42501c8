import { CircleAlert, Download, FileText, History, Pencil, Printer } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { exportMinutes } from '#contract/exports.ts'
import type { Recording } from '#contract/recordings.ts'
import { urlOf } from '../../api.ts'
import { discardDraft, freshDraft, useDrafts } from '../../hooks/drafts.ts'
import { useReturnFocus } from '../../hooks/focus.ts'
import { useMinutes, useWriting } from '../../hooks/minutes.ts'
import { useQuoted } from '../../hooks/quoted.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { LazyMenu } from '../../ui/LazyMenu.tsx'
import { saveText } from '../../ui/saveText.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { DraftNote } from './DraftNote.tsx'
import { Awaited } from './summary/Awaited.tsx'
import { Generate } from './summary/Generate.tsx'
import { ReplaceEdited } from './summary/ReplaceEdited.tsx'
import { MinutesText } from '../../ui/MinutesText.tsx'
import { Notes } from './summary/Notes.tsx'
import { isPersons } from './summary/words.ts'
import { SoFar } from './summary/SoFar.tsx'
import { Writing } from './summary/Writing.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'

const MinutesVersions = lazyPart(async () => (await import('./summary/MinutesVersions.tsx')).MinutesVersions)
const EditSummary = lazyPart(async () => (await import('./summary/EditSummary.tsx')).EditSummary)
const PassOn = lazyPart(async () => (await import('./summary/PassOn.tsx')).PassOn)
const ToCheck = lazyPart(async () => (await import('./summary/ToCheck.tsx')).ToCheck)

/** What it would be made from: the words, none, not known yet, or not to be had just now. */
export type TranscriptState = 'there' | 'none' | 'loading' | 'failed'
type SummaryProps = {
  recording: Recording
  transcript: TranscriptState
  /** The summary itself is still to come, or did not; null: it is known. */
  awaited: 'loading' | 'failed' | null
  /** Plays from a second; null: there is no sound. */
  onPlay: ((seconds: number) => void) | null
}
/** A text that is being edited, and its draft's name. */
export type SummaryEdit = { text: string; draft: string }

/** What was agreed, in short: written by the appliance or by hand. */
export function Summary({ recording, transcript, awaited, onPlay }: SummaryProps) {
  const { id } = recording
  const { data, error } = useMinutes(id)
  const writing = useWriting(id)
  const quote = useQuoted('minutes')
  const [editing, setEditing] = useState<SummaryEdit | null>(null)
  /** The version to look at; null: the list of them. */
  const [versions, setVersions] = useState<{ first: number | null } | null>(null)
  /** A person's words are there: whether they are to go is asked first. */
  const [replacing, setReplacing] = useState<{ template: string | undefined } | null>(null)
  const summary = recording.summary ?? ''
  const draft = useDrafts(id, 'summary').find(({ text }) => text.trim() !== summary)
  const cancelled = useRef(false)
  const generateButton = useRef<HTMLButtonElement>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  const returnFocus = useReturnFocus()
  const toEditButton = () => returnFocus(() => editButton.current)
  const job = data?.job ?? null
  const working = job?.state === 'queued' || job?.state === 'running' ? job : null
  // The text comes with the recording; what it rests on may come a moment later.
  const minutes = data?.minutes?.markdown === summary ? data.minutes : null

  const isBusy = writing.busy || working !== null
  useEffect(() => {
    if (!cancelled.current || isBusy) return
    // What was pressed has gone, and the button in its place can be pressed again.
    cancelled.current = false
    if (document.activeElement === document.body) generateButton.current?.focus({ preventScroll: true })
  }, [isBusy])

  const generate = (template?: string) => {
    if (data?.minutes && isPersons(data.minutes)) setReplacing({ template })
    else void writing.generate(template)
  }

  /** The button, and what comes of it: together at the top, however long the text below. */
  const generation = (
    <>
      <Generate
        again={summary !== ''}
        busy={isBusy}
        disabled={isBusy || transcript !== 'there'}
        template={data?.template}
        buttonRef={generateButton}
        onGenerate={generate}
        className={summary ? 'mb-3' : 'mt-3'}
      />
      {working && (
        <Writing
          job={working}
          onCancel={() => {
            cancelled.current = true
            void writing.cancel(working.id)
          }}
          className={summary ? 'mb-3' : 'mt-3'}
        />
      )}
      {working && data && data.sofar.length > 0 && <SoFar parts={data.sofar} />}
      {writing.reason && (
        <Banner tone="warn" icon={CircleAlert} live className={summary ? 'mb-3' : 'mt-3'}>
          <p className="font-semibold">The summary was not generated</p>
          <p>{writing.reason}</p>
        </Banner>
      )}
    </>
  )

  return (
    <section
      aria-labelledby="summary"
      className="minutes-card rounded-md border border-line bg-surface print:border-0"
    >
      <header
        className={cx(
          'flex min-h-12 items-center justify-between gap-2 border-b border-line py-1.5 pr-2 pl-4',
          // Minutes bring their own title.
          summary && 'print:hidden',
        )}
      >
        <h2 id="summary" tabIndex={-1} className="font-semibold">
          Summary
        </h2>
        {!editing && (
          <div className="flex items-center gap-1 print:hidden">
            {data && data.versions.length > 0 && (
              <IconButton
                icon={History}
                label="Versions of the summary"
                onClick={() => setVersions({ first: null })}
              />
            )}
            {summary !== '' && (
              <LazyMenu
                label="Download or print the summary"
                icon={Download}
                items={[
                  { label: 'Word', icon: FileText, href: urlOf(exportMinutes, { id, format: 'docx' }) },
                  { label: 'PDF', icon: FileText, href: urlOf(exportMinutes, { id, format: 'pdf' }) },
                  {
                    label: 'Markdown',
                    icon: FileText,
                    onSelect: () => saveText(`summary-recording-${id}.md`, `${summary}\n`),
                  },
                  { label: 'Print', icon: Printer, onSelect: () => print() },
                ]}
              />
            )}
            <Button
              small
              icon={Pencil}
              ref={editButton}
              disabled={awaited !== null}
              onClick={() => setEditing({ text: summary, draft: freshDraft(id, 'summary') })}
            >
              Edit<span className="sr-only"> the summary</span>
            </Button>
          </div>
        )}
      </header>
      <div className="px-4 py-3 print:p-0">
        {awaited ? (
          <Awaited failed={awaited === 'failed'} />
        ) : editing ? (
          <Suspense fallback={<Skeleton className="h-96" />}>
            <EditSummary
              recording={recording}
              edit={editing}
              onClose={() => {
                setEditing(null)
                toEditButton()
              }}
            />
          </Suspense>
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
            {summary && generation}
            {job?.state === 'failed' && !writing.reason && (
              <Banner tone="warn" icon={CircleAlert} className="mb-3 print:hidden">
                <p className="font-semibold">
                  {summary ? 'It was not regenerated and has not changed' : 'It could not be generated'}
                </p>
                <p>{job.errorMessage ?? 'The details are in the appliance’s log.'}</p>
              </Banner>
            )}
            {summary && !data && !error && <div className="mb-3 h-4.5" />}
            {data && (
              <Notes
                recording={recording}
                data={data}
                onLook={(first) => setVersions({ first })}
                onRegenerate={isBusy ? null : () => generate()}
              />
            )}
            {summary ? (
              <MinutesText markdown={summary} lines={minutes?.lines ?? []} onPlay={onPlay} quote={quote} />
            ) : (
              <p className="text-ink-2">
                There is no summary yet.
                {transcript === 'none' && ' One can be generated when there is a transcript.'}
              </p>
            )}
            {data && (data.minutes || summary) && (
              <Suspense>
                {data.minutes && <ToCheck minutes={data.minutes} onPlay={onPlay} />}
                <PassOn recordingId={id} minutes={data.minutes} />
              </Suspense>
            )}
            {transcript === 'failed' && (
              <p className="mt-1 text-ink-2">
                The transcript could not be loaded, so a summary cannot be generated now.
              </p>
            )}
            {!summary && generation}
          </>
        )}
      </div>
      {replacing && (
        <ReplaceEdited
          onReplace={() => {
            void writing.generate(replacing.template)
            setReplacing(null)
          }}
          onClose={() => setReplacing(null)}
        />
      )}
      {versions && (
        <Suspense>
          <MinutesVersions recordingId={id} first={versions.first} onClose={() => setVersions(null)} />
        </Suspense>
      )}
    </section>
  )
}
