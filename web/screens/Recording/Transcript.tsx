/* oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex --
   a list that scrolls must be reachable by keyboard; the click on a word only shortens what each segment's button does */
import {
  memo,
  useEffect,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import type { Segment, Transcript as TranscriptData } from '#contract/transcripts.ts'
import type { Player } from '../../hooks/player.ts'
import { cx } from '../../ui/cx.ts'
import { position, spokenPosition } from '../../ui/format.ts'
import { piecesOf, placeWords, playingAt, unsureBelow, wordAt } from './words.ts'

type TranscriptProps = {
  transcript: TranscriptData
  player: Player
  /** Stands in the place of the text while there is none. */
  empty: ReactNode
}

type Playing = ReturnType<typeof playingAt>

/** What is being said; changes only when the word does, although the position changes 60 times a second. */
function usePlaying(player: Player, segments: Segment[]): Playing {
  const [playing, setPlaying] = useState<Playing>(null)
  const { onTime } = player
  useEffect(
    () =>
      onTime((seconds) => {
        setPlaying((before) => {
          const now = playingAt(segments, seconds)
          return now?.segment === before?.segment && now?.word === before?.word ? before : now
        })
      }),
    [onTime, segments],
  )
  return playing
}

export function Transcript({ transcript, player, empty }: TranscriptProps) {
  const { segments } = transcript
  const playing = usePlaying(player, segments)
  const list = useRef<HTMLOListElement>(null)
  useFollow(list, playing?.segment ?? null)

  const hasUnsure = useMemo(
    () => segments.some(({ words }) => words.some((word) => word.confidence < unsureBelow)),
    [segments],
  )

  // One listener for thousands of segments. Keyboards use the button of each; the click on a word is a short cut.
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element
    const segment = segments[Number(target.closest<HTMLElement>('[data-index]')?.dataset.index)]
    if (!segment) return
    if (target.closest('button')) player.playFrom(segment.start)
    else if (target.closest('p') && getSelection()?.isCollapsed) {
      const offset = clickedOffset(event)
      const word = offset === null ? null : wordAt(placeWords(segment), offset)
      player.playFrom(word?.start ?? segment.start)
    }
  }

  return (
    <section aria-labelledby="transcript" className="min-w-0 rounded-md border border-line bg-surface">
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-b border-line px-4 py-2">
        <h2 id="transcript" className="font-semibold">
          Transcript
        </h2>
        <p className="flex flex-wrap gap-x-4 text-sm text-ink-3 tabular-nums">
          {hasUnsure && (
            <span>
              <span className="unsure-word">Underlined</span>: the engine was not sure
            </span>
          )}
          {segments.length > 0 && <span>{transcript.text.length.toLocaleString('en-GB')} characters</span>}
        </p>
      </header>
      {segments.length === 0 ? (
        <div className="px-4 py-5">{empty}</div>
      ) : (
        <ol
          ref={list}
          tabIndex={0}
          aria-label="Transcript, by segment"
          onClick={onClick}
          className="relative max-h-[600px] overflow-y-auto py-2"
        >
          {segments.map((segment, index) => (
            <SegmentLine
              key={segment.id}
              segment={segment}
              index={index}
              isPlaying={playing?.segment === index}
              playingWord={playing?.segment === index ? playing.word : null}
            />
          ))}
        </ol>
      )}
    </section>
  )
}

type SegmentLineProps = { segment: Segment; index: number; isPlaying: boolean; playingWord: number | null }

const SegmentLine = memo(function SegmentLine({ segment, index, isPlaying, playingWord }: SegmentLineProps) {
  const words = useMemo(() => placeWords(segment), [segment])
  // Words that were not found in the text are not in `words`, so the playing one is looked up by its start.
  const spoken = playingWord === null ? undefined : segment.words[playingWord]
  const marked = spoken ? words.findIndex((word) => word.start === spoken.start) : null
  return (
    <li
      data-index={index}
      aria-current={isPlaying || undefined}
      className="segment group grid grid-cols-[4.25rem_minmax(0,70ch)] py-1 pr-4 pl-2"
    >
      <button
        type="button"
        aria-label={`Play from ${spokenPosition(segment.start)}`}
        className={cx(
          'flex min-h-6.5 items-start justify-end self-start rounded-md px-2 text-sm leading-6.5 tabular-nums hover:text-ink hover:underline pointer-coarse:min-h-11',
          isPlaying ? 'font-semibold text-ink' : 'text-ink-3',
        )}
      >
        {position(segment.start)}
      </button>
      <p className="cursor-pointer pl-2 text-read">
        {piecesOf(segment.text, words, marked).map((piece) =>
          piece.unsure || piece.playing ? (
            <span
              key={piece.from}
              data-from={piece.from}
              className={cx(piece.unsure && 'unsure-word', piece.playing && 'playing-word')}
            >
              {piece.text}
            </span>
          ) : (
            <span key={piece.from} data-from={piece.from}>
              {piece.text}
            </span>
          ),
        )}
      </p>
    </li>
  )
})

/** Where in the segment's text a click fell, in characters; null where the browser cannot tell. */
function clickedOffset({ clientX, clientY }: MouseEvent): number | null {
  let node: Node | null = null
  let offset = 0
  // Safari before 18.4 knows only the second.
  if ('caretPositionFromPoint' in document) {
    const caret = document.caretPositionFromPoint(clientX, clientY)
    node = caret?.offsetNode ?? null
    offset = caret?.offset ?? 0
  } else {
    const range = (document as Document).caretRangeFromPoint(clientX, clientY)
    node = range?.startContainer ?? null
    offset = range?.startOffset ?? 0
  }
  const from = node?.parentElement?.dataset.from
  return from === undefined ? null : Number(from) + offset
}

/**
 * Keeps what is being said in view, as long as the reader stays with it: who has scrolled away is left in peace
 * until the playing segment is on the screen again.
 */
function useFollow(list: RefObject<HTMLOListElement | null>, playing: number | null): void {
  const before = useRef<number | null>(null)
  useEffect(() => {
    const box = list.current
    if (!box || playing === null) return
    const previous = box.children[before.current ?? playing] as HTMLElement | undefined
    const current = box.children[playing] as HTMLElement | undefined
    before.current = playing
    if (!previous || !current) return
    const top = box.scrollTop
    const bottom = top + box.clientHeight
    const stayed = previous.offsetTop + previous.offsetHeight > top && previous.offsetTop < bottom
    const inView = current.offsetTop >= top && current.offsetTop + current.offsetHeight <= bottom
    if (!stayed || inView) return
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    box.scrollTo({ top: current.offsetTop - box.clientHeight / 3, behavior: still ? 'auto' : 'smooth' })
  }, [list, playing])
}
