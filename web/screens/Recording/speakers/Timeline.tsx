import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Transcript } from '#contract/transcripts.ts'
import type { Player } from '../../../hooks/player.ts'
import { cx } from '../../../ui/cx.ts'
import { position, spokenPosition } from '../../../ui/format.ts'
import { speakersOf, type Speaker } from '../transcript/speakers.ts'
import { lastStarted } from '../transcript/words.ts'
import { speakerText } from './SpeakerChip.tsx'
import { pathOf, turnsOf, type Turn } from './turns.ts'

/** More speakers than this share one lane: lanes would be too thin, or too many. */
const lanesAtMost = 6
const width = 1000
const lane = 4
const between = 1

/** Who speaks when, over the seek bar and to its scale: a lane a speaker. It seeks by turns, as the bar does by time. */
export function Timeline({ transcript, player }: { transcript: Transcript; player: Player }) {
  const { duration, onTime, seek } = player
  const speakers = useMemo(() => speakersOf(transcript), [transcript])
  const turns = useMemo(() => turnsOf(transcript.segments), [transcript.segments])
  const line = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const [hovered, setHovered] = useState<number | null>(null)
  const [focused, setFocused] = useState(false)

  useEffect(
    () =>
      onTime((seconds) => {
        if (line.current)
          line.current.style.left = `${duration > 0 ? Math.min(100, (seconds / duration) * 100) : 0}%`
        setAt(Math.max(0, lastStarted(turns, seconds)))
      }),
    [onTime, duration, turns],
  )

  const lanes = speakers.size <= lanesAtMost ? speakers.size : 1
  const height = lanes === 1 ? lane * 2 : lanes * (lane + between) - between
  const paths = useMemo(
    () =>
      [...speakers.values()].map(({ label, colour }, index) => ({
        colour,
        d: pathOf(
          turns.filter((turn) => turn.label === label),
          {
            seconds: duration,
            width,
            top: lanes === 1 ? 0 : index * (lane + between),
            height: lanes === 1 ? height : lane,
            least: 2,
          },
        ),
      })),
    [speakers, turns, duration, lanes, height],
  )
  if (turns.length === 0 || duration === 0) return null

  const turnAt = (event: PointerEvent): number => {
    const box = event.currentTarget.getBoundingClientRect()
    const seconds = ((event.clientX - box.left) / box.width) * duration
    return Math.max(0, lastStarted(turns, seconds))
  }
  const nameOf = (index: number): string => {
    const turn = turns[index]
    return turn ? (speakers.get(turn.label)?.name ?? turn.label) : ''
  }
  const go = (index: number) => {
    const turn = turns[Math.min(turns.length - 1, Math.max(0, index))]
    if (turn) seek(turn.start)
  }
  const onKey = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      Home: 0,
      End: turns.length - 1,
    }
    const to = steps[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation() // the page's own arrow keys skip seconds
    go(to)
  }
  const told = hovered ?? (focused ? at : null)
  const turn = told === null ? undefined : turns[told]
  const now = turns[at]
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Turns of the speakers"
      aria-valuemin={1}
      aria-valuemax={turns.length}
      aria-valuenow={at + 1}
      aria-valuetext={
        now &&
        `${nameOf(at)}, ${spokenPosition(now.start)} to ${spokenPosition(now.end)}, turn ${at + 1} of ${turns.length}`
      }
      onKeyDown={onKey}
      onFocus={(event) => setFocused(event.currentTarget.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
      onPointerMove={(event) => setHovered(turnAt(event))}
      onPointerLeave={() => setHovered(null)}
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect()
        seek(((event.clientX - box.left) / box.width) * duration)
      }}
      className="relative cursor-pointer rounded-md py-1.5"
    >
      <svg
        aria-hidden
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        style={{ height }}
        className="block w-full"
      >
        {paths.map(({ d, colour }, index) => (
          <path key={index} d={d} fill="currentColor" className={speakerText[colour]} />
        ))}
      </svg>
      <div ref={line} aria-hidden className="absolute inset-y-0.5 left-0 w-px bg-ink" />
      {turn && <TurnTip turn={turn} duration={duration} speaker={speakers.get(turn.label)} />}
    </div>
  )
}

type TurnTipProps = { turn: Turn; duration: number; speaker: Speaker | undefined }

/** Whose turn it is under the pointer, or at the position while keys move it. */
function TurnTip({ turn: { label, start, end }, duration, speaker }: TurnTipProps) {
  const at = start / duration
  return (
    <div
      aria-hidden
      style={{ left: `clamp(0%, ${((start + end) / 2 / duration) * 100}%, 100%)` }}
      className={cx(
        'pointer-events-none absolute top-full z-10 mt-6 rounded-md border border-line bg-surface px-2 py-1 text-sm whitespace-nowrap tabular-nums shadow-float',
        at > 0.7 ? '-translate-x-full' : at > 0.3 ? '-translate-x-1/2' : '',
      )}
    >
      <span className={cx('font-semibold', speakerText[speaker?.colour ?? 0])}>{speaker?.name ?? label}</span>{' '}
      {position(start)}–{position(end)}
    </div>
  )
}
