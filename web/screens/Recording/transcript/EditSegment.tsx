import { UserRoundPen } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { editSegment, type Segment } from '#contract/transcripts.ts'
import { call } from '../../../api.ts'
import { useAutosave } from '../../../hooks/autosave.ts'
import { Button } from '../../../ui/Button.tsx'
import { spokenPosition } from '../../../ui/format.ts'
import { toast } from '../../../ui/Toaster.tsx'
import { counterpart, isStale, useTranscriptChange } from './change.ts'
import { Conflict } from './Conflict.tsx'
import { DraftStatus } from '../DraftStatus.tsx'
import { correctionOf, type Correction } from './correction.ts'
import { emptyTranscript, notSaved } from './words-of-toasts.ts'

/**
 * A passage that is being edited. It is held above the list: what is out of view is not in the page, and another
 * version brings other lines.
 */
export type SegmentEdit = {
  segment: Pick<Segment, 'id' | 'start' | 'text'>
  version: number
  text: string
  /** The name of its draft. */
  draft: string
  /** Somebody else has changed it meanwhile: the passage as it stands now, in which version. */
  conflict: { theirs: Segment | null; version: number } | null
}

type EditSegmentProps = {
  recordingId: number
  edit: SegmentEdit
  onEdit: (part: Partial<SegmentEdit>) => void
  /** Asks who says it; null where nobody knows of any speakers. */
  onWho: (() => void) | null
  onClose: () => void
  /** The page shows the new version. */
  onSaved: (correction: Correction | null) => void
}

export function EditSegment({ recordingId, edit, onEdit, onWho, onClose, onSaved }: EditSegmentProps) {
  const { segment, version, text, conflict } = edit
  const { take, latest } = useTranscriptChange(recordingId)
  const { id, start } = segment
  const draft = useAutosave({ name: edit.draft, version, segment: { id, start } }, text, segment.text)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])

  /** @param how what becomes of what was typed */
  const close = (how: 'finish' | 'discard' | 'leave') => {
    draft[how]()
    onClose()
  }
  const leave = () => close('finish')

  const save = async (target: Pick<Segment, 'id'>, basedOn: number) => {
    const wanted = text.trim()
    if (wanted === '') return toast(emptyTranscript)
    if (wanted === segment.text.trim() && basedOn === version) return leave()
    setBusy(true)
    try {
      const saved = await call(editSegment, {
        params: { id: recordingId, segmentId: target.id },
        body: { text: wanted, basedOn },
      })
      toast({ title: 'Transcript saved' })
      // First of all the editor goes: with the new version's lines it would be put up anew, and keep a draft.
      leave()
      await take(saved)
      onSaved(correctionOf(segment.text, wanted))
    } catch (error) {
      try {
        if (!isStale(error)) throw error
        const now = await latest()
        onEdit({ conflict: { theirs: counterpart(now.segments, segment), version: now.version } })
      } catch {
        toast(notSaved)
      }
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="min-w-0 pl-2">
      <textarea
        dir="auto"
        ref={field}
        aria-label={`The passage at ${spokenPosition(start)}`}
        aria-describedby={`keys-${id}`}
        value={text}
        maxLength={20_000}
        disabled={busy}
        onChange={(event) => onEdit({ text: event.target.value })}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault()
            void save(segment, version)
          } else if (event.key === 'Escape') {
            event.preventDefault()
            close('leave')
          }
        }}
        className="-mx-1.5 field-sizing-content min-h-16 w-[calc(100%+0.75rem)] rounded-md border border-control bg-surface px-1.5 text-read"
      />
      <div className="flex flex-wrap items-center gap-2 pb-1">
        <Button small look="primary" disabled={busy} onClick={() => void save(segment, version)}>
          Save
        </Button>
        <Button small disabled={busy} onClick={() => close('discard')}>
          Cancel
        </Button>
        {onWho && (
          <Button
            small
            look="quiet"
            icon={UserRoundPen}
            // The words go first: another version would have other lines.
            disabled={busy || text.trim() !== segment.text.trim()}
            onClick={() => {
              close('leave')
              onWho()
            }}
          >
            Who says this
          </Button>
        )}
        <p id={`keys-${id}`} className="text-sm text-ink-3">
          Enter saves, Escape closes and keeps a draft.
        </p>
        <DraftStatus draft={draft} />
      </div>
      {conflict && (
        <Conflict
          what="passage"
          theirs={conflict.theirs?.text ?? null}
          yours={text}
          busy={busy}
          onYours={() => {
            onEdit({ conflict: null })
            if (conflict.theirs) void save(conflict.theirs, conflict.version)
          }}
          onTheirs={() => close('discard')}
          onGoOn={() => onEdit({ conflict: null })}
        />
      )}
    </div>
  )
}
