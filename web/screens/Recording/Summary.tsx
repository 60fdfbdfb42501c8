import { Suspense, useRef, useState } from 'react'
import type { Recording } from '#contract/recordings.ts'
import { discardDraft, freshDraft, useDrafts } from '../../hooks/drafts.ts'
import { useReturnFocus } from '../../hooks/focus.ts'
import { useMinutes, useWriting } from '../../hooks/minutes.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { DraftNote } from './DraftNote.tsx'
import { MinutesLoading } from './summary/MinutesLoading.tsx'
import { GenerateSummary } from './summary/GenerateSummary.tsx'
import { ReplaceEdited } from './summary/ReplaceEdited.tsx'
import { SummaryHeader } from './summary/SummaryHeader.tsx'
import { SummaryText } from './summary/SummaryText.tsx'
import { isPersons } from './summary/words.ts'

const MinutesVersions = lazyPart(async () => (await import('./summary/MinutesVersions.tsx')).MinutesVersions)
const EditSummary = lazyPart(async () => (await import('./summary/EditSummary.tsx')).EditSummary)

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
export type SummaryEdit = {
  text: string
  draft: string
  /** The minutes' version that stood there when it began; null: there were none, undefined: not known. */
  basedOn: number | null | undefined
}

/** What was agreed, in short: written by the appliance or by hand. */
export function Summary({ recording, transcript, awaited, onPlay }: SummaryProps) {
  const { id } = recording
  const minutes = useMinutes(id)
  const writing = useWriting(id)
  const [editing, setEditing] = useState<SummaryEdit | null>(null)
  /** The version to look at; null: the list of them. */
  const [versions, setVersions] = useState<{ first: number | null } | null>(null)
  /** A person's words are there: whether they are to go is asked first. */
  const [replacing, setReplacing] = useState<{ template: string | undefined } | null>(null)
  const summary = recording.summary ?? ''
  const draft = useDrafts(id, 'summary').find(({ text }) => text.trim() !== summary)
  const editButton = useRef<HTMLButtonElement>(null)
  const returnFocus = useReturnFocus()
  const toEditButton = () => returnFocus(() => editButton.current)
  const { data } = minutes
  const seen = data && (data.minutes?.version ?? null)
  /** Whoever begins to edit before that could replace what they have not seen. */
  const isKnown = data !== undefined || minutes.error !== undefined
  const isBusy = writing.busy || data?.job?.state === 'queued' || data?.job?.state === 'running'

  const generate = (template?: string) => {
    if (data?.minutes && isPersons(data.minutes)) setReplacing({ template })
    else void writing.generate(template)
  }

  return (
    <section
      aria-labelledby="summary"
      className="minutes-card rounded-md border border-line bg-surface print:border-0"
    >
      <SummaryHeader
        recordingId={id}
        summary={summary}
        editing={editing !== null}
        canEdit={awaited === null && isKnown}
        editButton={editButton}
        onEdit={() => setEditing({ text: summary, draft: freshDraft(id, 'summary'), basedOn: seen })}
        onVersions={data && data.versions.length > 0 ? () => setVersions({ first: null }) : null}
      />
      <div className="px-4 py-3 print:p-0">
        {awaited ? (
          <MinutesLoading failed={awaited === 'failed'} />
        ) : editing ? (
          <Suspense fallback={<Skeleton className="h-96" />}>
            <EditSummary
              recording={recording}
              edit={editing}
              onVersions={() => setVersions({ first: null })}
              onClose={() => {
                setEditing(null)
                toEditButton()
              }}
            />
          </Suspense>
        ) : (
          <>
            {draft && isKnown && (
              <DraftNote
                draft={draft}
                onContinue={() => setEditing({ text: draft.text, draft: draft.name, basedOn: seen })}
                onDiscard={() => {
                  discardDraft(draft)
                  toEditButton()
                }}
                // The column is narrow where the window is wide.
                className="mb-3 sm:flex-col! sm:items-start!"
              />
            )}
            <SummaryText
              recording={recording}
              minutes={minutes}
              transcript={transcript}
              generation={
                <GenerateSummary
                  data={data}
                  writing={writing}
                  again={summary !== ''}
                  possible={transcript === 'there'}
                  onGenerate={generate}
                />
              }
              faultIsSaid={writing.reason !== null}
              onPlay={onPlay}
              onLook={(first) => setVersions({ first })}
              onRegenerate={isBusy ? null : () => generate()}
            />
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
