import { Download, History, LocateFixed, Pencil, Printer, RotateCw, Search } from 'lucide-react'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import type { Recording } from '#contract/recordings.ts'
import type { Segment, Transcript } from '#contract/transcripts.ts'
import { filesOf } from '../../../api.ts'
import type { Player } from '../../../hooks/player.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { saveText } from '../../../ui/saveText.ts'
import { toast } from '../../../ui/Toaster.tsx'
import { counterpart } from './change.ts'
import { draftsOf, dropDraft, type KeptDraft } from './drafts.ts'
import type { SegmentEdit } from './EditSegment.tsx'
import type { TextEdit } from './EditText.tsx'
import { Empty } from './Empty.tsx'
import { FindBar } from './FindBar.tsx'
import { Footer } from './Footer.tsx'
import { CandidateNote, DraftNote } from './Notes.tsx'
import { useFind } from './useFind.ts'
import type { ViewerHandle } from './Viewer.tsx'

// What the page's first look does not need comes on its own.
const Viewer = lazy(async () => ({ default: (await import('./Viewer.tsx')).Viewer }))
const EditSegment = lazy(async () => ({ default: (await import('./EditSegment.tsx')).EditSegment }))
const EditText = lazy(async () => ({ default: (await import('./EditText.tsx')).EditText }))
const Versions = lazy(async () => ({ default: (await import('./Versions.tsx')).Versions }))
const TranscribeAgain = lazy(async () => ({
  default: (await import('./TranscribeAgain.tsx')).TranscribeAgain,
}))

/** Said by an icon alone where the card is narrow. */
const narrow = '@max-md:sr-only'

type TranscriptCardProps = {
  recording: Recording
  transcript: Transcript
  player: Player
  onRetry: (() => void) | null
}

/** Drafts that say what the transcript says already are of no use to anybody. */
function useDrafts(recordingId: number, transcript: Transcript) {
  const [drafts, setDrafts] = useState(() => draftsOf(recordingId))
  const useful = drafts.filter(
    ({ segment, text }) =>
      text.trim() !==
      (segment ? counterpart(transcript.segments, segment)?.text.trim() : transcript.content.trim()),
  )
  return {
    draft: useful[0] ?? null,
    take: (draft: KeptDraft) => setDrafts(drafts.filter((other) => other !== draft)),
    again: () => setDrafts(draftsOf(recordingId)),
  }
}

export function TranscriptCard({ recording, transcript, player, onRetry }: TranscriptCardProps) {
  const { segments, content, version } = transcript
  const card = useRef<HTMLElement>(null)
  const viewer = useRef<ViewerHandle>(null)
  const [whole, setWhole] = useState<TextEdit | null>(null)
  const [passage, setPassage] = useState<SegmentEdit | null>(null)
  const [asked, setAsked] = useState<'versions' | 'candidate' | 'again' | null>(null)
  const [orphan, setOrphan] = useState<KeptDraft | null>(null)
  const [following, setFollowing] = useState(true)
  const find = useFind(segments, card)
  const drafts = useDrafts(recording.id, transcript)

  const hasAudio = recording.audioFileName !== null
  const atWork = recording.status === 'waiting' || recording.status === 'transcribing'
  // While pieces still come, each would make what is being edited stale.
  const canEdit = !atWork && recording.status !== 'recording'
  const hasText = content.trim() !== ''

  const editSegment = (segment: Segment, text = segment.text, basedOn = version) =>
    setPassage({ segment, version: basedOn, text, conflict: null })

  const resume = (draft: KeptDraft) => {
    const segment = draft.segment && counterpart(segments, draft.segment)
    if (segment) {
      viewer.current?.show(segments.indexOf(segment))
      setPassage({ segment, version: draft.version, text: draft.text, conflict: null })
    } else if (draft.segment) {
      // Its passage is gone: one passage must never come back as the whole text.
      return setOrphan(draft)
    } else setWhole({ version: draft.version, original: content, text: draft.text })
    drafts.take(draft)
  }

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
        onEdit={(part) => setPassage((now) => now && { ...now, ...part })}
        onClose={() => {
          setPassage(null)
          drafts.again()
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
      <header className="@container flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-1.5 pr-2 pl-4">
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
                title="Keep what is being said in view"
                onClick={() => setFollowing(!following)}
                className="aria-pressed:bg-sunken aria-pressed:text-ink"
              >
                <span className={narrow}>Follow</span>
              </Button>
            )}
            <Button
              small
              icon={Pencil}
              disabled={!canEdit || passage !== null}
              onClick={() => setWhole({ version, original: content, text: content })}
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
                { label: 'Print', icon: Printer, onSelect: () => print() },
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
      {drafts.draft && !whole && !passage && (
        <DraftNote
          draft={drafts.draft}
          onContinue={() => drafts.draft && resume(drafts.draft)}
          onDiscard={() => {
            if (!drafts.draft) return
            dropDraft(drafts.draft)
            drafts.take(drafts.draft)
          }}
        />
      )}
      {orphan && (
        <Dialog
          open
          onClose={() => setOrphan(null)}
          title="The passage is no longer there"
          actions={
            <>
              <Button
                look="primary"
                onClick={() => {
                  dropDraft(orphan)
                  drafts.take(orphan)
                  setOrphan(null)
                }}
              >
                Discard the draft
              </Button>
              <Button onClick={() => setOrphan(null)}>Close</Button>
            </>
          }
        >
          <p>The transcript has been made again or changed since. These are the words that were kept:</p>
          <p className="mt-3 rounded-md border border-line bg-sunken px-3 py-2 text-read whitespace-pre-wrap">
            {orphan.text}
          </p>
        </Dialog>
      )}
      {passage && editing === null && <div className="border-b border-line px-4 py-3">{editor}</div>}
      <Suspense fallback={<div className="h-[600px]" />}>
        {whole ? (
          <EditText
            recordingId={recording.id}
            edit={whole}
            onClose={() => {
              setWhole(null)
              drafts.again()
            }}
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
                onLetGo={() => setFollowing(false)}
                matches={find.matches}
                match={find.at}
                editing={editing === null ? null : { segmentId: editing, editor }}
                onEdit={canEdit && !passage ? editSegment : null}
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
