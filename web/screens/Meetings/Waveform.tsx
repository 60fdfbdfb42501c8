import { useEffect, useRef, useState } from 'react'
import type { Player } from '../../hooks/player.ts'
import { cx } from '../../ui/cx.ts'
import { analyserOf } from '../../ui/analyser.ts'
import { position } from '../../ui/format.ts'

/** The specification's. */
const barCount = 32
const bars = Array.from({ length: barCount }, (_, index) => index)
const resting = 0.12

/** What is being heard, in 32 bars, and where in the recording it is. */
export function Waveform({ player }: { player: Player }) {
  const box = useRef<HTMLDivElement>(null)
  const time = useRef<HTMLSpanElement>(null)
  const { audio, playing, duration, onTime } = player
  // Before it has been played there is nothing to see.
  const [started, setStarted] = useState(false)
  if (playing && !started) setStarted(true)

  useEffect(() => {
    const element = audio.current
    if (!playing || !element) return
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const analyser = still ? null : analyserOf(element)
    const levels = new Uint8Array(analyser?.frequencyBinCount ?? barCount)
    // Written straight into the page: 60 renders a second would be work for nothing.
    const stop = onTime((seconds) => {
      if (time.current) time.current.textContent = `${position(seconds)} / ${position(duration)}`
      const children = box.current?.children
      if (!children) return
      analyser?.getByteFrequencyData(levels)
      for (let index = 0; index < children.length; index += 1) {
        const bar = children[index] as HTMLElement
        const played = duration > 0 && index / barCount < seconds / duration
        bar.style.transform = `scaleY(${Math.max(resting, (levels[index] ?? 0) / 255)})`
        bar.style.opacity = played ? '1' : '0.45'
      }
    })
    const drawn = box.current
    return () => {
      stop()
      for (const bar of drawn?.children ?? []) (bar as HTMLElement).style.transform = `scaleY(${resting})`
    }
  }, [audio, playing, duration, onTime])

  return (
    <div className="flex min-w-0 flex-row-reverse items-center justify-end gap-3 lg:flex-row">
      <span ref={time} className="min-w-22 text-xs whitespace-nowrap text-ink-3 tabular-nums lg:text-right" />
      <div
        ref={box}
        className={cx('flex h-6 items-center gap-[2px]', !started && 'invisible max-lg:hidden')}
        aria-hidden
      >
        {bars.map((bar) => (
          <span
            key={bar}
            data-bar
            className="h-full w-[2px] rounded-full bg-ink-2 opacity-45"
            style={{ transform: `scaleY(${resting})` }}
          />
        ))}
      </div>
    </div>
  )
}
