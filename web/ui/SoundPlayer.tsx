import { LoaderCircle, Pause, Play } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Player } from '../hooks/player.ts'
import { IconButton } from './Button.tsx'
import { cx } from './cx.ts'
import { position, spokenPosition } from './format.ts'

/** A player of one line: play, where it is, how long it is. Brings its own `<audio>`. */
export function SoundPlayer({ player, title }: { player: Player; title: string }) {
  const { playing, loading, duration, onTime } = player
  const seek = useRef<HTMLInputElement>(null)
  const time = useRef<HTMLSpanElement>(null)

  // Follows the sound without a render for each frame.
  useEffect(() => {
    const show = (seconds: number) => {
      if (time.current) time.current.textContent = `${position(seconds)} / ${position(duration)}`
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
    <div className="flex items-center gap-3">
      <IconButton
        icon={playing ? Pause : loading ? LoaderCircle : Play}
        label={`${playing ? 'Pause' : loading ? 'Loading' : 'Play'} ${title}`}
        look="secondary"
        aria-busy={loading}
        onClick={player.toggle}
        className={cx('size-10', loading && !playing && '*:animate-spin')}
      />
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
      <span ref={time} className="text-sm whitespace-nowrap text-ink-2 tabular-nums" />
      <audio ref={player.audio} preload="none" className="hidden" />
    </div>
  )
}
