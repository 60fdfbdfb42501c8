import { FastForward, Pause, Play, Rewind } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Player } from '../../hooks/player.ts'
import { IconButton } from '../../ui/Button.tsx'
import { position, spokenPosition } from '../../ui/format.ts'

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]
export const skipSeconds = 10

export function PlayerBar({ player, title }: { player: Player; title: string }) {
  const { playing, duration, speed, onTime } = player
  const seek = useRef<HTMLInputElement>(null)
  const time = useRef<HTMLSpanElement>(null)

  // Follows the sound without a render for each frame.
  useEffect(() => {
    const show = (seconds: number) => {
      if (time.current) time.current.textContent = position(seconds)
      const bar = seek.current
      if (!bar) return
      bar.value = String(seconds)
      bar.style.setProperty('--at', `${duration > 0 ? (seconds / duration) * 100 : 0}%`)
      bar.setAttribute('aria-valuetext', `${spokenPosition(seconds)} of ${spokenPosition(duration)}`)
    }
    show(Number(seek.current?.value ?? 0))
    return onTime(show)
  }, [onTime, duration])

  return (
    <section
      aria-label={`Player: ${title}`}
      className="sticky top-0 z-20 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-3 py-2 print:hidden"
    >
      <div className="flex items-center gap-1">
        <IconButton
          icon={playing ? Pause : Play}
          label={playing ? 'Pause' : 'Play'}
          look="primary"
          size={20}
          aria-busy={player.loading}
          onClick={player.toggle}
          className="size-10"
        />
        <IconButton icon={Rewind} label="Back 10 seconds" onClick={() => player.skip(-skipSeconds)} />
        <IconButton icon={FastForward} label="Forward 10 seconds" onClick={() => player.skip(skipSeconds)} />
      </div>
      <div className="order-last flex w-full items-center gap-3 lg:order-none lg:w-auto lg:flex-1">
        <span ref={time} className="w-14 text-right tabular-nums">
          0:00
        </span>
        <input
          ref={seek}
          type="range"
          className="seek min-w-0 flex-1"
          aria-label="Position"
          min={0}
          max={duration || 1}
          step={0.1}
          defaultValue={0}
          onChange={(event) => player.seek(Number(event.target.value))}
        />
        <span className="w-14 text-ink-3 tabular-nums">{position(duration)}</span>
      </div>
      <label className="ml-auto flex items-center gap-1.5 text-sm text-ink-2 lg:ml-0">
        Speed
        <select
          value={speed}
          onChange={(event) => player.setSpeed(Number(event.target.value))}
          className="h-8 rounded-md border border-line-strong bg-surface px-1.5 text-ink tabular-nums pointer-coarse:h-11"
        >
          {speeds.map((value) => (
            <option key={value} value={value}>
              {value}×
            </option>
          ))}
        </select>
      </label>
    </section>
  )
}
