import { Suspense, useMemo, useRef, useState } from 'react'
import type { Recording } from '#contract/recordings.ts'
import type { Segment, Transcript } from '#contract/transcripts.ts'
import { afterDialog } from '../../../hooks/focus.ts'
import type { Player } from '../../../hooks/player.ts'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { TranscriptHeader } from './TranscriptHeader.tsx'
import { counterpart } from './change.ts'
import { EditNotes } from './EditNotes.tsx'
import { Empty } from './Empty.tsx'
import { FindBar } from './FindBar.tsx'
import { Footer } from './Footer.tsx'
import { namesShown } from './speakers.ts'
import { LinesComing } from './TranscriptComing.tsx'
import { useEdits } from './useEdits.ts'
import { useFind } from './useFind.ts'
import type { ViewerHandle } from './Viewer.tsx'

// What the page's first look does not need comes on its own.
const Viewer = lazyPart(async () => (await import('./Viewer.tsx')).Viewer)
const EditSegment = lazyPart(async () => (await import('./EditSegment.tsx')).EditSegment)
const EditText = lazyPart(async () => (await import('./EditText.tsx')).EditText)
const Versions = lazyPart(async () => (await import('./Versions.tsx')).Versions)
const ChangeSpeaker = lazyPart(async () => (await import('../speakers/ChangeSpeaker.tsx')).ChangeSpeaker)
const TranscribeAgain = lazyPart(async () => (await import('./TranscribeAgain.tsx')).TranscribeAgain)

/** A question that stands over the card. */
type Asked =
  | { what: 'versions' }
  | { what: 'candidate' }
  | { what: 'again' }
  | { what: 'who'; segment: Segment }

type TranscriptCardProps = {
  recording: Recording
  transcript: Transcript
  player: Player
  /** What is being said is kept in view. */
  following: boolean
  onFollow: (following: boolean) => void
  onRetry: (() => void) | null
}

export function TranscriptCard(props: TranscriptCardProps) {
  const { recording, transcript, player, following, onFollow, onRetry } = props
  const { segments, content } = transcript
  const card = useRef<HTMLElement>(null)
  const viewer = useRef<ViewerHandle>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const names = useMemo(() => namesShown(transcript), [transcript])
  const find = useFind(segments, card, names)
  const edits = useEdits(recording.id, transcript, { card, viewer })
  const { whole, passage, editing } = edits

  const hasAudio = recording.audioFileName !== null
  const atWork = recording.status === 'waiting' || recording.status === 'transcribing'
  // While pieces still come, each would make what is being edited stale.
  const canEdit = !atWork && recording.status !== 'recording'
  const hasText = content.trim() !== ''
  const toldApart = transcript.diarisation.state
  // Where the voices could not be told apart people say who speaks by themselves.
  const canSay = names.size > 0 || toldApart === 'failed' || toldApart === 'cancelled'
  const askWho = (segment: Segment | null) => segment && setAsked({ what: 'who', segment })

  const editor = passage && (
    <Suspense fallback={<p className="pl-2 text-read">{passage.text}</p>}>
      <EditSegment
        recordingId={recording.id}
        edit={passage}
        onWho={canSay ? () => askWho(counterpart(segments, passage.segment)) : null}
        onEdit={edits.changePassage}
        onClose={() => edits.closePassage(passage)}
        onSaved={(made) => edits.passageSaved(passage, made)}
      />
    </Suspense>
  )
  const lines =
    segments.length > 0 ? (
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
        onEdit={canEdit && !passage ? edits.editSegment : null}
        onWho={askWho}
        canSay={canSay}
      />
    ) : hasText ? (
      <p className="max-h-[600px] overflow-y-auto px-4 py-4 text-read break-words whitespace-pre-wrap">
        {content}
      </p>
    ) : (
      <Empty recording={recording} transcript={transcript} onRetry={onRetry} />
    )

  return (
    <section
      ref={card}
      aria-labelledby="transcript"
      className="min-w-0 rounded-md border border-line bg-surface print:border-0"
    >
      <TranscriptHeader
        recording={recording}
        transcript={transcript}
        onEdit={canEdit && passage === null ? edits.editWhole : null}
        following={following}
        onFollow={onFollow}
        onFind={find.ask}
        onVersions={() => setAsked({ what: 'versions' })}
        onAgain={hasAudio && !atWork ? () => setAsked({ what: 'again' }) : null}
        bare={whole !== null}
      />
      <EditNotes
        recording={recording}
        transcript={transcript}
        edits={edits}
        canEdit={canEdit}
        onCandidate={() => setAsked({ what: 'candidate' })}
      />
      {passage && editing === null && <div className="border-b border-line px-4 py-3">{editor}</div>}
      <Suspense fallback={<LinesComing />}>
        {whole ? (
          <EditText
            recordingId={recording.id}
            edit={whole}
            speakers={transcript.speakers}
            onClose={edits.closeWhole}
            onSaved={edits.setCorrection}
          />
        ) : (
          <>
            <FindIn
              find={find}
              onClose={() => card.current?.querySelector<HTMLElement>('[role="group"][tabindex]')?.focus()}
            />
            {lines}
            {hasText && <Footer recording={recording} transcript={transcript} canUpload={canEdit} />}
          </>
        )}
      </Suspense>
      <AskedOver
        recording={recording}
        transcript={transcript}
        asked={asked}
        onClose={() => {
          setAsked(null)
          if (asked?.what === 'who' && !passage) afterDialog(() => viewer.current?.whoOf(asked.segment))
        }}
      />
    </section>
  )
}

function FindIn({ find, onClose }: { find: ReturnType<typeof useFind>; onClose: () => void }) {
  if (!find.open) return null
  return (
    <FindBar
      query={find.query}
      onQuery={find.setQuery}
      count={find.matches.length}
      at={find.at}
      asked={find.asked}
      onStep={find.step}
      onClose={() => {
        find.close()
        onClose()
      }}
    />
  )
}

type AskedOverProps = {
  recording: Recording
  transcript: Transcript
  asked: Asked | null
  onClose: () => void
}

/** Versions, who says a passage, and another run: one dialog at a time. */
function AskedOver({ recording, transcript, asked, onClose }: AskedOverProps) {
  const candidate = transcript.candidate?.version ?? null
  return (
    <Suspense>
      {(asked?.what === 'versions' || asked?.what === 'candidate') && (
        <Versions
          recordingId={recording.id}
          first={asked.what === 'candidate' ? candidate : null}
          candidate={candidate}
          onClose={onClose}
        />
      )}
      {asked?.what === 'who' && (
        <ChangeSpeaker
          recordingId={recording.id}
          transcript={transcript}
          segment={asked.segment}
          onClose={onClose}
        />
      )}
      {asked?.what === 'again' && (
        <TranscribeAgain
          recording={recording}
          edited={recording.edited || transcript.origin === 'edit' || transcript.origin === 'upload'}
          onClose={onClose}
        />
      )}
    </Suspense>
  )
}
