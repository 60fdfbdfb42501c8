import { useEffect, useRef } from 'react'
import { kindsOf, type Input, type Kind, type Source } from '../../capture/sources.ts'
import { cx } from '../../ui/cx.ts'
import { kindNames, pausedWords, restWords } from './source-words.ts'

/** The specification's: transform size, bars, smoothing, and the levels above which the colour changes. */
const fftSize = 256
const barCount = 20
const smoothing = 0.8
const good = 30
const loud = 70
const bars = Array.from({ length: barCount }, (_, index) => index)
const resting = 0.06

/** Quiet, good and loud; named in words too, since a colour alone says nothing to many. */
const looks = {
  Quiet: 'bg-ink-3',
  Good: 'bg-good',
  Loud: 'bg-warn',
} as const
type Loudness = keyof typeof looks

function loudnessOf(level: number): Loudness {
  if (level > loud) return 'Loud'
  return level > good ? 'Good' : 'Quiet'
}

type LevelsProps = { source: Source; inputs: readonly Input[]; paused: boolean }

/** A level for each part of the source; one at rest while it does not come, or nothing of it is recorded. */
export function Levels({ source, inputs, paused }: LevelsProps) {
  const kinds = kindsOf(source)
  const pair = kinds.length > 1
  return (
    <div className={cx(pair && 'grid grid-cols-2 gap-3')}>
      {kinds.map((kind) => (
        <Level
          key={kind}
          kind={kind}
          pair={pair}
          rest={paused ? pausedWords[kind] : restWords[kind]}
          stream={(!paused && inputs.find((input) => input.kind === kind)?.stream) || null}
        />
      ))}
    </div>
  )
}

type LevelProps = {
  /** Null: it is at rest. */
  stream: MediaStream | null
  kind: Kind
  pair: boolean
  /** What is said of it then. */
  rest: string
}

/** How loud it is, 0 to 100, in 20 bars. */
function Level({ stream, kind, pair, rest }: LevelProps) {
  const box = useRef<HTMLDivElement>(null)
  const word = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    if (!stream) return
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = fftSize
    analyser.smoothingTimeConstant = smoothing
    context.createMediaStreamSource(stream).connect(analyser)
    void context.resume()
    const bands = new Uint8Array(analyser.frequencyBinCount)
    const perBar = Math.floor(bands.length / barCount)
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const drawn = box.current
    let frame = 0
    let said = 0

    // Written straight into the page: 60 renders a second would be work for nothing.
    const draw = (now: number) => {
      frame = requestAnimationFrame(draw)
      if (!drawn) return
      analyser.getByteFrequencyData(bands)
      const heights = bars.map((bar) => {
        const part = bands.subarray(bar * perBar, (bar + 1) * perBar)
        return part.reduce((sum, band) => sum + band, 0) / perBar / 255
      })
      // Speech fills half of the bands at most: the mean of all would call every voice quiet.
      const heard = [...heights].sort((a, b) => b - a).slice(0, barCount / 2)
      const mean = heard.reduce((sum, height) => sum + height, 0) / heard.length
      const level = Math.min(100, Math.max(0, Math.round(mean * 100)))
      const loudness = loudnessOf(level)
      for (const bar of bars) {
        const element = drawn.children[bar] as HTMLElement | undefined
        if (!element) continue
        element.style.transform = `scaleY(${Math.max(resting, still ? level / 100 : (heights[bar] ?? 0))})`
        element.className = `${barClass} ${looks[loudness]}`
      }
      if (now - said < 250) return
      said = now
      drawn.setAttribute('aria-valuenow', String(level))
      drawn.setAttribute('aria-valuetext', `${level}, ${loudness.toLowerCase()}`)
      if (word.current) word.current.textContent = `${kindNames[kind]} ${level} · ${loudness}`
    }
    frame = requestAnimationFrame(draw)
    return () => {
      cancelAnimationFrame(frame)
      void context.close()
      drawn?.setAttribute('aria-valuenow', '0')
      for (const element of drawn?.children ?? []) {
        element.className = `${barClass} ${looks.Quiet}`
        ;(element as HTMLElement).style.transform = `scaleY(${resting})`
      }
    }
  }, [stream, kind])

  // Said after what was drawn last: React does not know of that.
  useEffect(() => {
    if (stream) return
    box.current?.setAttribute('aria-valuetext', `0, ${rest.toLowerCase()}`)
    if (word.current) word.current.textContent = rest
  }, [stream, rest])

  return (
    <div className={cx('mt-2', !pair && 'compact:flex compact:items-center compact:gap-3')}>
      <div
        ref={box}
        role="meter"
        aria-label={pair ? `Audio level: ${kindNames[kind]}` : 'Audio level'}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={0}
        className={cx(
          'flex items-end justify-center compact:h-7',
          pair ? 'h-10 gap-0.5' : 'h-14 gap-1 compact:min-w-0 compact:flex-1 compact:justify-start',
        )}
      >
        {bars.map((bar) => (
          <span
            key={bar}
            className={`${barClass} ${looks.Quiet}`}
            style={{ transform: `scaleY(${resting})` }}
          />
        ))}
      </div>
      <p
        className={cx(
          'mt-1 text-center text-sm text-ink-3 tabular-nums',
          // As wide as its longest words, so that the bars beside it keep their width.
          !pair && 'compact:mt-0 compact:w-38 compact:shrink-0 compact:text-right',
        )}
      >
        <span ref={word} aria-hidden />
      </p>
    </div>
  )
}

const barClass = 'h-full w-2 min-w-0 shrink origin-bottom rounded-xs'
