/* oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex --
   a list that scrolls must be reachable by keyboard; clicks on the words only shorten what each segment's buttons do */
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import {
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react'
import type { Segment, Transcript } from '#contract/transcripts.ts'
import type { Player } from '../../../hooks/player.ts'
import { BreakLines } from '../../../ui/BreakLines.tsx'
import { breaksByIndex, breaksOf } from '../../../ui/breaks.ts'
import { cx } from '../../../ui/cx.ts'
import { QuoteGone } from '../../../ui/QuoteGone.tsx'
import { counterpart } from './change.ts'
import { isTimed } from '../../../hooks/transcript-lines.ts'
import { useCited, useQuotedPassage } from './cited.ts'
import { clickedOffset } from './click.ts'
import type { Match } from './find.ts'
import { useFollow } from './follow.ts'
import { usePlaying, usePrinting } from './playing.ts'
import { jointOf, SegmentLine } from './SegmentLine.tsx'
import { speakersOf } from './speakers.ts'
import { placeWords, wordAt, type Found } from './words.ts'

export type ViewerHandle = {
  show: (index: number) => void
  /** What a passage is edited with, as far as it is in the page; the list where it is not. */
  pencilOf: (segment: Pick<Segment, 'id' | 'start'>) => HTMLElement | null
  /** The same with what asks who says it. */
  whoOf: (segment: Pick<Segment, 'id' | 'start'>) => HTMLElement | null
}

type ViewerProps = {
  transcript: Transcript
  player: Player
  /** Without sound a click on a word does nothing. */
  hasAudio: boolean
  following: boolean
  /** The person scrolls by hand. */
  onLetGo: () => void
  matches: readonly Match[]
  /** Which of them stands in view. */
  match: number
  /** The segment that is being edited, and what it is edited with. */
  editing: { segmentId: number; editor: ReactNode } | null
  /** Null where nothing may be edited. */
  onEdit: ((segment: Segment) => void) | null
  /** Asks who says a segment. */
  onWho: (segment: Segment) => void
  /** Also where nobody is known to speak yet. */
  canSay: boolean
  ref?: Ref<ViewerHandle>
}

const lineHeight = 26
/** A guess until a segment is measured: 16 px letters are about 7.4 px wide. */
function guessHeight(text: string, width: number): number {
  const letters = Math.max(20, Math.min(70, (width - 120) / 7.4))
  return Math.ceil(text.length / letters) * lineHeight + 8
}

/** The transcript by segments. Of thousands only those in view are in the page; when it is printed, all are. */
export function Viewer(props: ViewerProps) {
  const {
    transcript,
    player,
    hasAudio,
    following,
    onLetGo,
    matches,
    match,
    editing,
    onEdit,
    onWho,
    canSay,
    ref,
  } = props
  const { segments } = transcript
  const box = useRef<HTMLDivElement>(null)
  const playing = usePlaying(player, segments)
  const printing = usePrinting()
  const speakers = useMemo(() => speakersOf(transcript), [transcript])
  const spoken = useMemo(() => segments.some(({ speaker }) => speaker !== null), [segments])
  const { joints, timed, breaks } = useJoints(transcript)
  const quoted = useQuotedPassage(segments, box)
  // Whoever looks for something else has done with what a link led to.
  const marked = matches.length > 0 ? matches : quoted.places
  const at = matches.length > 0 ? match : 0
  const found = useMemo(() => bySegment(marked, at), [marked, at])

  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const lines = useVirtualizer({
    count: segments.length,
    getScrollElement: () => box.current,
    estimateSize: (index) =>
      guessHeight(segments[index]?.text ?? '', box.current?.clientWidth ?? 700) +
      (spoken && !joints[index]?.sameSpeaker ? lineHeight : 0),
    getItemKey: (index) => segments[index]?.id ?? index,
    overscan: 8,
  })
  useFollow({ box, lines, playing: playing?.segment ?? null, following, onLetGo, isPlaying: player.playing })
  const cited = useCited(segments, { box, lines, canPlay: hasAudio })
  const buttonOf = (segment: Pick<Segment, 'id' | 'start'>, button: string): HTMLElement | null => {
    const now = counterpart(segments, segment)
    const line = box.current?.querySelector(`[data-index="${now ? segments.indexOf(now) : ''}"]`)
    return line?.querySelector<HTMLElement>(button) ?? box.current
  }
  useImperativeHandle(ref, () => ({
    show: (index) => lines.scrollToIndex(index, { align: 'center' }),
    pencilOf: (segment) => buttonOf(segment, '[data-edit]'),
    whoOf: (segment) => buttonOf(segment, '[data-who]'),
  }))

  useFoundInView(marked[at], { box, lines })
  const { onClick, onDoubleClick } = useLineClicks({ segments, player, hasAudio, timed, onEdit, onWho })

  const items = lines.getVirtualItems()
  const shown = printing ? segments.map((_, index) => index) : items.map(({ index }) => index)
  const first = items[0]
  const last = items.at(-1)
  return (
    <div
      ref={box}
      tabIndex={0}
      role="group"
      aria-label="Transcript, by segment"
      onClick={onClick}
      onDoubleClick={onDoubleClick}
      className="transcript-lines @container/lines relative overflow-y-auto py-2 [overflow-anchor:none] focus-visible:-outline-offset-2 print:max-h-none print:overflow-visible"
    >
      {quoted.gone && <QuoteGone where="transcript" className="px-4 pb-2 text-ink-2 print:hidden" />}
      <ol
        style={
          printing || !first || !last
            ? undefined
            : { paddingTop: first.start, paddingBottom: lines.getTotalSize() - last.end }
        }
        className={cx(printing && 'space-y-1')}
      >
        {shown.map((index) => {
          const segment = segments[index]
          const joint = joints[index]
          if (!segment || !joint) return null
          return (
            <SegmentLine
              key={segment.id}
              segment={segment}
              index={index}
              count={segments.length}
              joint={joint}
              breaks={breaks.get(index)}
              speaker={spoken ? speakers.get(segment.speaker ?? '') : null}
              isPlaying={playing?.segment === index || cited === index}
              playingWord={playing?.segment === index ? playing.word : null}
              found={found.get(index)}
              canEdit={onEdit !== null}
              canPlay={hasAudio && timed}
              timed={timed}
              canSay={canSay}
              editor={editing?.segmentId === segment.id ? editing.editor : null}
              measure={lines.measureElement}
            />
          )
        })}
      </ol>
      <BreakLines breaks={breaks.get(segments.length)} />
    </div>
  )
}

/** How the segments follow one another, and what was not recorded between them. */
function useJoints(transcript: Transcript) {
  const { segments } = transcript
  const joints = useMemo(
    () => segments.map((segment, index) => jointOf(segment, segments[index - 1])),
    [segments],
  )
  const timed = useMemo(() => segments.some(isTimed), [segments])
  const { gaps, pauses, takes } = transcript
  const breaks = useMemo(
    () => breaksByIndex(breaksOf({ gaps, pauses, takes }), segments),
    [gaps, pauses, takes, segments],
  )
  return { joints, timed, breaks }
}

type Lines = Virtualizer<HTMLDivElement, Element>

/** Brings what was found into view. */
function useFoundInView(
  now: Match | undefined,
  { box, lines }: { box: RefObject<HTMLDivElement | null>; lines: Lines },
): void {
  // The found words can be below the fold of a long segment, so they themselves are brought into view.
  useEffect(() => {
    if (!now) return
    lines.scrollToIndex(now.segment, { align: 'center' })
    const frame = requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const place = box.current?.querySelector<HTMLElement>('[data-found="now"]')
        if (!place || !box.current) return
        const outer = box.current.getBoundingClientRect()
        const inner = place.getBoundingClientRect()
        if (inner.top < outer.top || inner.bottom > outer.bottom)
          box.current.scrollBy({ top: inner.top - outer.top - outer.height / 2 })
      }),
    )
    return () => cancelAnimationFrame(frame)
  }, [now, lines, box])
}

type LineClicks = Pick<ViewerProps, 'player' | 'hasAudio' | 'onEdit' | 'onWho'> & {
  segments: readonly Segment[]
  timed: boolean
}

/** One listener for thousands of segments. Keyboards use the buttons of each; clicks on words are short cuts. */
function useLineClicks({ segments, player, hasAudio, timed, onEdit, onWho }: LineClicks) {
  /** Whether the sound was playing before the first click of what may become a double click. */
  const played = useRef(false)

  const onClick = (event: MouseEvent) => {
    const target = event.target as Element
    const segment = segments[Number(target.closest<HTMLElement>('[data-index]')?.dataset.index)]
    if (!segment) return
    if (target.closest('[data-edit]')) return onEdit?.(segment)
    if (target.closest('[data-who]')) return onWho(segment)
    if (!hasAudio) return
    if (!timed) return
    if (target.closest('[data-play]')) return player.playFrom(segment.start)
    if (event.detail > 1 || !target.closest('[data-words]') || !getSelection()?.isCollapsed) return
    played.current = player.playing
    const offset = clickedOffset(event)
    const word = offset === null ? null : wordAt(placeWords(segment), offset)
    player.playFrom(word?.start ?? segment.start)
  }
  const onDoubleClick = (event: MouseEvent) => {
    const target = event.target as Element
    const segment = segments[Number(target.closest<HTMLElement>('[data-index]')?.dataset.index)]
    if (!segment || !onEdit || !target.closest('[data-words]')) return
    if (hasAudio && !played.current) player.toggle()
    getSelection()?.removeAllRanges()
    onEdit(segment)
  }
  return { onClick, onDoubleClick }
}

function bySegment(matches: readonly Match[], now: number): Map<number, Found[]> {
  const found = new Map<number, Found[]>()
  matches.forEach(({ segment, from, to, inName }, index) => {
    const list = found.get(segment) ?? []
    list.push({ from, to, inName, now: index === now })
    found.set(segment, list)
  })
  return found
}
