import { Download, History, LocateFixed, Pencil, Printer, RotateCw, Search } from 'lucide-react'
import { Suspense, useMemo, useRef, useState } from 'react'
import type { Recording } from '#contract/recordings.ts'
import type { Segment, Transcript } from '#contract/transcripts.ts'
import { filesOf } from '../../../api.ts'
import { discardDraft, freshDraft, useDrafts, type KeptDraft } from '../../../hooks/drafts.ts'
import { afterDialog, useReturnFocus } from '../../../hooks/focus.ts'
import type { Player } from '../../../hooks/player.ts'
import { useTerms } from '../../../hooks/terms.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { OfferedWords } from '../../../ui/OfferedWords.tsx'
import { saveText } from '../../../ui/saveText.ts'
import { toast } from '../../../ui/Toaster.tsx'
import { DraftNote } from '../DraftNote.tsx'
import { counterpart } from './change.ts'
import type { Correction } from './correction.ts'
import type { SegmentEdit } from './EditSegment.tsx'
import type { TextEdit } from './EditText.tsx'
import { Empty } from './Empty.tsx'
import { FindBar } from './FindBar.tsx'
import { Footer } from './Footer.tsx'
import { CandidateNote } from './Notes.tsx'
import { namesShown } from './speakers.ts'
import { LinesComing } from './TranscriptComing.tsx'
import { useFind } from './useFind.ts'
import type { ViewerHandle } from './Viewer.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'

// What the page's first look does not need comes on its own.
const Viewer = lazyPart(async () => (await import('./Viewer.tsx')).Viewer)
const EditSegment = lazyPart(async () => (await import('./EditSegment.tsx')).EditSegment)
const EditText = lazyPart(async () => (await import('./EditText.tsx')).EditText)
const OfferCorrection = lazyPart(async () => (await import('./OfferCorrection.tsx')).OfferCorrection)
const Versions = lazyPart(async () => (await import('./Versions.tsx')).Versions)
const WhoSays = lazyPart(async () => (await import('../speakers/WhoSays.tsx')).WhoSays)
const TranscribeAgain = lazyPart(async () => (await import('./TranscribeAgain.tsx')).TranscribeAgain)

/** The others wait in Settings. */
const offersShown = 2

/** Said by an icon alone where the card is narrow. */
const narrow = '@max-md:sr-only'

type TranscriptCardProps = {
  recording: Recording
  transcript: Transcript
  player: Player
  /** What is being said is kept in view. */
  following: boolean
  onFollow: (following: boolean) => void
  onRetry: (() => void) | null
}

/** The latest draft; those that say what the transcript says already are of no use to anybody. */
function useDraft(recordingId: number, { segments, content }: Transcript): KeptDraft | null {
  const useful = useDrafts(recordingId, 'transcript').filter(
    ({ segment, text }) =>
      text.trim() !== (segment ? counterpart(segments, segment)?.text.trim() : content.trim()),
  )
  return useful[0] ?? null
}

export function TranscriptCard(props: TranscriptCardProps) {
  const { recording, transcript, player, following, onFollow, onRetry } = props
  const { segments, content, version } = transcript
  const card = useRef<HTMLElement>(null)
  const viewer = useRef<ViewerHandle>(null)
  const [whole, setWhole] = useState<TextEdit | null>(null)
  const [passage, setPassage] = useState<SegmentEdit | null>(null)
  const [asked, setAsked] = useState<'versions' | 'candidate' | 'again' | null>(null)
  const [orphan, setOrphan] = useState<KeptDraft | null>(null)
  const names = useMemo(() => namesShown(transcript), [transcript])
  const find = useFind(segments, card, names)
  /** What was corrected last. */
  const [correction, setCorrection] = useState<Correction | null>(null)
  const [who, setWho] = useState<Segment | null>(null)
  const draft = useDraft(recording.id, transcript)
  const returnFocus = useReturnFocus()
  const { data: terms } = useTerms()
  const offers =
    terms?.offers
      .filter(({ recordingId }) => recordingId === recording.id && correction === null)
      .slice(0, offersShown) ?? []

  const hasAudio = recording.audioFileName !== null
  const atWork = recording.status === 'waiting' || recording.status === 'transcribing'
  // While pieces still come, each would make what is being edited stale.
  const canEdit = !atWork && recording.status !== 'recording'
  const hasText = content.trim() !== ''
  const toldApart = transcript.diarisation.state
  // Where the voices could not be told apart people say who speaks by themselves.
  const canSay = names.size > 0 || toldApart === 'failed' || toldApart === 'cancelled'

  const begin = () => freshDraft(recording.id, 'transcript')
  const editSegment = (segment: Segment) =>
    setPassage({ segment, version, text: segment.text, draft: begin(), conflict: null })

  const resume = (draft: KeptDraft) => {
    const { name, text, version: basedOn = version } = draft
    const segment = draft.segment && counterpart(segments, draft.segment)
    if (segment) {
      viewer.current?.show(segments.indexOf(segment))
      setPassage({ segment, version: basedOn, text, draft: name, conflict: null })
    } else if (draft.segment) {
      // Its passage is gone: one passage must never come back as the whole text.
      setOrphan(draft)
    } else setWhole({ version: basedOn, original: content, text, draft: name })
  }

  const toEditButton = () => returnFocus(() => card.current?.querySelector<HTMLElement>('[data-edit-text]'))
  /** To the pencil of the passage, where it is in the page. */
  const toPassage = ({ segment }: SegmentEdit) =>
    returnFocus(() => viewer.current?.pencilOf(segment) ?? card.current?.querySelector('[data-edit-text]'))

  const download = async () => {
    if (!hasText) return toast({ title: 'No transcript to download' })
    try {
      const response = await fetch(filesOf(recording.id).transcript)
      if (!response.ok) throw new Error(String(response.status))
      saveText(`transcript-recording-${recording.id}.txt`, await response.text())
    } catch {
      toast({ title: 'Download failed', description: 'Please try again.', destructive: true })
    }
  }

  const notYet =
    recording.status === 'recording' && !hasText
      ? 'There is no transcript to download before the recording is stopped'
      : undefined

  const editing = useMemo(() => {
    const segment = passage && counterpart(segments, passage.segment)
    return segment ? segment.id : null
  }, [passage, segments])
  const editor = passage && (
    <Suspense fallback={<p className="pl-2 text-read">{passage.text}</p>}>
      <EditSegment
        recordingId={recording.id}
        edit={passage}
        onWho={canSay ? () => setWho(counterpart(segments, passage.segment)) : null}
        onEdit={(part) => setPassage((now) => now && { ...now, ...part })}
        onClose={() => {
          setPassage(null)
          toPassage(passage)
        }}
        // Its line may be another one now.
        onSaved={(made) => {
          setCorrection(made)
          toPassage(passage)
        }}
      />
    </Suspense>
  )

  return (
    <section
      ref={card}
      aria-labelledby="transcript"
      className="min-w-0 rounded-md border border-line bg-surface print:border-0"
    >
      <header className="@container flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-1.5 pr-2 pl-4 print:pl-0">
        <h2 id="transcript" className="mr-auto font-semibold">
          Transcript
        </h2>
        {!whole && (
          <div className="flex flex-wrap items-center gap-1 print:hidden">
            {segments.length > 0 && (
              <IconButton icon={Search} label="Find in the transcript" onClick={find.ask} />
            )}
            {segments.length > 1 && hasAudio && (
              <Button
                small
                look="quiet"
                icon={LocateFixed}
                aria-pressed={following}
                title="Keep the current passage in view"
                onClick={() => onFollow(!following)}
                className="aria-pressed:bg-sunken aria-pressed:text-ink"
              >
                <span className={narrow}>Follow</span>
              </Button>
            )}
            <Button
              small
              icon={Pencil}
              data-edit-text
              disabled={!canEdit || passage !== null}
              onClick={() => setWhole({ version, original: content, text: content, draft: begin() })}
            >
              <span>
                Edit<span className={narrow}> Transcript</span>
              </span>
            </Button>
            <Button
              small
              icon={Download}
              disabled={notYet !== undefined}
              title={notYet}
              aria-description={notYet}
              onClick={() => void download()}
            >
              <span className={narrow}>Download</span>
            </Button>
            <Menu
              label="More about the transcript"
              items={[
                ...(hasAudio && !atWork
                  ? [{ label: 'Transcribe again', icon: RotateCw, onSelect: () => setAsked('again') }]
                  : []),
                { label: 'Versions', icon: History, onSelect: () => setAsked('versions') },
                { label: 'Print', icon: Printer, onSelect: printTranscript },
              ]}
            />
          </div>
        )}
      </header>
      {transcript.candidate && !whole && (
        <CandidateNote
          key={transcript.candidate.version}
          recordingId={recording.id}
          candidate={transcript.candidate}
          current={version}
          onLook={() => setAsked('candidate')}
        />
      )}
      {draft && !whole && !passage && (
        <DraftNote
          draft={draft}
          onContinue={() => resume(draft)}
          onDiscard={() => {
            discardDraft(draft)
            toEditButton()
          }}
          className="mx-4 mt-3"
        />
      )}
      {correction && !whole && !passage && (
        <Suspense>
          <OfferCorrection
            key={`${correction.heard}\n${correction.meant}`}
            recordingId={recording.id}
            correction={correction}
            transcript={transcript}
            canEdit={canEdit}
            onClose={() => setCorrection(null)}
          />
        </Suspense>
      )}
      {offers.length > 0 && !whole && !passage && (
        <OfferedWords offers={offers} className="mx-4 mt-3 print:hidden" />
      )}
      {orphan && (
        <Dialog
          open
          onClose={() => setOrphan(null)}
          title="This passage no longer exists"
          actions={
            <>
              <Button
                look="primary"
                onClick={() => {
                  discardDraft(orphan)
                  setOrphan(null)
                }}
              >
                Discard draft
              </Button>
              <Button onClick={() => setOrphan(null)}>Close</Button>
            </>
          }
        >
          <p>The transcript has since been regenerated or changed. These words were saved:</p>
          <p className="mt-3 rounded-md border border-line bg-sunken px-3 py-2 text-read whitespace-pre-wrap">
            {orphan.text}
          </p>
        </Dialog>
      )}
      {passage && editing === null && <div className="border-b border-line px-4 py-3">{editor}</div>}
      <Suspense fallback={<LinesComing />}>
        {whole ? (
          <EditText
            recordingId={recording.id}
            edit={whole}
            speakers={transcript.speakers}
            onClose={() => {
              setWhole(null)
              toEditButton()
            }}
            onSaved={setCorrection}
          />
        ) : (
          <>
            {find.open && (
              <FindBar
                query={find.query}
                onQuery={find.setQuery}
                count={find.matches.length}
                at={find.at}
                asked={find.asked}
                onStep={find.step}
                onClose={() => {
                  find.close()
                  card.current?.querySelector<HTMLElement>('[role="group"][tabindex]')?.focus()
                }}
              />
            )}
            {segments.length > 0 ? (
              <Viewer
                ref={viewer}
                transcript={transcript}
                player={player}
                hasAudio={hasAudio}
                following={following}
                onLetGo={() => onFollow(false)}
                matches={find.matches}
                match={find.at}
                editing={editing === null ? null : { segmentId: editing, editor }}
                onEdit={canEdit && !passage ? editSegment : null}
                onWho={setWho}
                canSay={canSay}
              />
            ) : hasText ? (
              <p className="max-h-[600px] overflow-y-auto px-4 py-4 text-read break-words whitespace-pre-wrap">
                {content}
              </p>
            ) : (
              <Empty recording={recording} transcript={transcript} onRetry={onRetry} />
            )}
            {hasText && <Footer recording={recording} transcript={transcript} canUpload={canEdit} />}
          </>
        )}
      </Suspense>
      <Suspense>
        {(asked === 'versions' || asked === 'candidate') && (
          <Versions
            recordingId={recording.id}
            first={asked === 'candidate' ? (transcript.candidate?.version ?? null) : null}
            candidate={transcript.candidate?.version ?? null}
            onClose={() => setAsked(null)}
          />
        )}
        {who && (
          <WhoSays
            recordingId={recording.id}
            transcript={transcript}
            segment={who}
            onClose={() => {
              setWho(null)
              if (!passage) afterDialog(() => viewer.current?.whoOf(who))
            }}
          />
        )}
        {asked === 'again' && (
          <TranscribeAgain
            recording={recording}
            edited={recording.edited || transcript.origin === 'edit' || transcript.origin === 'upload'}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </section>
  )
}

/** The transcript alone: the page's own print is that of the minutes, where there are any. */
function printTranscript(): void {
  document.documentElement.dataset.printing = 'transcript'
  print()
  delete document.documentElement.dataset.printing
}
