import { MessagesSquare, Pencil, UserRoundPen } from 'lucide-react'
import { memo, useMemo, type ReactNode } from 'react'
import type { Segment } from '#contract/transcripts.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { BreakLines } from '../../../ui/BreakLines.tsx'
import type { Break } from '../../../ui/breaks.ts'
import { cx } from '../../../ui/cx.ts'
import { position, spokenPosition } from '../../../ui/format.ts'
import type { Speaker } from './speakers.ts'
import { SpeakerChip, speakerText } from '../speakers/SpeakerChip.tsx'
import { piecesOf, placeWords, type Found } from './words.ts'

/** A silence that is worth a mark, in seconds. */
export const gapFrom = 5
/** Times are not so exact that less would mean two people at once. */
const overlapFrom = 0.3

/** How a segment stands to the one before it. */
export type Joint = { gap: number | null; overlap: boolean; sameSpeaker: boolean }

export function jointOf(segment: Segment, before: Segment | undefined): Joint {
  if (!before) return { gap: null, overlap: false, sameSpeaker: false }
  const pause = segment.start - before.end
  return {
    gap: pause >= gapFrom ? pause : null,
    overlap: -pause >= overlapFrom && segment.speaker !== before.speaker,
    sameSpeaker: segment.speaker !== null && segment.speaker === before.speaker,
  }
}

type SegmentLineProps = {
  segment: Segment
  index: number
  count: number
  joint: Joint
  /** The pauses, and what was not recorded, before it. */
  breaks: readonly Break[] | undefined
  /** Who speaks; undefined where nobody knows, null where the transcript knows no speakers at all. */
  speaker: Speaker | null | undefined
  isPlaying: boolean
  playingWord: number | null
  found: readonly Found[] | undefined
  canEdit: boolean
  canPlay: boolean
  /** The transcript has times; else its lines go by their numbers. */
  timed: boolean
  /** A person may say who speaks. */
  canSay: boolean
  /** Stands in the text's place while it is edited. */
  editor: ReactNode
  measure?: (element: HTMLElement | null) => void
}

export const SegmentLine = memo(function SegmentLine(props: SegmentLineProps) {
  const {
    segment,
    index,
    count,
    joint,
    speaker,
    isPlaying,
    found,
    canEdit,
    canPlay,
    timed,
    editor,
    measure,
  } = props
  const called = timed ? `the passage at ${spokenPosition(segment.start)}` : `line ${index + 1}`
  return (
    <li
      ref={measure}
      data-index={index}
      aria-current={isPlaying || undefined}
      aria-setsize={count}
      aria-posinset={index + 1}
      className="group px-2 break-inside-avoid"
    >
      {joint.gap !== null && <Gap seconds={joint.gap} />}
      <BreakLines breaks={props.breaks} />
      <div
        className={cx(
          'grid grid-cols-[max-content_minmax(0,70ch)_3.5rem] py-1 pointer-coarse:grid-cols-[max-content_minmax(0,1fr)_2.75rem]',
          'print:grid-cols-[max-content_minmax(0,1fr)]',
        )}
      >
        <div className="flex items-start @max-lg/lines:flex-col @max-lg/lines:items-center">
          {speaker !== null && <Initials speaker={speaker} repeated={joint.sameSpeaker} />}
          <button
            type="button"
            data-play
            disabled={!canPlay}
            aria-label={
              canPlay
                ? `Play from ${spokenPosition(segment.start)}`
                : timed
                  ? spokenPosition(segment.start)
                  : `Line ${index + 1}`
            }
            className={cx(
              'flex min-h-6.5 min-w-17 items-start justify-end rounded-md px-2 text-sm leading-6.5 tabular-nums',
              'hover:not-disabled:text-ink hover:not-disabled:underline pointer-coarse:min-h-11',
              '@max-lg/lines:min-w-12 @max-lg/lines:justify-center @max-lg/lines:px-0',
              isPlaying ? 'font-semibold text-ink' : 'text-ink-3',
              timed &&
                joint.sameSpeaker &&
                !isPlaying &&
                'transition-opacity not-group-hover:not-focus-visible:opacity-0 pointer-coarse:opacity-100! print:opacity-100!',
            )}
          >
            {timed ? position(segment.start) : index + 1}
          </button>
        </div>
        <div className={cx('min-w-0', !editor && 'pl-2', joint.overlap && 'border-l-2 border-line-strong')}>
          {speaker && !joint.sameSpeaker && (
            <Name speaker={speaker} found={found} className={editor ? 'pl-2' : undefined} />
          )}
          {editor ?? (
            <>
              {joint.overlap && <span className="sr-only">At the same time: </span>}
              <Words {...props} />
            </>
          )}
        </div>
        {canEdit && !editor && (
          <div className="flex print:hidden">
            <IconButton
              icon={Pencil}
              data-edit
              label={`Edit ${called}`}
              className={cx(buttonClass, 'pointer-coarse:size-11! pointer-coarse:opacity-100')}
            />
            {props.canSay && (
              // Where fingers tap there is room for one button; the editor has this one too.
              <IconButton
                icon={UserRoundPen}
                data-who
                label={`Who says ${called}`}
                className={cx(buttonClass, 'pointer-coarse:hidden')}
              />
            )}
          </div>
        )}
      </div>
    </li>
  )
})

const buttonClass = 'size-6.5! opacity-0 group-hover:opacity-100 focus-visible:opacity-100'

/** Where another one begins to speak. */
function Name({
  speaker,
  found,
  className,
}: {
  speaker: Speaker
  found: SegmentLineProps['found']
  className: string | undefined
}) {
  const marks = found?.filter(({ inName }) => inName)
  return (
    <p
      dir="auto"
      className={cx('text-base leading-6.5 font-semibold', speakerText[speaker.colour], className)}
    >
      {piecesOf(speaker.name, [], null, marks).map((piece) => (
        <span
          key={piece.from}
          data-found={piece.found ?? undefined}
          className={
            cx(piece.found === 'yes' && 'found-words', piece.found === 'now' && 'found-words-now') ||
            undefined
          }
        >
          {piece.text}
        </span>
      ))}
    </p>
  )
}

function Words({
  segment,
  isPlaying,
  playingWord,
  found,
  canPlay,
}: Pick<SegmentLineProps, 'segment' | 'isPlaying' | 'playingWord' | 'found' | 'canPlay'>) {
  const words = useMemo(() => placeWords(segment), [segment])
  const inText = found?.filter(({ inName }) => !inName)
  // Words that were not found in the text are not in `words`, so the playing one is looked up by its start.
  const spoken = playingWord === null ? undefined : segment.words[playingWord]
  const marked = spoken ? words.findIndex((word) => word.start === spoken.start) : null
  return (
    <p
      data-words
      dir="auto"
      className={cx(
        'text-read',
        canPlay && 'cursor-pointer',
        // Without the times of words the whole passage is the playing one.
        isPlaying && segment.words.length === 0 && 'playing-word',
      )}
    >
      {piecesOf(segment.text, words, marked, inText).map((piece) => (
        <span
          key={piece.from}
          data-from={piece.from}
          data-found={piece.found ?? undefined}
          className={
            cx(
              piece.unsure && 'unsure-word',
              piece.playing && 'playing-word',
              piece.found === 'yes' && 'found-words',
              piece.found === 'now' && 'found-words-now',
            ) || undefined
          }
        >
          {piece.text}
        </span>
      ))}
      {segment.overlap && (
        <span title={meanwhile} className="ml-1.5 inline-block align-[-2px] text-ink-3">
          <MessagesSquare size={14} strokeWidth={1.75} aria-hidden />
          <span className="sr-only"> ({meanwhile})</span>
        </span>
      )}
    </p>
  )
}

const meanwhile = 'Overlapping speech'

/** Who speaks, in the gutter; once for as long as they go on. */
function Initials({ speaker, repeated }: { speaker: Speaker | undefined; repeated: boolean }) {
  const shown = speaker && !repeated
  return (
    <span
      title={speaker?.name}
      className={cx(
        'flex h-6.5 w-9 shrink-0 items-center justify-center print:hidden',
        // Where the time stands below the initials, it takes their place.
        !shown && '@max-lg/lines:size-0',
      )}
    >
      {!shown && <span className="sr-only">{speaker?.name ?? 'Unknown speaker'}</span>}
      {shown && <SpeakerChip speaker={speaker} />}
    </span>
  )
}

/** A silence, drawn as one. */
function Gap({ seconds }: { seconds: number }) {
  const words = seconds < 60 ? `${Math.round(seconds)} s` : position(seconds)
  return (
    <div className="flex items-center gap-2 py-1.5 pl-2 text-xs text-ink-3 tabular-nums">
      <span className="sr-only">No speech for </span>
      <span className="w-12 text-right">{words}</span>
      <span aria-hidden className="w-24 border-t border-dashed border-line-strong" />
    </div>
  )
}
