import { useEffect, useRef } from 'react'
import type { Player } from '../hooks/player.ts'
import { position, spokenPosition } from './format.ts'

type FollowedPlayer = Pick<Player, 'duration' | 'onTime'>

/** Where the sound is, to look at and to change. Follows it without a render for each frame. */
export function SeekBar({ player }: { player: FollowedPlayer & Pick<Player, 'seek'> }) {
  const { duration, onTime } = player
  const bar = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const show = (seconds: number) => {
      if (!bar.current) return
      bar.current.value = String(seconds)
      bar.current.style.setProperty('--at', `${duration > 0 ? (seconds / duration) * 100 : 0}%`)
      bar.current.setAttribute('aria-valuetext', `${spokenPosition(seconds)} of ${spokenPosition(duration)}`)
    }
    show(Number(bar.current?.value ?? 0))
    return onTime(show)
  }, [onTime, duration])

  return (
    <input
      ref={bar}
      type="range"
      className="seek min-w-0 flex-1"
      aria-label="Position"
      min={0}
      max={duration || 1}
      step={0.1}
      defaultValue={0}
      onChange={(event) => player.seek(Number(event.target.value))}
    />
  )
}

/** The same in figures. */
export function TimePlayed({
  player: { onTime },
  className,
}: {
  player: FollowedPlayer
  className?: string
}) {
  const time = useRef<HTMLSpanElement>(null)
  useEffect(
    () =>
      onTime((seconds) => {
        if (time.current) time.current.textContent = position(seconds)
      }),
    [onTime],
  )
  return (
    <span ref={time} className={className}>
      {position(0)}
    </span>
  )
}
