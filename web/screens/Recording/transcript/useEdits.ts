import { useMemo, useState, type RefObject } from 'react'
import type { Segment, Transcript } from '#contract/transcripts.ts'
import { freshDraft, useDrafts, type KeptDraft } from '../../../hooks/drafts.ts'
import { useReturnFocus } from '../../../hooks/focus.ts'
import { counterpart } from './change.ts'
import type { Correction } from './correction.ts'
import type { SegmentEdit } from './EditSegment.tsx'
import type { TextEdit } from './EditText.tsx'
import type { ViewerHandle } from './Viewer.tsx'

/** The latest draft; those that say what the transcript says already are of no use to anybody. */
function useDraft(recordingId: number, { segments, content }: Transcript): KeptDraft | null {
  const useful = useDrafts(recordingId, 'transcript').filter(
    ({ segment, text }) =>
      text.trim() !== (segment ? counterpart(segments, segment)?.text.trim() : content.trim()),
  )
  return useful[0] ?? null
}

type Places = { card: RefObject<HTMLElement | null>; viewer: RefObject<ViewerHandle | null> }

/** What is being edited of a transcript: all of it, or one passage; what was left, and what was put right last. */
export function useEdits(recordingId: number, transcript: Transcript, { card, viewer }: Places) {
  const { segments, content, version } = transcript
  const [whole, setWhole] = useState<TextEdit | null>(null)
  const [passage, setPassage] = useState<SegmentEdit | null>(null)
  const [orphan, setOrphan] = useState<KeptDraft | null>(null)
  const [correction, setCorrection] = useState<Correction | null>(null)
  const draft = useDraft(recordingId, transcript)
  const returnFocus = useReturnFocus()
  const begin = () => freshDraft(recordingId, 'transcript')
  const toEditButton = () => returnFocus(() => card.current?.querySelector<HTMLElement>('[data-edit-text]'))
  /** To the pencil of the passage, where it is in the page. */
  const toPassage = ({ segment }: SegmentEdit) =>
    returnFocus(() => viewer.current?.pencilOf(segment) ?? card.current?.querySelector('[data-edit-text]'))
  /** The passage's segment in the version that is there now; null: it is gone, or none is edited. */
  const editing = useMemo(() => {
    const segment = passage && counterpart(segments, passage.segment)
    return segment ? segment.id : null
  }, [passage, segments])

  return {
    whole,
    passage,
    editing,
    /** A draft whose passage is gone. */
    orphan,
    correction,
    /** What was left, while nothing is being edited. */
    draft: whole || passage ? null : draft,
    setOrphan,
    setCorrection,
    toEditButton,
    editWhole: () => setWhole({ version, original: content, text: content, draft: begin() }),
    editSegment: (segment: Segment) =>
      setPassage({ segment, version, text: segment.text, draft: begin(), conflict: null }),
    changePassage: (part: Partial<SegmentEdit>) => setPassage((now) => now && { ...now, ...part }),
    resume: (draft: KeptDraft) => {
      const { name, text, version: basedOn = version } = draft
      const segment = draft.segment && counterpart(segments, draft.segment)
      if (segment) {
        viewer.current?.show(segments.indexOf(segment))
        setPassage({ segment, version: basedOn, text, draft: name, conflict: null })
      } else if (draft.segment) {
        // Its passage is gone: one passage must never come back as the whole text.
        setOrphan(draft)
      } else setWhole({ version: basedOn, original: content, text, draft: name })
    },
    closeWhole: () => {
      setWhole(null)
      toEditButton()
    },
    closePassage: (passage: SegmentEdit) => {
      setPassage(null)
      toPassage(passage)
    },
    /** Its line may be another one now. */
    passageSaved: (passage: SegmentEdit, made: Correction | null) => {
      setCorrection(made)
      toPassage(passage)
    },
  }
}
export type Edits = ReturnType<typeof useEdits>
