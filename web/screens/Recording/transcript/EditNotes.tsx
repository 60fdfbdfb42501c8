import { Suspense } from 'react'
import type { Recording } from '#contract/recordings.ts'
import type { Transcript } from '#contract/transcripts.ts'
import { discardDraft, type KeptDraft } from '../../../hooks/drafts.ts'
import { useTerms } from '../../../hooks/terms.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { OfferedWords } from '../../../ui/OfferedWords.tsx'
import { DraftNote } from '../DraftNote.tsx'
import { CandidateNote } from './Notes.tsx'
import type { Edits } from './useEdits.ts'

const OfferCorrection = lazyPart(async () => (await import('./OfferCorrection.tsx')).OfferCorrection)

/** The others wait in Settings. */
const offersShown = 2

type EditNotesProps = {
  recording: Recording
  transcript: Transcript
  edits: Edits
  canEdit: boolean
  onCandidate: () => void
}

/** What stands above the lines while nothing is edited: another run, a draft, words that were put right. */
export function EditNotes({ recording, transcript, edits, canEdit, onCandidate }: EditNotesProps) {
  const { whole, passage, draft, correction, orphan } = edits
  const { data: terms } = useTerms()
  const isReading = !whole && !passage
  const offers =
    terms?.offers
      .filter(({ recordingId }) => recordingId === recording.id && correction === null)
      .slice(0, offersShown) ?? []
  return (
    <>
      {transcript.candidate && !whole && (
        <CandidateNote
          key={transcript.candidate.version}
          recordingId={recording.id}
          candidate={transcript.candidate}
          current={transcript.version}
          onLook={onCandidate}
        />
      )}
      {draft && (
        <DraftNote
          draft={draft}
          onContinue={() => edits.resume(draft)}
          onDiscard={() => {
            discardDraft(draft)
            edits.toEditButton()
          }}
          className="mx-4 mt-3"
        />
      )}
      {correction && isReading && (
        <Suspense>
          <OfferCorrection
            key={`${correction.heard}\n${correction.meant}`}
            recordingId={recording.id}
            correction={correction}
            transcript={transcript}
            canEdit={canEdit}
            onClose={() => edits.setCorrection(null)}
          />
        </Suspense>
      )}
      {offers.length > 0 && isReading && <OfferedWords offers={offers} className="mx-4 mt-3 print:hidden" />}
      {orphan && <OrphanDraft draft={orphan} onClose={() => edits.setOrphan(null)} />}
    </>
  )
}

/** A draft of a passage that is not there any more: its words can be copied. */
function OrphanDraft({ draft, onClose }: { draft: KeptDraft; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="This passage no longer exists"
      actions={
        <>
          <Button
            look="primary"
            onClick={() => {
              discardDraft(draft)
              onClose()
            }}
          >
            Discard draft
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <p>The transcript has since been regenerated or changed. These words were saved:</p>
      <p className="mt-3 rounded-md border border-line bg-sunken px-3 py-2 text-read whitespace-pre-wrap">
        {draft.text}
      </p>
    </Dialog>
  )
}
